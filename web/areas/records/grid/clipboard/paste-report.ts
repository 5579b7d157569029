import { inputOf, isDated, isLink } from '../../../../../shared/column-types.ts'
import { valueWords } from '../../../../service/failures/refused-value.rules.ts'
import { toastDone } from '../../../../ui/toasts/toasts.tsx'
import { shownText } from '../../cells/cell-shown.rules.ts'
import type { Cells, Column } from '../../list/types.ts'
import type { GridHandle } from '../model/handle.ts'
import type { Added } from '../rows/add-rows.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import type { Outcome } from '../rows/outcomes.rules.ts'
import { type ReportNote, summaryOf, unsavedIn, withUnsaved } from '../rows/report.rules.ts'
import { addBeyond, type Beyond } from './beyond-columns.ts'
import { offerMissing, type RefusedCell } from './missing-rows.ts'

/** A text of a column, and what was stored for it. */
export interface Coercion {
  key: string
  sent: string
  stored: string
}

/** The cells pasted into rows that were there, and as new rows. */
interface Sent {
  changes: readonly CellChange[]
  fresh: readonly Cells[]
  beyond: Beyond
}

/** Says how a paste went. Refused cells stay marked, and can be visited one after the other. */
export function reportPaste(
  grid: GridHandle,
  outcome: Outcome,
  added: Added | undefined,
  leftOut: ReadonlySet<string>,
  readHere: readonly Coercion[],
  sent: Sent,
): void {
  const { model, definition, context } = grid
  const columnOf = (key: string) => definition.columns.find((column) => column.key === key)
  // Times are shown as in the grid. For other values, the stored form shows the difference best.
  const storedAs = (key: string, stored: string) => {
    const column = columnOf(key)
    const isTime = column !== undefined && isDated(column.type)
    return isTime ? shownText(column, stored, undefined, context) : stored
  }
  const notes: ReportNote[] = [...leftOut].map((says) => ({
    kind: 'ignored',
    rowId: null,
    key: null,
    line: null,
    says,
  }))
  const conversion = (key: string, sent: string, stored: string) =>
    `“${sent}” was stored as ${storedAs(key, stored)}`
  for (const { key, sent, stored } of readHere) {
    notes.push({
      kind: 'coerced',
      rowId: null,
      key,
      line: null,
      says: conversion(key, sent, stored),
    })
  }
  for (const { rowId, key, ...why } of outcome.refused) {
    notes.push({ kind: 'refused', rowId, key, line: null, says: valueWords(why) })
  }
  for (const { rowId, key, why } of outcome.ignored) {
    notes.push({ kind: 'ignored', rowId, key, line: null, says: why })
  }
  for (const { rowId, key, sent, stored } of outcome.coerced) {
    if (!isWorthReporting(columnOf(key), sent, stored)) continue
    notes.push({ kind: 'coerced', rowId, key, line: null, says: conversion(key, sent, stored) })
  }
  for (const { row, key, ...why } of added?.refused ?? []) {
    notes.push({ kind: 'refused', key, ...rowOf(added, row), says: valueWords(why) })
  }
  for (const { row, key, why } of added?.ignored ?? []) {
    notes.push({ kind: 'ignored', key, ...rowOf(added, row), says: why })
  }
  for (const { row, key, sent, stored } of added?.coerced ?? []) {
    if (!isWorthReporting(columnOf(key), sent, stored)) continue
    notes.push({ kind: 'coerced', key, ...rowOf(added, row), says: conversion(key, sent, stored) })
  }
  const counts = { added: added?.rows.length ?? 0, changed: outcome.changed.length, notes }
  const summary = summaryOf(counts)
  model.edits.message.set(`Pasted: ${summary}.`)
  const { count } = sent.beyond
  const columns = count > 0 && grid.mayAddColumns
  const beyond = columns ? { beyond: { count, add: () => addBeyond(grid, sent.beyond) } } : {}
  const report = notes.length > 0 ? { summary, notes, open: false, ...beyond } : null
  const unsaved = unsavedIn(model.report.get())
  model.report.set(unsaved.length > 0 ? withUnsaved(report, unsaved) : report)
  void offerMissing(grid, refusedCells(outcome, added, sent)).catch(() => {
    // The report says what is wrong.
  })
  if (!report || notes.every(({ kind }) => kind === 'coerced')) return
  toastDone(`${summary}.`, {
    label: 'Review',
    act: () => {
      const now = model.report.get()
      if (now) model.report.set({ ...now, open: true })
    },
  })
}

/** The row of a pasted line, or the line if it became none. */
function rowOf(added: Added | undefined, row: number) {
  const rowId = added?.ids.get(row) ?? null
  return { rowId, line: rowId === null ? row + 1 : null }
}

function refusedCells(
  outcome: Outcome,
  added: Added | undefined,
  { changes, fresh }: Pick<Sent, 'changes' | 'fresh'>,
): RefusedCell[] {
  const to = new Map(changes.map((change) => [`${change.rowId} ${change.key}`, change.to]))
  return [
    ...outcome.refused.map((one) => ({
      ...one,
      line: null,
      sent: to.get(`${one.rowId} ${one.key}`),
    })),
    ...(added?.refused ?? []).map(({ row, ...one }) => ({
      ...one,
      ...rowOf(added, row),
      sent: one.key === null ? undefined : fresh[row]?.[one.key],
    })),
  ]
}

/**
 * Whether a conversion is worth reporting. A `7` that became a number, or a `yes` a tick, is not, nor which ids names stand
 * for: the cells show the names.
 */
const isWorthReporting = (column: Column | undefined, sent: string, stored: string): boolean =>
  !(column && (isLink(column.type) || inputOf(column.type) === 'person')) &&
  sent.trim() !== stored &&
  stored !== 'true' &&
  stored !== 'false'
