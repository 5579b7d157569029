import { codeOf } from '../../../api.ts'
import { valueWords } from '../../../ui/refused-value.rules.ts'
import { toastFailure } from '../../../ui/toasts.tsx'
import { isTyped, parsed } from './cell-parse.rules.ts'
import { isEmpty } from './cell-text.rules.ts'
import type { CellChange, Refusal } from './changes.rules.ts'
import type { Then } from './editors/editor.ts'
import { changeAt, focus, type Ground, isThere, loaded, select, selectedRange } from './ground.ts'
import { isSame } from './live.rules.ts'
import { DRAFT, type Editing, placeOfRow } from './model.ts'
import { nothing, type Outcome } from './save-cells.ts'
import { at, isSingle, tabbed } from './selection.rules.ts'

/** Opens the editor of the active cell; a checkbox turns over instead. Says why where it is locked. */
export function beginEdit(
  ground: Ground,
  typed: string | null = null,
  problem: string | null = null,
): void {
  const { model, layout, mayEdit } = ground
  const { active } = model.selection.get()
  const column = layout.columns[active.column]
  const isDraft = active.row === model.source.total && model.draft.get() !== null
  const row = model.source.rowAt(active.row)
  if (!column || (!row && !isDraft)) return
  if (column.locked !== null || !mayEdit) {
    model.edits.said.set(`${column.column.name}: ${column.locked ?? 'Viewers may not change it.'}`)
    return
  }
  const rowId = row?.id ?? DRAFT
  const before = (row?.cells ?? model.draft.get())?.[column.key] ?? null
  const over = model.source.drafts.hasCell(rowId, column.key) ? null : { value: before }
  const editing = { rowId, column: active.column, typed, before, over, problem }
  if (column.column.type !== 'checkbox') {
    model.editing.set(editing)
    if (!over) learnSaved(ground, editing, column.key)
  } else if (typed === null || typed === ' ') put(ground, editing, before !== true)
}

/** A cell that is opened while a change of our own is on its way is edited over what that one leaves. */
async function learnSaved({ model }: Ground, editing: Editing, key: string): Promise<void> {
  const { rowId, column } = editing
  await model.edits.settled()
  const now = model.editing.get()
  const row = model.source.saved(rowId)
  const isSameCell = now?.rowId === rowId && now.column === column
  if (!row || !isSameCell || model.source.drafts.hasCell(rowId, key)) return
  model.editing.set({ ...now, over: { value: row.cells[key] ?? null } })
}

export function cancelEdit(ground: Ground): void {
  ground.model.editing.set(null)
  focus(ground)
}

/** Takes what an editor was closed with, once, and goes on. */
export function commitEdit(ground: Ground, to: unknown, then: Then, shown: unknown = to): void {
  const { model } = ground
  const editing = model.editing.get()
  // An editor that closes loses the focus, and is told of that as well.
  if (!editing) return
  const { rowId, column } = editing
  const row = placeOfRow(model, rowId)
  model.editing.set(null)
  focusUnlessElsewhere(ground)
  put(ground, editing, to, shown, (message) => {
    if (model.selection.get() === left && !model.editing.get()) mend(ground, editing, to, message)
    else tellRefused(message)
  })
  if (then !== 'stay' && row !== undefined) {
    const { bounds } = model
    const by = then === 'down' ? 1 : then === 'up' ? -1 : 0
    const next =
      by === 0
        ? tabbed({ row, column }, then === 'left', bounds.current)
        : { row: Math.max(0, Math.min(row + by, bounds.current.rows - 1)), column }
    select(ground, at(next.row, next.column))
  }
  const left = model.selection.get()
}

/** Opens a cell again for what was refused, with the reason beside it; to be chosen anew is told alone. */
function mend(ground: Ground, { rowId, column }: Editing, to: unknown, message: string): void {
  const row = placeOfRow(ground.model, rowId)
  const shown = ground.layout.columns[column]
  if (row === undefined || !shown || !isTyped(shown.column)) tellRefused(message)
  else {
    select(ground, at(row, column))
    beginEdit(ground, String(to ?? ''), message)
  }
}

