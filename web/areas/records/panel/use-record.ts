import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { accepted, api, keyOf, Refused, useAnswer } from '../../../api.ts'
import { isAbout } from '../../../events.rules.ts'
import { useLive } from '../../../live.ts'
import type { Cells, Definition, Row } from '../grid/types.ts'

/** Somebody else changed the row in the meantime: nothing was saved. */
export class Conflict extends Error {
  readonly theirs: Row
  constructor(theirs: Row) {
    super('Someone else changed this row in the meantime.')
    this.theirs = theirs
  }
}

/**
 * A row, kept up to date, and a function that writes its cells.
 *
 * @param known the row as a list has it, which is shown until the service answers.
 */
export function useRecord(definition: Definition, rowId: string, known: Row | undefined) {
  const queries = useQueryClient()
  const input = { params: { key: definition.key, rowId }, query: { expand: 'links' as const } }
  const query = useAnswer('definitions.getRow', input, known && { placeholder: { data: known } })
  const outdate = useCallback(async () => {
    const told = ['getRow', 'getTimeline', 'listLinks'] as const
    const params = { key: definition.key, rowId }
    await Promise.all(
      told.map((name) =>
        queries.invalidateQueries({
          queryKey: keyOf(`definitions.${name}`),
          predicate: ({ queryKey }) => isOf(queryKey[2], params),
        }),
      ),
    )
  }, [queries, definition.key, rowId])

  useLive((event) => {
    if (!isAbout(event, 'rows') || event.data.definition.id !== definition.id) return
    const { rowIds = [] } = event.data
    const rows = 'rows' in event.data ? (event.data.rows ?? []) : []
    const changes = 'changes' in event.data ? (event.data.changes ?? []) : []
    const named = [...rowIds, ...rows.map(({ id }) => id), ...changes.map((each) => each.rowId)]
    if (named.includes(rowId)) outdate()
  })

  /**
   * Writes cells over a version of the row.
   *
   * @throws Conflict, Refused
   */
  const save = async (cells: Cells, version: number): Promise<Row> => {
    try {
      const { data } = await accepted(api.definitions.updateRow(input.params, { cells, version }))
      await outdate()
      return data
    } catch (error) {
      const theirs = error instanceof Refused ? error.failure.current : null
      if (!theirs) throw error
      void outdate() // to get the titles of the rows that it links to now
      throw new Conflict(theirs)
    }
  }
  return { ...query, row: query.data?.data, save, outdate }
}

const isOf = (input: unknown, params: { key: string; rowId: string }): boolean => {
  const asked = (input as { params?: Partial<typeof params> } | undefined)?.params
  return asked?.key === params.key && asked.rowId === params.rowId
}
