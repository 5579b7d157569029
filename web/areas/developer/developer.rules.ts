import type { Data, Item } from '../../api.ts'

export type Definition = Data<'definitions.get'>
export type Key = Item<'definitions.listKeys'>
export type Guide = Data<'definitions.keyGuide'>
export type Kind = Definition['kind']

/** The key that the tab is about: the one in the URL, else the newest that can write, else the newest that works. */
export function keyInUse(keys: readonly Key[], wanted: string | undefined): Key | undefined {
  const live = keys.filter((key) => key.revokedAt === null)
  return (
    live.find((key) => key.id === wanted) ??
    live.find((key) => key.scopes.includes('rows:write')) ??
    live[0]
  )
}

/** What is wrong with a key that somebody pasted for another, or undefined. */
export function pastedKeyProblem(pasted: string, key: Key): string | undefined {
  if (pasted === '' || (pasted.startsWith(key.prefix) && pasted.endsWith(key.lastFour))) return
  return `This is not the key “${key.name}”, which begins with ${key.prefix} and ends with ${key.lastFour}.`
}

/** How the key stands in what is to be pasted while only its holder knows it. */
export const placeholderOf = (key: Key): string => `${key.prefix}YOUR_KEY`

export const scopeNames: Record<Key['scopes'][number], string> = {
  read: 'read',
  'rows:write': 'write rows',
}
