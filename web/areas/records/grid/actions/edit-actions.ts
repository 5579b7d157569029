import { flushSync } from 'react-dom'
import { inputOf } from '../../../../../shared/column-types.ts'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { isTyped, parsed } from '../../cells/cell-parse.rules.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import type { GridColumn } from '../layout/laid-out.ts'
import {
  changeAt,
  focus,
  type GridHandle,
  isThere,
  loaded,
  select,
  selectedRange,
} from '../model/handle.ts'
import type { Editing } from '../model/model.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { isSame } from '../rows/live.rules.ts'
import { isBlank, type NewRow, stands } from '../rows/new-rows.ts'
import { nothing, type Outcome } from '../rows/outcomes.rules.ts'
import { ASKED, questionAt } from '../rows/questions.rules.ts'
import { toastRefused, toldOutcome } from '../rows/refused.ts'
import { unsavedIn, without } from '../rows/report.rules.ts'
import { at, isSingle, tabbed } from '../selection/selection.rules.ts'

/** Where the selection goes after an edit. */
export type Then = 'down' | 'up' | 'right' | 'left' | 'stay'

/** Opens the editor of the active cell; a checkbox toggles instead. If it is locked, says why. */
export function beginEdit(grid: GridHandle, typed: string | null = null): void {
  const { model, layout, mayEdit } = grid
  const { active } = model.selection.get()
  const column = layout.columns[active.column]
  const { source } = model
  const rowId = source.idAt(active.row)
  if (!column || rowId === null) return
  if (column.locked !== null || !mayEdit) {
    sayLocked(grid)
    return
  }
  const fresh = source.news.get(rowId)
  const before = (fresh ?? source.rowAt(active.row))?.cells[column.key] ?? null
  const over = fresh || source.drafts.hasCell(rowId, column.key) ? null : { value: before }
  const kept = typed === null && isTyped(column.column) ? unsavedAt(grid, rowId, column) : null
  const editing = {
    rowId,
    column: active.column,
    typed: kept ? kept.typed : typed,
    before,
    over,
    problem: kept ? kept.problem : null,
  }
  if (inputOf(column.column.type) !== 'tick') {
    model.typing.current = isTyped(column.column) ? typed : null
    model.held.current = []
    model.editing.set(editing)
    if (!over) learnSaved(grid, editing, column.key)
  } else if (typed === null || typed === ' ') setCell(grid, editing, before !== true)
}

/** The text that was typed into a cell and is kept here, and why it is not saved. */
function unsavedAt(
  { model: { edits, report, source } }: GridHandle,
  rowId: string,
  { key }: GridColumn,
): { typed: string; problem: string } | null {
  const isCell = (one: { rowId: string | null; key: string | null }) =>
    one.rowId === rowId && one.key === key
  const question = source.drafts.hasCell(rowId, key)
    ? undefined
    : edits.questions.get().find(isCell)
  if (question) return { typed: String(question.mine ?? ''), problem: `${ASKED}.` }
  const note = unsavedIn(report.get()).find(isCell)
  return note ? { typed: String(note.typed), problem: `${note.says}.` } : null
}

/**
 * If our own change is still being saved when a cell is opened, bases the edit on its result. If that turns out to be asked
 * about, the edit goes on from what was typed.
 */
async function learnSaved({ model }: GridHandle, editing: Editing, key: string): Promise<void> {
  const { rowId, column } = editing
  await model.edits.settled()
  const now = model.editing.get()
  const row = model.source.saved(rowId)
  const isSameCell = now?.rowId === rowId && now.column === column
  if (!row || !isSameCell || model.source.drafts.hasCell(row.id, key)) return
  if (questionAt(model.edits.questions.get(), { rowId: row.id, key })) return
  model.editing.set({ ...now, over: { value: row.cells[key] ?? null } })
}

export function cancelEdit(grid: GridHandle): void {
  grid.model.editing.set(null)
  focus(grid)
}

/** Saves an editor's result, once, and moves on. */
export function commitEdit(grid: GridHandle, to: unknown, then: Then, shown: unknown = to): void {
  const { model } = grid
  const editing = model.editing.get()
  // An editor that closes also loses the focus, which would save again.
  if (!editing) return
  const { rowId, column } = editing
  const row = model.source.placeOf(rowId)
  model.editing.set(null)
  focusUnlessElsewhere(grid)
  setCell(grid, editing, to, shown)
  if (then !== 'stay' && row !== undefined) {
    const { bounds } = model
    const by = then === 'down' ? 1 : then === 'up' ? -1 : 0
    const next =
      by === 0
        ? tabbed({ row, column }, then === 'left', bounds.current)
        : { row: Math.max(0, row + by), column }
    const isOnward = next.row > row || (by === 0 && then === 'right' && next.column === column)
    if (!isOnward || !beginNext(grid, row)) {
      select(grid, at(Math.min(next.row, bounds.current.rows - 1), next.column))
    }
  }
}

/** Moves on at once, and writes the cell when its value is there. */
export function commitLater(grid: GridHandle, to: Promise<unknown>, then: Then): void {
  const { editing, source } = grid.model
  const open = editing.get()
  if (!open) return
  // A new row without anything else would be gone when it is left.
  commitEdit(grid, open.before, source.news.isBlank(open.rowId) ? 'stay' : then)
  to.then(
    (value) => setCell(grid, open, value),
    () => {},
  )
}

/** Moves from the last added row to another new one. Returns false from any other row, or if the last one is blank. */
export function beginNext(grid: GridHandle, row: number): boolean {
  const { source } = grid.model
  const id = source.idAt(row)
  const fresh = source.news.at(row - source.total)
  if (row !== source.count - 1 || !source.news.isLast(id) || (fresh && isBlank(fresh))) return false
  select(grid, at(...freshPlace(grid)))
  return true
}

