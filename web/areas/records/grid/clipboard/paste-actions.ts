import { accepted, api } from '../../../../api.ts'
import { valueWords } from '../../../../ui/failures/refused-value.rules.ts'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { shownText } from '../cells/cell-shown.rules.ts'
import { shownFor } from '../editors/edit-actions.ts'
import { changeAt, type Ground, loaded } from '../ground.ts'
import type { ReportNote } from '../report.ts'
import type { Added } from '../rows/add-rows.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { nothing, type Outcome } from '../rows/save-cells.ts'
import { rangeOf } from '../selection/selection.rules.ts'
import type { Cells, Column } from '../types.ts'
import { parseTsv } from './clipboard.rules.ts'
import { copiedAs } from './copy-actions.ts'
import { columnsBeyond, type PastePlan, planPaste } from './paste.rules.ts'

/** Pastes the clipboard's cells from the active cell on, and adds rows if they go beyond the last one. */
export async function paste(event: ClipboardEvent, ground: Ground): Promise<void> {
  const { model, layout, mayEdit } = ground
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const html = event.clipboardData?.getData('text/html') ?? ''
  const block = text.includes('\t') ? parseTsv(text) : (tableIn(html) ?? parseTsv(text))
  event.preventDefault()
  if (!mayEdit || (text === '' && html === '') || layout.columns.length === 0) return
  const own = copiedAs(text)
  await model.source.counted()
  const wanted = planNow(ground, block)
  const outside = columnsBeyond(wanted.plan)
  const extra = await extraColumns(ground, outside)
  if (extra === 'none') return
  const bottom = Math.min(wanted.plan.range.bottom, wanted.size.rows - 1)
  const there = { ...wanted.plan.range, bottom }
  if (bottom >= there.top && !(await loaded(ground, there))) return
  // Rows, and the selection with them, may have changed in the meantime.
  const { plan, selected, size } = planNow(ground, block)

  const values = own && own.values.length === block.length ? own : null
  const valueFor = (i: number, j: number, column: Column, sent: unknown): unknown => {
    const from = values?.columns[j % block[0]!.length]
    const isSame =
      from?.type === column.type && from.settings.definitionKey === column.settings.definitionKey
    return isSame
      ? values!.values[i % block.length]![j % block[0]!.length]
      : sent === ''
        ? null
        : sent
  }
  const leftOut = new Set<string>()
  // People who may add columns have already been asked about these.
  if (outside > 0 && !ground.mayAddColumns) {
    const what = outside === 1 ? '1 pasted column goes' : `${outside} pasted columns go`
    leftOut.add(`${what} beyond the last column`)
  }
  const changes: CellChange[] = []
  for (const { row, column, value } of plan.cells) {
    const target = layout.columns[column]!
    const i = row - selected.top
    const to = valueFor(i, column - selected.left, target.column, value)
    const change = changeAt(ground, row, target, to)
    if (change) changes.push(change)
    else if (target.locked) leftOut.add(`${target.column.name}: ${target.locked}`)
  }
  plan.beyond.forEach((beyond, i) => {
    const row = model.source.rowAt(selected.top + i)
    if (!row) return
    extra.forEach((key, j) => {
      changes.push({ rowId: row.id, key, from: null, to: beyond[j] === '' ? null : beyond[j] })
    })
  })
  const fresh = freshRows(ground, plan, extra, size.rows - selected.top, valueFor, selected.left)
  model.source.news.dropBlank(null)
  const pasted = {
    active: { row: plan.range.top, column: plan.range.left },
    end: { row: plan.range.bottom, column: plan.range.right },
  }
  model.selection.set(pasted)
  const [outcome, added] = await model.edits.together('Paste', () =>
    Promise.all([
      changes.length > 0
        ? model.edits.change('Paste', changes, (change) => shownFor(ground, change))
        : nothing(),
      fresh.length > 0 ? model.edits.add('Paste', fresh) : undefined,
    ]),
  )
  // If there were no rows before, the selection could not reach down to the new ones.
  const { active } = model.selection.get()
  if (active.row === pasted.active.row && active.column === pasted.active.column) {
    model.selection.set(pasted)
  }
  reportPaste(ground, outcome, added, leftOut, size.rows)
}

function planNow({ model, layout }: Ground, block: string[][]) {
  const range = rangeOf(model.selection.get())
  const selected = range.top < 0 ? { ...range, top: 0, bottom: 0 } : range
  const size = { rows: model.source.total, columns: layout.columns.length }
  return { plan: planPaste(block, selected, size), selected, size }
}

