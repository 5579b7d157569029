/** A page that somebody was on. */
export interface Recent {
  to: string
  title: string
}

const MOST = 8

/** The recent pages after another visit, each once, the latest first. */
export const withRecent = (recents: readonly Recent[], visited: Recent): Recent[] =>
  [visited, ...recents.filter(({ to }) => to !== visited.to)].slice(0, MOST)

/** The stored list, as far as it can still be parsed. */
export function readRecents(kept: string | null): Recent[] {
  try {
    const read: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(read) ? read.filter(isRecent) : []
  } catch {
    return []
  }
}

const isRecent = (value: unknown): value is Recent => {
  const { to, title } = (value ?? {}) as Partial<Recent>
  return typeof to === 'string' && to.startsWith('/') && typeof title === 'string'
}
