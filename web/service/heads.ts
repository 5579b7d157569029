import { type Item, useAnswer } from './api.ts'

/** A board or page without its columns, as menus show it: the columns of many boards are a great deal. */
export type Head = Omit<Item<'definitions.list'>, 'columns'>

/** The first thousand boards and pages. */
export function useHeads() {
  const { data, error, refetch } = useAnswer('definitions.list', {
    query: { limit: 1000, columns: false },
  })
  const heads: Head[] | undefined = data?.data
  return { heads, nextCursor: data?.nextCursor ?? null, error, refetch }
}
