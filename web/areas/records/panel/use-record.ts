import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { accepted, api, keyOf, useAnswer } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { useLive } from '../../../service/live.ts'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { isTyped } from '../cells/cell-parse.rules.ts'
import { modelOf } from '../grid/model/models.ts'
import type { Column, Definition, Row } from '../list/types.ts'

/** How a record's row is asked for. */
export const rowInput = (key: string, rowId: string) => ({
  params: { key, rowId },
  query: { expand: 'links' as const },
})

/**
 * A row, kept up to date, and a function that writes its cells.
 *
 * @param known the row as a list has it, which is shown until the service answers.
 */
export function useRecord(definition: Definition, rowId: string, known: Row | undefined) {
  const queries = useQueryClient()
  const query = useAnswer(
    'definitions.getRow',
    rowInput(definition.key, rowId),
    known && { placeholder: { data: known } },
  )
  const outdate = useCallback(async () => {
    const outdated = ['getRow', 'getTimeline', 'listLinks'] as const
    const params = { key: definition.key, rowId }
    await Promise.all(
      outdated.map((name) =>
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

  const model = modelOf(definition.key)
  /**
   * Writes a cell over the row as it was shown, in order with all other edits; while the service is away, it waits.
   *
   * @param isLeft whether its field is gone, so that what was typed and refused is kept at the cell.
   * @returns false if somebody else changed it first, so that it is asked about.
   * @throws an error that says why it was refused
   */
  const save = async (
    column: Column,
    to: unknown,
    over: unknown,
    at: Row,
    isLeft: () => boolean,
  ): Promise<boolean> => {
    const { source, edits } = model
    source.learn(at)
    const change = { rowId, key: column.key, from: over, to }
    const { refused, conflicts } = await edits.change(`Edit ${column.name}`, [change])
    if (isLeft() && isTyped(column)) edits.keepTyped([change], refused)
    await outdate()
    if (refused[0]) throw new Error(valueWords(refused[0]))
    return conflicts.length === 0
  }
  /** Writes a cell whose names lead nowhere, over the row as it was shown. It can be as empty before as afterwards. */
  const resolve = async ({ key }: Column, to: unknown, { version }: Row): Promise<void> => {
    const edit = { cells: { [key]: to }, version }
    try {
      await accepted(api.definitions.updateRow({ key: definition.key, rowId }, edit))
    } catch (error) {
      toastFailure(error)
    }
    await outdate()
  }
  return { ...query, row: query.data?.data, save, resolve, outdate, model }
}

export type SavedRecord = ReturnType<typeof useRecord>

const isOf = (input: unknown, params: { key: string; rowId: string }): boolean => {
  const asked = (input as { params?: Partial<typeof params> } | undefined)?.params
  return asked?.key === params.key && asked.rowId === params.rowId
}
