import {
  type DefinitionColor,
  type DefinitionIcon,
  definitionColors,
} from '../../../../shared/definition-looks.ts'

/** How the app shows a board or page beside its name. */
export interface Look {
  icon: DefinitionIcon
  color: DefinitionColor
}

/** The pages that every workspace starts with. */
const known: ReadonlyMap<string, Look> = new Map([
  ['leads', { icon: 'users', color: 'blue' }],
  ['deals', { icon: 'briefcase', color: 'teal' }],
])

/** All but gray, which looks like no choice. */
const lively = definitionColors.filter((color) => color !== 'gray')

/** The look until somebody chooses one. It depends on the key, which never changes, so it stays. */
export function defaultLook({ kind, key }: { kind: 'board' | 'page'; key: string }): Look {
  const usual = kind === 'page' ? known.get(key) : undefined
  if (usual) return usual
  let sum = 0
  for (const letter of key) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003
  return { icon: kind === 'board' ? 'inbox' : 'table', color: lively[sum % lively.length]! }
}
