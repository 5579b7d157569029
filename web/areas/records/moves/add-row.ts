import { api, Refused } from '../../../service/api.ts'
import { isGateway, isReached } from '../../../service/reach.ts'
import type { GridModel } from '../grid/model/model.ts'
import type { Cells, Row } from '../list/types.ts'

/**
 * Adds a row outside the grid. While the service is away, it waits with all other edits.
 *
 * @param id the row's name until it is there, and the key of its request, so that one whose answer was lost makes no
 *   second row.
 * @returns the row's id; undefined if it waits.
 * @throws Refused
 */
export async function addRow(
  { source, edits }: GridModel,
  id: string,
  cells: Cells,
): Promise<string | undefined> {
  if (isReached()) {
    const made = await source.make(async () => {
      const answer = await api.definitions.createRows(
        { key: source.key },
        { rows: [{ cells }] },
        {
          idempotencyKey: id,
        },
      )
      if (answer.ok) source.append(answer.data as Row[])
      return answer
    })
    if (made.ok) return (made.data as Row[])[0]!.id
    if (made.code !== 'unreachable' && !isGateway(made.status)) throw new Refused(made)
  }
  // It may have been created all the same.
  source.news.add([{ id, cells, asked: cells, trouble: null }])
  // Its refusal is shown with the row.
  void edits.fill('Add a row', id).catch(() => {})
  return undefined
}
