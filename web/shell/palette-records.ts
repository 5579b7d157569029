import { IconTable } from '@tabler/icons-react'
import type { Item } from '../api.ts'
import { paths } from '../paths.ts'
import { titleOf } from '../ui/records/row-title.rules.ts'
import { useRowsEverywhere } from '../ui/records/use-rows-everywhere.ts'
import { matchIn } from './palette.rules.ts'
import type { Command } from './palette-commands.ts'

type Definition = Item<'definitions.list'>

/** How many rows of each board and page are found. */
const ROWS_OF_EACH = 4

/** The records that contain the text, once the typing pauses. */
export function useFoundRecords(definitions: readonly Definition[], typed: string) {
  const { found, search, isLooking } = useRowsEverywhere(definitions, typed, ROWS_OF_EACH)
  const records = found.map(({ definition, row }) => recordOf(definition, row, search))
  return { records, isLooking }
}

function recordOf(
  { key, name, columns }: Definition,
  { id, cells }: Item<'definitions.listRows'>,
  search: string,
): Command {
  const title = titleOf(cells, columns)
  const match = matchIn(cells, columns, title, search)
  return {
    id: `row ${id}`,
    group: 'Records',
    label: title,
    icon: IconTable,
    hint: match ? `${name} · ${match}` : name,
    to: paths.record(key, id),
  }
}
