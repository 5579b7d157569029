import type { Item } from '../../service/api.ts'

type Added = Pick<Item<'rows.listNewest'>, 'createdBy' | 'source'>

/** How a row came in: `imported by Ann`, `through a form`. */
export function addedWords(
  { createdBy, source }: Added,
  nameOf: (actor: string) => string | undefined,
): string {
  const [kind] = createdBy.split(':')
  if (kind === 'form') return 'through a form'
  if (kind === 'address') return 'by email'
  if (kind === 'hook') return 'through a hook'
  const deed = source === 'import' ? 'imported' : 'added'
  return `${deed} by ${kind === 'key' ? 'a key' : (nameOf(createdBy) ?? 'the service')}`
}
