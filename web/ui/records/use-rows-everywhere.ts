import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { asking, type Item } from '../../service/api.ts'
import type { Head } from '../../service/heads.ts'
import { useColumns } from './use-columns.ts'

type Definition = Item<'definitions.list'>

/** The search starts with the second character, in this many boards and pages. */
const LEAST_CHARS = 2
export const MOST_DEFINITIONS = 12

/** A row that a search found, and its board or page. */
export interface FoundRow {
  definition: Definition
  row: Item<'definitions.listRows'>
}

/**
 * The rows of all boards and pages that contain the text, once the typing pauses.
 *
 * @param each how many rows of each board or page.
 */
export function useRowsEverywhere(definitions: readonly Head[], typed: string, each: number) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  const isAsked = search.length >= LEAST_CHARS && search === typed.trim()
  // The boards and pages with the most rows are the most likely to have a match.
  const searched = definitions
    .toSorted((one, other) => other.rowCount - one.rowCount)
    .slice(0, MOST_DEFINITIONS)
  const results = useQueries({
    queries: searched.map(({ key }) => ({
      ...asking('definitions.listRows', { params: { key }, query: { search, limit: each } }),
      enabled: isAsked,
    })),
  })
  const rows = results.flatMap(({ data }, i) =>
    isAsked && data ? data.data.map((row) => ({ head: searched[i]!, row })) : [],
  )
  const columnsOf = useColumns(rows.map(({ head }) => head.key))
  const found = rows.flatMap(({ head, row }): FoundRow[] => {
    const columns = columnsOf(head.key)
    return columns ? [{ definition: { ...head, columns: [...columns] }, row }] : []
  })
  const isLooking =
    typed.trim().length >= LEAST_CHARS &&
    (!isAsked || found.length < rows.length || results.some((one) => one.isFetching))
  return { found, search, isAsked, isLooking }
}
