import { isLink } from '../../../../../shared/column-types.ts'
import { accepted, api } from '../../../../service/api.ts'
import { addingLink, nameColumn, namesIn } from '../../cells/missing-rows.rules.ts'
import type { Cells } from '../../list/types.ts'
import { write } from '../actions/edit-actions.ts'
import type { GridHandle } from '../model/handle.ts'
import type { CellChange, Refusal } from '../rows/changes.rules.ts'
import { type ReportNote, withoutNotes } from '../rows/report.rules.ts'

/** A refused cell of a paste, and what was pasted into it. */
export interface RefusedCell extends Pick<Refusal, 'rowId' | 'key' | 'reason'> {
  /** Its line in the paste, if it became no row. */
  line: number | null
  sent: unknown
}

const LABEL = 'Add missing rows'

/** Offers to add the rows that pasted links name and that are missing, if their names are unique where they belong. */
export async function offerMissing(
  grid: GridHandle,
  refused: readonly RefusedCell[],
): Promise<void> {
  const { model, definition } = grid
  const report = model.report.get()
  const changes: CellChange[] = []
  const lines = new Map<number, Cells>()
  const names = new Set<string>()
  let cells = 0
  for (const { type, key, settings } of definition.columns) {
    const { definitionKey, multiple = false } = settings
    const missing = refused.filter((one) => {
      return one.key === key && one.reason === 'no_such_row' && typeof one.sent === 'string'
    })
    if (!isLink(type) || !definitionKey || missing.length === 0) continue
    const { data: linked } = await accepted(api.definitions.get({ key: definitionKey }))
    const named = nameColumn(linked.columns)
    if (!named?.unique) continue
    for (const { rowId, line, sent } of missing) {
      const ofCell = namesIn(String(sent), multiple)
      for (const name of ofCell) names.add(`${definitionKey} ${name}`)
      cells += ofCell.length
      const to = ofCell.map((name) => addingLink(named, name))
      const from = model.source.saved(rowId ?? '')?.cells[key] ?? null
      if (rowId !== null) changes.push({ rowId, key, from, to })
      else if (line !== null) lines.set(line, { ...lines.get(line), [key]: to })
    }
  }
  // It may have been closed meanwhile, or another paste may have followed.
  if (cells === 0 || !report || model.report.get() !== report) return
  const offered = changes.length + lines.size
  model.report.set({
    ...report,
    missing: {
      // Of several names in a cell, some may be known.
      count: cells === offered ? names.size : null,
      add: () => addMissing(grid, changes, lines),
    },
  })
}

async function addMissing(
  grid: GridHandle,
  changes: readonly CellChange[],
  lines: ReadonlyMap<number, Cells>,
): Promise<void> {
  const { edits, report } = grid.model
  const now = report.get()
  if (now) {
    const { missing: _, ...rest } = now
    report.set(rest)
  }
  const [{ changed }, added] = await edits.together(LABEL, () =>
    Promise.all([
      write(grid, LABEL, changes),
      lines.size > 0 ? edits.add(LABEL, [...lines.values()]) : undefined,
    ]),
  )
  const done = new Set([...lines.keys()].filter((_, i) => added?.ids.has(i)))
  const isDone = ({ rowId, key, line }: ReportNote) =>
    rowId === null
      ? line !== null && done.has(line)
      : changed.some((change) => change.rowId === rowId && change.key === key)
  report.set(withoutNotes(report.get(), isDone))
}
