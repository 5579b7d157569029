import { holdsFiles, isLink } from '../../../../shared/column-types.ts'
import type { Data } from '../../../service/api.ts'
import type { Preview } from './types.ts'

/** How the values of a link column find rows. */
export interface LinkChoice {
  by: string
  create: boolean
}

type Board = Pick<Data<'definitions.get'>, 'kind'> & {
  columns: readonly Pick<
    Data<'definitions.get'>['columns'][number],
    'key' | 'name' | 'type' | 'unique'
  >[]
}

/** What the rows of a linked board can be found by. */
export const waysToFind = ({ kind, columns }: Board): { value: string; label: string }[] => [
  ...(kind === 'page' ? [{ value: 'external_id', label: 'External ID' }] : []),
  ...columns
    .filter(({ unique, type }) => unique && !isLink(type) && !holdsFiles(type))
    .map(({ key, name }) => ({ value: key, label: name })),
]

type Counts = NonNullable<Preview['counts']['byColumn'][number]['links']>

/** How many cells find their rows, in words. */
export function linkWords({ matched, created, none, several }: Counts): string {
  const facts = [
    [matched, 'found'],
    [created, 'name new rows'],
    [none, 'not found'],
    [several, 'could be several'],
  ] as const
  const counted = facts.filter(([count]) => count > 0)
  if (counted.length === 0) return 'No values'
  return counted.map(([count, what]) => `${count.toLocaleString()} ${what}`).join(', ')
}
