import { useAnswer } from '../../api.ts'
import { rowTitle } from '../../ui/row-title.rules.ts'

/** The record that a thread is about, by its title; without one, or where it may not be seen, nothing. */
export function useRecord(key: string | null, rowId: string | null) {
  const enabled = key !== null && rowId !== null
  const { data: definitions } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const { data } = useAnswer(
    'definitions.getRow',
    { params: { key: key ?? '', rowId: rowId ?? '' } },
    { enabled },
  )
  const definition = definitions?.data.find((one) => one.key === key)
  const title =
    enabled && data && definition ? rowTitle(data.data.cells, definition.columns) : undefined
  return { definition, row: data?.data, title }
}