/** Writes a cell of an existing row, or of a new one. A text that is typed and refused is kept at the cell. */
function setCell(grid: GridHandle, editing: Editing, to: unknown, shown: unknown = to): void {
  const { model, layout } = grid
  const { rowId, before, over } = editing
  const target = layout.columns[editing.column]
  if (!target) return
  model.report.set(without(model.report.get(), model.source.news.idOf(rowId), target.key))
  if (model.source.news.get(rowId)) {
    model.source.news.write(rowId, target.key, to)
    fill(grid, rowId, `Edit ${target.column.name}`)
    return
  }
  const row = model.source.placeOf(rowId)
  const change = row === undefined ? null : changeAt(grid, row, target, to)
  const from = over && !isSame(to, before) ? over.value : before
  const edit = change && { ...change, from }
  if (!edit) {
    toastFailure(new Error('This row is no longer in the list. Someone deleted or moved it.'))
    return
  }
  write(grid, `Edit ${target.column.name}`, [edit], () => shown).then(({ refused }) => {
    if (isTyped(target.column)) model.edits.keepTyped([edit], refused)
  })
}

function focusUnlessElsewhere(grid: GridHandle): void {
  const { activeElement } = document
  const element = grid.scroller()
  if (!activeElement || activeElement === document.body || element?.contains(activeElement))
    focus(grid)
}

/** Clears the selection. */
export async function clear(grid: GridHandle, label = 'Clear cells'): Promise<void> {
  const range = selectedRange(grid)
  if (!grid.mayEdit) return sayLocked(grid)
  if (!range || !(await loaded(grid, range))) return
  const columns = grid.layout.columns.slice(range.left, range.right + 1)
  const changes: (CellChange | null)[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    for (const column of columns) {
      const change = changeAt(grid, row, column, null)
      changes.push(change && { ...change, empties: true })
    }
  }
  if (isSingle(grid.model.selection.get())) sayLocked(grid)
  await write(grid, label, changes.filter(isThere))
}

/** Says why the active cell cannot be changed, at the cell and for screen readers. */
export function sayLocked({ model, layout }: GridHandle): void {
  const over = model.selection.get()
  const column = layout.columns[over.active.column]
  if (!column?.locked) return
  model.edits.message.set(`${column.column.name}: ${column.locked}`)
  model.tip.set({ over, why: column.locked })
}

/** Writes cells, and reports refusals. */
export async function write(
  grid: GridHandle,
  label: string,
  changes: readonly CellChange[],
  shown?: (change: CellChange) => unknown,
): Promise<Outcome> {
  if (changes.length === 0) return nothing()
  const { edits } = grid.model
  const outcome = await toldOutcome(grid.definition, edits.change(label, changes, shown))
  const done = outcome.changed.length
  if (done > 1) edits.message.set(`${label}: ${done.toLocaleString()} cells.`)
  return outcome
}

/** Starts a row after the last one; it is saved once its required cells are filled. */
export function beginRow(grid: GridHandle): void {
  if (!grid.mayEdit) return
  select(grid, at(...freshPlace(grid)))
  focus(grid)
  beginEdit(grid)
}

/**
 * Goes below the last row, where a new row begins with whatever is typed or pasted; it disappears if it is left blank.
 * False if no row can be added.
 */
export function beginBlank(grid: GridHandle): boolean {
  const { model, mayEdit, layout } = grid
  if (!mayEdit || layout.columns.length === 0 || model.source.state.get().is === 'loading')
    return false
  const { column } = model.selection.get().active
  const [row] = freshPlace(grid)
  select(grid, at(row, column))
  focus(grid)
  return true
}

/** Adds a new row after the others, and returns where filling it in starts. */
function freshPlace({ model, layout }: GridHandle): [row: number, column: number] {
  // It is drawn at once, so that it can be scrolled to and takes the next key.
  flushSync(() => model.source.news.begin())
  const column = layout.columns.findIndex(({ locked }) => locked === null)
  return [model.source.count - 1, Math.max(0, column)]
}

/** The required columns that are still empty in a new row. */
export const missingIn = ({ definition }: GridHandle, draft: Record<string, unknown>): string[] =>
  definition.columns
    .filter(({ required, readOnly, key }) => required && !readOnly && isEmpty(draft[key]))
    .map(({ name }) => name)

/** Saves a new row if it is complete and has changed since it was refused. */
export async function fill(grid: GridHandle, id: string, label: string): Promise<void> {
  const { model } = grid
  const row = model.source.news.get(id)
  if (row && !isReady(grid, row)) return
  try {
    const first = await model.edits.fill(label, id)
    if (first) toastRefused(grid.definition, [first])
  } catch {
    // The queue of edits has already shown why.
  }
}

function isReady(grid: GridHandle, { id, cells, asked, trouble }: NewRow): boolean {
  if (asked !== null || grid.model.edits.isFilling(id)) return true
  if (Object.keys(cells).length === 0 || missingIn(grid, cells).length > 0) return false
  return !trouble || Object.keys(trouble.cells).length === 0 || !stands(trouble, cells)
}

/** Sends the new rows again that were not created. */
export function tryAgain(grid: GridHandle): void {
  const { news } = grid.model.source
  for (const { id, trouble } of news.rows.get()) {
    if (trouble) fill(grid, id, 'Add a row')
  }
}

/** The value shown for pasted or filled text until the service answers. */
export function shownFor({ layout, context }: GridHandle, { key, to }: CellChange): unknown {
  const column = layout.columns.find((one) => one.key === key)?.column
  return column && typeof to === 'string' ? parsed(column, to, context.region) : to
}
