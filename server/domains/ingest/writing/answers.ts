import type {
  DefinitionView,
  RowFacts,
  StoredCells,
} from '../../records/definitions/definition.rules.ts'
import { projectReceipts, type RowReceipt } from '../../records/rows/rows.rules.ts'
import { namesOthers } from '../../records/rows/unresolved.rules.ts'
import { sourceOf, type Writer } from '../keys/writer.rules.ts'

export type RecordOutcome = 'created' | 'updated' | 'replayed'

/** What happened to one row of a request. In a dry run it has neither id nor position. */
export interface WrittenRow {
  id: string | null
  position: number | null
  cells: StoredCells
  createdBy: string
  createdAt: Date
  receipt: RowReceipt
  outcome: RecordOutcome
}

/** The body of a write's answer, exactly as in the contract; only pages have `outcome`. */
export function answerOf(
  view: DefinitionView,
  writer: Writer,
  rows: readonly WrittenRow[],
  single: boolean,
  now: Date,
): object {
  const shown = writer.readsNothing ? unreadOf(view) : undefined
  const data = rows.map((row) => {
    const cells = view.project(row.cells, factsOf(row, writer, now))
    return {
      id: row.id,
      position: row.position,
      source: sourceOf(writer),
      cells: shown ? shown.cells(cells, row.receipt) : cells,
      createdBy: row.createdBy,
    }
  })
  const projected = projectReceipts(
    view,
    rows.map(({ receipt }) => (shown ? shown.receipt(receipt) : receipt)),
  )
  const receipts =
    writer.family === 'page'
      ? projected.map((receipt, i) => ({ ...receipt, outcome: rows[i]!.outcome }))
      : projected
  return single ? { data: data[0], ...receipts[0] } : { data, receipts }
}

/**
 * Answers for somebody who reads nothing: the cells that name rows or people have what was sent, whether it leads somewhere or
 * not. Formulas over them are left out.
 */
function unreadOf({ columns, definition }: DefinitionView) {
  const naming = definition.columns.filter(namesOthers)
  const slots = new Set(naming.map(({ slot }) => slot))
  const hidden = new Set(naming.map(({ id }) => id))
  for (let size = -1; size !== hidden.size; ) {
    size = hidden.size
    for (const { id, settings } of definition.columns) {
      if (Object.values(settings.inputs ?? {}).some((input) => hidden.has(input))) hidden.add(id)
    }
  }
  return {
    cells(cells: object, { sent = {} }: RowReceipt): object {
      const shown: Record<string, unknown> = { ...cells }
      for (const { id, key, slot } of columns) {
        if (slot in sent) shown[key] = sent[slot]
        else if (hidden.has(id)) delete shown[key]
      }
      return shown
    },
    receipt: (receipt: RowReceipt): RowReceipt => ({
      ...receipt,
      coerced: receipt.coerced.filter(({ slot }) => !slots.has(slot)),
    }),
  }
}

/** The cells of a row that was written or tried, as a reader sees them. */
export const cellsShown = (view: DefinitionView, row: WrittenRow) =>
  view.project(row.cells, {
    position: row.position,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: row.createdAt,
    updatedBy: row.createdBy,
  })

/** The facts that computed columns show. A row that was not updated last changed when it was made. */
function factsOf(row: WrittenRow, { by }: Writer, now: Date): RowFacts {
  const updated = row.outcome === 'updated'
  return {
    position: row.position,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: updated ? now : row.createdAt,
    updatedBy: updated ? by : row.createdBy,
  }
}
