import { valueWords } from '../../../../ui/failures/refused-value.rules.ts'
import { toastDone } from '../../../../ui/toasts/toasts.tsx'
import { shownText } from '../cells/cell-shown.rules.ts'
import type { GridHandle } from '../handle.ts'
import type { Added } from '../rows/add-rows.ts'
import type { Outcome } from '../rows/save-cells.ts'
import { type ReportNote, summaryOf, unsavedIn, withUnsaved } from './report.rules.ts'

/** A text of a column, and what was stored for it. */
export interface Coercion {
  key: string
  sent: string
  stored: string
}

/** Says how a paste went. Refused cells stay marked, and can be visited one after the other. */
export function reportPaste(
  { model, definition, context }: GridHandle,
  outcome: Outcome,
  added: Added | undefined,
  leftOut: ReadonlySet<string>,
  readHere: readonly Coercion[],
): void {
  const columnOf = (key: string) => definition.columns.find((column) => column.key === key)
  // Times are shown as in the grid. For other values, the stored form shows the difference best.
  const storedAs = (key: string, stored: string) => {
    const column = columnOf(key)
    const isTime = column?.type === 'date' || column?.type === 'datetime'
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
    if (!isWorthReporting(sent, stored)) continue
    notes.push({ kind: 'coerced', rowId, key, line: null, says: conversion(key, sent, stored) })
  }
  const rowOf = (row: number) => {
    const rowId = added?.ids.get(row) ?? null
    return { rowId, line: rowId === null ? row + 1 : null }
  }
  for (const { row, key, ...why } of added?.refused ?? []) {
    notes.push({ kind: 'refused', key, ...rowOf(row), says: valueWords(why) })
  }
  for (const { row, key, why } of added?.ignored ?? []) {
    notes.push({ kind: 'ignored', key, ...rowOf(row), says: why })
  }
  for (const { row, key, sent, stored } of added?.coerced ?? []) {
    if (!isWorthReporting(sent, stored)) continue
    notes.push({ kind: 'coerced', key, ...rowOf(row), says: conversion(key, sent, stored) })
  }
  const counts = { added: added?.rows.length ?? 0, changed: outcome.changed.length, notes }
  const summary = summaryOf(counts)
  model.edits.message.set(`Pasted: ${summary}.`)
  const report = notes.length > 0 ? { summary, notes, open: false } : null
  const unsaved = unsavedIn(model.report.get())
  model.report.set(unsaved.length > 0 ? withUnsaved(report, unsaved) : report)
  if (!report || notes.every(({ kind }) => kind === 'coerced')) return
  toastDone(`${summary}.`, {
    label: 'Review',
    act: () => {
      const now = model.report.get()
      if (now) model.report.set({ ...now, open: true })
    },
  })
}

/** Whether a conversion is worth reporting. That `7` became a number, or `yes` a tick, is not. */
const isWorthReporting = (sent: string, stored: string): boolean =>
  sent.trim() !== stored && stored !== 'true' && stored !== 'false'