/** Writes a cell of a row that is there, or of the one that is being filled in. */
function put(
  ground: Ground,
  editing: Editing,
  to: unknown,
  shown: unknown = to,
  onRefused = tellRefused,
): void {
  const { model, layout } = ground
  const { rowId, before, over } = editing
  const target = layout.columns[editing.column]
  if (!target) return
  if (rowId === DRAFT) {
    fillDraft(ground, target.key, to)
    return
  }
  const row = model.source.placeOf(rowId)
  const change = row === undefined ? null : changeAt(ground, row, target, to)
  const from = over && !isSame(to, before) ? over.value : before
  const edit = change && { ...change, from, pondered: over !== null }
  if (edit) write(ground, `Edit ${target.column.name}`, [edit], () => shown, onRefused)
  else toastFailure(new Error('The row is not there any more: somebody deleted or moved it.'))
}

function focusUnlessElsewhere(ground: Ground): void {
  const { activeElement } = document
  const grid = ground.scroller()
  if (!activeElement || activeElement === document.body || grid.contains(activeElement))
    focus(ground)
}

/** Empties what is selected. */
export async function clear(ground: Ground, label = 'Clear cells'): Promise<void> {
  const range = selectedRange(ground)
  if (!range || !ground.mayEdit || !(await loaded(ground, range))) return
  const columns = ground.layout.columns.slice(range.left, range.right + 1)
  const changes: (CellChange | null)[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    for (const column of columns) changes.push(changeAt(ground, row, column, null))
  }
  if (isSingle(ground.model.selection.get())) sayLocked(ground)
  await write(ground, label, changes.filter(isThere))
}

function sayLocked({ model, layout }: Ground): void {
  const column = layout.columns[model.selection.get().active.column]
  if (column?.locked) model.edits.said.set(`${column.column.name}: ${column.locked}`)
}

const tellRefused = (message: string): void => toastFailure(new Error(message))

const refusedWords = ({ definition }: Ground, { key, message }: Pick<Refusal, 'key' | 'message'>) =>
  valueWords(message, definition.columns.find((column) => column.key === key)?.name)

/** Writes cells, and says what was refused. */
export async function write(
  ground: Ground,
  label: string,
  changes: readonly CellChange[],
  shown?: (change: CellChange) => unknown,
  onRefused = tellRefused,
): Promise<Outcome> {
  if (changes.length === 0) return nothing()
  const { model } = ground
  try {
    const outcome = await model.edits.change(label, changes, shown)
    const [first] = outcome.refused
    if (first) {
      const more = outcome.refused.length - 1
      const rest = more > 0 ? ` And ${more.toLocaleString()} more.` : ''
      onRefused(`${refusedWords(ground, first)}.${rest}`)
    }
    const done = outcome.changed.length
    if (done > 1) model.edits.said.set(`${label}: ${done.toLocaleString()} cells.`)
    return outcome
  } catch {
    // The queue of edits has shown why.
    return nothing()
  }
}

/** Begins a row after the last one; it is saved as soon as all that is required is there. */
export function beginRow(ground: Ground): void {
  const { model, layout, mayEdit } = ground
  if (!mayEdit) return
  if (!model.draft.get()) model.draft.set({})
  const column = Math.max(
    0,
    layout.columns.findIndex(({ locked }) => locked === null),
  )
  // The row is drawn first, so that it can be scrolled to.
  requestAnimationFrame(() => {
    select(ground, at(model.source.total, column))
    focus(ground)
    beginEdit(ground)
  })
}

/** The required columns in which a new row has nothing yet. */
export const missingIn = ({ definition }: Ground, draft: Record<string, unknown>): string[] =>
  definition.columns
    .filter(({ required, readOnly, key }) => required && !readOnly && isEmpty(draft[key]))
    .map(({ name }) => name)

async function fillDraft(ground: Ground, key: string, value: unknown): Promise<void> {
  const { model } = ground
  const draft = { ...model.draft.get(), [key]: value }
  if (isEmpty(value)) delete draft[key]
  model.draft.set(draft)
  if (Object.keys(draft).length === 0 || missingIn(ground, draft).length > 0) return
  try {
    const { refused } = await model.edits.add('Add a row', [draft])
    const [first] = refused
    if (!first) return model.draft.set(null)
    tellRefused(`${refusedWords(ground, first)}.`)
    const { [first.key ?? key]: _, ...left } = draft
    model.draft.set(left)
  } catch (error) {
    if (codeOf(error) === undefined) model.draft.set(draft)
  }
}

/** What is shown for pasted or filled text until the service answers. */
export function shownFor({ layout }: Ground, { key, to }: CellChange): unknown {
  const column = layout.columns.find((one) => one.key === key)?.column
  if (!column || typeof to !== 'string') return to
  const read = parsed(column, to)
  return 'value' in read ? read.value : to
}
