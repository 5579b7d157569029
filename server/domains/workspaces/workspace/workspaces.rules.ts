/** Whether a text can be the slug in the addresses of a workspace's pages. */
export const isSlug = (text: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 50

/** Slugs to try for a name, the shortest first. The last one ends in `unique`, so it is always free. */
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