function freshRows(
  { layout }: Ground,
  plan: PastePlan,
  extra: readonly string[],
  first: number,
  valueFor: (i: number, j: number, column: Column, sent: unknown) => unknown,
  left: number,
): Cells[] {
  return plan.added.map((cells, n) => {
    const i = Math.max(0, first) + n
    const written = cells
      .map(({ column, value }) => ({ target: layout.columns[column]!, column, value }))
      .filter(({ target }) => target.locked === null)
      .map(({ target, column, value }) => [
        target.key,
        valueFor(i, column - left, target.column, value),
      ])
    const beyond = extra.map((key, j) => [key, plan.beyond[i]?.[j]])
    const all = [...written, ...beyond].filter(([, value]) => value !== null && value !== '')
    return Object.fromEntries(all) as Cells
  })
}

/**
 * Asks whether to add columns for the cells beyond the last one. Returns the keys of the added columns, or `none` if
 * nothing should be pasted.
 */
async function extraColumns(ground: Ground, count: number): Promise<string[] | 'none'> {
  const { model, definition, mayAddColumns } = ground
  if (count === 0) return []
  const choice = mayAddColumns
    ? await new Promise<'add' | 'leave' | 'cancel'>((answer) => {
        model.beyond.set({
          count,
          answer: (choice) => {
            model.beyond.set(null)
            answer(choice)
          },
        })
      })
    : 'leave'
  if (choice === 'cancel') return 'none'
  if (choice === 'leave') return []
  const names = new Set(definition.columns.map(({ name }) => name.toLowerCase()))
  const keys: string[] = []
  try {
    for (let n = definition.columns.length + 1; keys.length < count; n++) {
      const name = `Column ${n}`
      if (names.has(name.toLowerCase())) continue
      const body = { name, type: 'text' as const }
      const made = await accepted(api.definitions.createColumn({ key: definition.key }, body))
      keys.push(made.data.key)
    }
    return keys
  } catch (error) {
    toastFailure(error)
    return 'none'
  }
}

/** The cells of the first table in pasted HTML. The HTML is only parsed: nothing in it runs or loads. */
function tableIn(html: string): string[][] | null {
  if (!/<table/i.test(html)) return null
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table || table.rows.length === 0) return null
  const rows = [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => {
      for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith('\n')
      const text = (cell.textContent ?? '').trim()
      return [text, ...Array<string>(Math.max(0, cell.colSpan - 1)).fill('')]
    }),
  )
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

function reportPaste(
  { model, definition, context }: Ground,
  outcome: Outcome,
  added: Added | undefined,
  leftOut: ReadonlySet<string>,
  firstAdded: number,
): void {
  const columnOf = (key: string | null) => definition.columns.find((column) => column.key === key)
  const nameOf = (key: string | null) => columnOf(key)?.name ?? key
  // Times are shown as in the grid. For other values, the stored form shows the difference best.
  const storedAs = (key: string, stored: string) => {
    const column = columnOf(key)
    const isTime = column?.type === 'date' || column?.type === 'datetime'
    return isTime ? shownText(column, stored, undefined, context) : stored
  }
  const numberOf = (rowId: string | null) => {
    const place = rowId === null ? undefined : model.source.placeOf(rowId)
    return place === undefined ? null : place + 1
  }
  const notes: ReportNote[] = [...leftOut].map((says) => ({
    kind: 'ignored',
    row: null,
    column: null,
    says,
  }))
  const note = (kind: ReportNote['kind'], row: number | null, key: string | null, says: string) =>
    notes.push({ kind, row, column: nameOf(key), says })
  for (const one of outcome.refused) note('refused', numberOf(one.rowId), one.key, valueWords(one))
  for (const one of outcome.ignored) note('ignored', numberOf(one.rowId), one.key, one.why)
  for (const { rowId, key, sent, stored } of outcome.coerced) {
    if (isWorthReporting(sent, stored))
      note('coerced', numberOf(rowId), key, `“${sent}” was stored as ${storedAs(key, stored)}`)
  }
  for (const one of added?.refused ?? [])
    note('refused', firstAdded + one.row + 1, one.key, valueWords(one))
  for (const one of added?.ignored ?? [])
    note('ignored', firstAdded + one.row + 1, one.key, one.why)
  for (const { row, key, sent, stored } of added?.coerced ?? []) {
    if (isWorthReporting(sent, stored))
      note('coerced', firstAdded + row + 1, key, `“${sent}” was stored as ${storedAs(key, stored)}`)
  }
  const cells = outcome.changed.length.toLocaleString()
  const rows = added?.rows.length ?? 0
  const summary = `Pasted: ${cells} ${cells === '1' ? 'cell' : 'cells'} changed, ${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'} added.`
  model.edits.said.set(summary)
  if (notes.length === 0) return
  model.report.set({ summary, notes, open: notes.some(({ kind }) => kind !== 'coerced') })
}

/** Whether a conversion is worth reporting. That `7` became a number, or `yes` a tick, is not. */
const isWorthReporting = (sent: string, stored: string): boolean =>
  sent.trim() !== stored && stored !== 'true' && stored !== 'false'
