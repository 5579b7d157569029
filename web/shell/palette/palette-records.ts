import { paths } from '../../paths.ts'
import type { Head } from '../../service/heads.ts'
import { IconTable } from '../../ui/icons/icons.ts'
import { useRowsEverywhere } from '../../ui/records/use-rows-everywhere.ts'
import { useTitleOf } from '../../ui/records/use-title-of.ts'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import type { Command } from './command.ts'
import { aboutOf, matchIn } from './palette.rules.ts'

/** How many rows of each board and page are found. */
const ROWS_OF_EACH = 4

/** The records that contain the text, once the typing pauses. */
export function useFoundRecords(definitions: readonly Head[], typed: string) {
  const { found, search, isLooking } = useRowsEverywhere(definitions, typed, ROWS_OF_EACH)
  const titleOf = useTitleOf()
  const shown = useShownAddress()
  const records = found.map(({ definition, row }): Command => {
    const { key, name, columns } = definition
    const title = titleOf(row.cells, columns)
    const match = matchIn(row.cells, columns, title, search, shown)
    return {
      id: `row ${row.id}`,
      group: 'Records',
      label: title,
      icon: IconTable,
      look: definition,
      hint: [name, match ?? aboutOf(row.cells, columns, title, shown)].filter(Boolean).join(' · '),
      to: paths.record(key, row.id),
    }
  })
  return { records, isLooking }
}
