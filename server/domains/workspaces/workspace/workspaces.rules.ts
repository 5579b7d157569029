/** What the address of a workspace's pages may be. */
export const isSlug = (text: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 50

/** Slugs to try for a name, the nicest first; the last one, which ends in `unique`, is free for sure. */
export function slugCandidates(name: string, unique: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replace(/^-+|-+$/g, '')
  const base = plain || 'workspace'
  return [base, `${base}-2`, `${base}-3`, `${base}-${unique}`]
}
