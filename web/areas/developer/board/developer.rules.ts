import type { Data, Item } from '../../../service/api.ts'

export type Definition = Data<'definitions.get'>
export type Key = Item<'definitions.listKeys'>
export type Guide = Data<'definitions.keyGuide'>
export type Kind = Definition['kind']

/** When a key stopped working: it was revoked or has expired. `null` while it works. */
export function keyEndedAt(key: Key, now: number): string | null {
  if (key.revokedAt !== null) return key.revokedAt
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? key.expiresAt : null
}

/** The key that the tab uses: the one in the URL, or else the newest that can write, or else the newest that works. */
export function keyInUse(
  keys: readonly Key[],
  wanted: string | undefined,
  now: number,
): Key | undefined {
  const live = keys.filter((key) => keyEndedAt(key, now) === null)
  return (
    live.find((key) => key.id === wanted) ??
    live.find((key) => key.scopes.includes('rows:write')) ??
    live[0]
  )
}

/** The problem with a pasted key that is not the chosen one, or undefined. */
export function pastedKeyProblem(pasted: string, key: Key): string | undefined {
  if (pasted === '' || (pasted.startsWith(key.prefix) && pasted.endsWith(key.lastFour))) return
  return `This is not the key “${key.name}”, which begins with ${key.prefix} and ends with ${key.lastFour}.`
}

/** The placeholder for a key that only its holder knows. */
export const placeholderOf = (key: Key): string => `${key.prefix}YOUR_KEY`

export const scopeNames: Record<Key['scopes'][number], string> = {
  read: 'read',
  'rows:write': 'write rows',
}
