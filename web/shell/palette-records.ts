import { useDebouncedValue } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { asking, type Item } from '../api.ts'
import { paths } from '../paths.ts'
import { useTitleOf } from '../ui/records/use-title-of.ts'
import { useShownAddress } from '../ui/values/use-phone-text.ts'
import { matchIn } from './palette.rules.ts'
import type { Command } from './palette-commands.ts'

type Definition = Item<'definitions.list'>

/** The search starts with the second character, in this many boards and pages, with a few rows of each. */
const LEAST_CHARS = 2
export const MOST_DEFINITIONS = 12
const ROWS_OF_EACH = 4

/** The records that contain the text, once the typing pauses. */
export function useFoundRecords(definitions: readonly Definition[], typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  const titleOf = useTitleOf()
  const shown = useShownAddress()
  const isAsked = search.length >= LEAST_CHARS && search === typed.trim()
  // Those with the most rows are the most likely to have a match.
  const searched = definitions
    .toSorted((one, other) => other.rowCount - one.rowCount)
    .slice(0, MOST_DEFINITIONS)
  const results = useQueries({
    queries: searched.map(({ key }) => ({
      ...asking('definitions.listRows', {
        params: { key },
        query: { search, limit: ROWS_OF_EACH },
      }),
      enabled: isAsked,
    })),
  })
  const recordOf = (
    definition: Definition,
    { id, cells }: Item<'definitions.listRows'>,
  ): Command => {
    const { key, name, columns } = definition
    const title = titleOf(cells, columns)
    const match = matchIn(cells, columns, title, search, shown)
    return {
      id: `row ${id}`,
      group: 'Records',
      label: title,
      icon: IconTable,
      look: definition,
      hint: match ? `${name} · ${match}` : name,
      to: paths.record(key, id),
    }
  }
  const records = results.flatMap(({ data }, i) =>
    isAsked && data ? data.data.map((row) => recordOf(searched[i]!, row)) : [],
  )
  const isLooking =
    typed.trim().length >= LEAST_CHARS && (!isAsked || results.some((one) => one.isFetching))
  return { records, isLooking }
}
