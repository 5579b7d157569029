import { useQueries } from '@tanstack/react-query'
import { asking, type Item } from '../../service/api.ts'

type Column = Item<'definitions.list'>['columns'][number]

/** The columns of these boards and pages by their keys; undefined until they are known. */
export function useColumns(keys: readonly string[]) {
  const wanted = [...new Set(keys)]
  const answers = useQueries({
    queries: wanted.map((key) => asking('definitions.get', { params: { key } })),
  })
  return (key: string): readonly Column[] | undefined =>
    answers[wanted.indexOf(key)]?.data?.data.columns
}
