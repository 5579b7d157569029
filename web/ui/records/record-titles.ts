import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback } from 'react'
import { MOST_TITLES } from '../../../shared/limits.ts'
import { accepted, api, type Item, keyOf } from '../../service/api.ts'
import { useShownAddress } from '../values/use-phone-text.ts'
import { batched } from './batched.ts'
import { UNTITLED } from './row-title.rules.ts'

/** A record's title, and its board or page. */
export interface RecordTitle extends Omit<Item<'rows.listTitles'>, 'title'> {
  title: string
}

/** True while a page still waits for lists that name records, so that it asks for all their titles in one request. */
export const TitlesWait = createContext(false)

/**
 * The title of a record of any board or page: `null` if it is gone, undefined while it loads. The titles a page shows
 * at once are fetched in one request.
 */
export function useRecordTitle(rowId: string | null): RecordTitle | null | undefined {
  const select = useShown()
  const isWaiting = use(TitlesWait)
  return useQuery({ ...asking(rowId ?? ''), select, enabled: rowId !== null && !isWaiting }).data
}

/** Like `useRecordTitle`, for several records by id. */
export function useRecordTitles(rowIds: readonly string[]): Map<string, RecordTitle | null> {
  const select = useShown()
  const answers = useQueries({ queries: rowIds.map((id) => ({ ...asking(id), select })) })
  return new Map(
    rowIds.flatMap((rowId, i) => {
      const title = answers[i]?.data
      return title === undefined ? [] : [[rowId, title]]
    }),
  )
}

/** A title that is a phone number is shown as people read it. */
function useShown() {
  const shown = useShownAddress()
  return useCallback(
    (record: RecordTitle | null) => record && { ...record, title: shown(record.title) },
    [shown],
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
