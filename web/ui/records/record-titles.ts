import { useQueries, useQuery } from '@tanstack/react-query'
import { MOST_TITLES } from '../../../shared/limits.ts'
import { accepted, api, type Item, keyOf } from '../../api.ts'
import { batched } from './batched.ts'
import { UNTITLED } from './row-title.rules.ts'

/** A record's title, and its board or page. */
export interface RecordTitle extends Omit<Item<'rows.listTitles'>, 'title'> {
  title: string
}

/**
 * The title of a record of any board or page: `null` if it is gone, undefined while it loads. The titles a page shows
 * at once are fetched in one request.
 */
export const useRecordTitle = (rowId: string | null): RecordTitle | null | undefined =>
  useQuery({ ...asking(rowId ?? ''), enabled: rowId !== null }).data

/** Like `useRecordTitle`, for several records by id. */
export function useRecordTitles(rowIds: readonly string[]): Map<string, RecordTitle | null> {
  const answers = useQueries({ queries: rowIds.map(asking) })
  return new Map(
    rowIds.flatMap((rowId, i) => {
      const title = answers[i]?.data
      return title === undefined ? [] : [[rowId, title]]
    }),
  )
}

const asking = (rowId: string) => ({
  queryKey: keyOf('rows.listTitles', rowId),
  queryFn: () => titleOf(rowId),
})

const titleOf = batched(MOST_TITLES, async (ids): Promise<Map<string, RecordTitle>> => {
  const { data } = await accepted(api.rows.listTitles({ ids: ids.join() }))
  return new Map(data.map((row) => [row.id, { ...row, title: row.title ?? UNTITLED }]))
})
