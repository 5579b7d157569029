import { useTogether } from '../../../service/together.ts'

/** How what belongs to a record is asked for, in other lists than those of its board or page. */
export const relatedInputs = (rowId: string) => ({
  conversations: { query: { row_id: rowId } },
  obligations: { query: { dealRowId: rowId, sort: 'deadlineAt' as const } },
  deals: { query: { dealRowId: rowId } },
})

/** How a record’s files are asked for. */
export const filesInput = (params: { key: string; rowId: string }) => ({
  params,
  query: { limit: 1000 },
})

/** Asks for what belongs to a record in one request. */
export function useRelated(
  key: string,
  rowId: string,
): {
  isAsking: boolean
  /** Whether nothing of it is known yet. */
  isPending: boolean
} {
  const params = { key, rowId }
  const { isFetching, isPending } = useTogether(
    'definitions.getRelated',
    { params },
    ({ data }, keep) => {
      const input = relatedInputs(rowId)
      keep('definitions.listLinks', { params }, { data: data.links, nextCursor: null })
      keep('definitions.listRowFiles', filesInput(params), data.files)
      keep('conversations.list', input.conversations, data.conversations)
      keep('obligations.list', input.obligations, data.obligations)
      keep('accounting.listDeals', input.deals, data.deals)
    },
  )
  return { isAsking: isFetching, isPending }
}
