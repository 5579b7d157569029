import type {
  DefinitionView,
  RowFacts,
  StoredCells,
} from '../../records/definitions/definition.rules.ts'
import { projectReceipts, type RowReceipt } from '../../records/rows/rows.rules.ts'
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
  const data = rows.map((row) => ({
    id: row.id,
    position: row.position,
    source: sourceOf(writer),
    cells: view.project(row.cells, factsOf(row, writer, now)),
    createdBy: row.createdBy,
  }))
  const projected = projectReceipts(
    view,
    rows.map(({ receipt }) => receipt),
  )
  const receipts =
    writer.family === 'page'
      ? projected.map((receipt, i) => ({ ...receipt, outcome: rows[i]!.outcome }))
      : projected
  return single ? { data: data[0], ...receipts[0] } : { data, receipts }
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
