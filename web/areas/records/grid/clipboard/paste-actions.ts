import { accepted, api } from '../../../../api.ts'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { pastedDate } from '../../cells/typed-cell.rules.ts'
import type { Cells, Column } from '../../list/types.ts'
import { fill, sayLocked, shownFor } from '../actions/edit-actions.ts'
import { reveal } from '../layout/place.ts'
import { changeAt, focus, type GridHandle, loaded } from '../model/handle.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { isSame } from '../rows/live.rules.ts'
import { isBlank } from '../rows/new-rows.ts'
import { PASTE } from '../rows/report.rules.ts'
import { nothing } from '../rows/save-cells.ts'
import { confined, type Range, rangeOf } from '../selection/selection.rules.ts'
import { type Clip, parseTsv } from './clipboard.rules.ts'
import { copiedAs } from './copy-actions.ts'
import { columnsBeyond, type PastePlan, planPaste } from './paste.rules.ts'
import { type Coercion, reportPaste } from './paste-report.ts'

/** Pastes cells from the active cell on, or below the last row. Cells beyond the last row become new rows. */
export async function paste(
  grid: GridHandle,
  { text, html }: Clip,
  where: 'here' | 'below' = 'here',
): Promise<void> {
  const { model, layout, mayEdit, context } = grid
  if ((text === '' && html === '') || layout.columns.length === 0) return
  if (!mayEdit) return sayLocked(grid)
  const block = text.includes('\t') ? parseTsv(text) : (tableIn(html) ?? parseTsv(text))
  const own = copiedAs(text)
  await model.source.counted()
  const wanted = planNow(grid, block, where)
  const outside = columnsBeyond(wanted.plan)
  const extra = await extraColumns(grid, outside)
  if (extra === 'none') return
  const bottom = Math.min(wanted.plan.range.bottom, model.source.total - 1)
  const there = { ...wanted.plan.range, bottom }
  if (bottom >= there.top && !(await loaded(grid, there))) return
  // Rows, and the selection with them, may have changed in the meantime.
  const { plan, selected, size } = planNow(grid, block, where)

  const pastedAt = new Date()
  /** The dates that were read here, each once. */
  const dates = new Map<string, Coercion>()
  const values = own && own.values.length === block.length ? own : null
  const valueFor = (i: number, j: number, column: Column, sent: unknown): unknown => {
    const from = values?.columns[j % block[0]!.length]
    const isSame =
      from?.type === column.type && from.settings.definitionKey === column.settings.definitionKey
    if (isSame) return values!.values[i % block.length]![j % block[0]!.length]
    if (sent === '') return null
    const stored = pastedDate(column, sent, context, pastedAt)
    if (stored) dates.set(`${column.key} ${sent}`, { key: column.key, sent: String(sent), stored })
    return stored ?? sent
  }
  const leftOut = new Set<string>()
  // People who may add columns have already been asked about these.
  if (outside > 0 && !grid.mayAddColumns) {
    const what = outside === 1 ? '1 pasted column goes' : `${outside} pasted columns go`
    leftOut.add(`${what} beyond the last column`)
  }
  const changes: CellChange[] = []
  const begun = new Set<string>()
  for (const { row, column, value } of plan.cells) {
    const target = layout.columns[column]!
    const i = row - selected.top
    const to = valueFor(i, column - selected.left, target.column, value)
    const unsaved = model.source.news.at(row - model.source.total)
    const change = changeAt(grid, row, target, to)
    if (target.locked) leftOut.add(`${target.column.name}: ${target.locked}`)
    else if (change) changes.push(change)
    else if (unsaved) {
      model.source.news.write(unsaved.id, target.key, to)
      begun.add(unsaved.id)
    }
  }
  plan.beyond.forEach((beyond, i) => {
    const row = model.source.rowAt(selected.top + i)
    if (!row) return
    extra.forEach((key, j) => {
      changes.push({ rowId: row.id, key, from: null, to: beyond[j] === '' ? null : beyond[j] })
    })
  })
  const fresh = freshRows(grid, plan, extra, size.rows - selected.top, valueFor, selected.left)
  model.source.news.dropBlank(null)
  const pasted = {
    active: { row: plan.range.top, column: plan.range.left },
    end: { row: plan.range.bottom, column: plan.range.right },
  }
  model.selection.set(pasted)
  focus(grid)
  const [outcome, added] = await model.edits.together(PASTE, () => {
    for (const id of begun) void fill(grid, id, PASTE)
    return Promise.all([
      changes.length > 0
        ? model.edits.change(PASTE, changes, (change) => shownFor(grid, change))
        : nothing(),
      fresh.length > 0 ? model.edits.add(PASTE, fresh) : undefined,
    ])
  })
  // Before the new rows were there, the selection could not reach down to them.
  const now = model.selection.get()
  const cut = confined(pasted, { ...model.bounds.current, rows: size.rows })
  if (isSame(now, pasted) || isSame(now, cut)) {
    model.selection.set(pasted)
    const { row, column } = pasted.active
    const scrolling = Math.max(column, layout.frozen.length)
    reveal(grid.scroller(), model, layout, {
      row,
      column: Math.min(scrolling, pasted.end.column),
    })
  }
  reportPaste(grid, outcome, added, leftOut, [...dates.values()], { changes, fresh })
}

function planNow({ model, layout }: GridHandle, block: string[][], where: 'here' | 'below') {
  const { source } = model
  // A new row that is still blank is where rows are added; others take cells.
  const blank = source.news.rows.get().findIndex(isBlank)
  const rows = source.total + (blank < 0 ? source.news.count : blank)
  const size = { rows, columns: layout.columns.length }
  const selected = selectedOrBelow(rangeOf(model.selection.get()), size.rows, where)
  return { plan: planPaste(block, selected, size), selected, size }
}

/** The cells to paste into. The heading stands for the first row, and everything below the last row for the next one. */
function selectedOrBelow(range: Range, rows: number, where: 'here' | 'below'): Range {
  if (where === 'below') return { top: rows, bottom: rows, left: 0, right: 0 }
  if (range.top < 0) return { ...range, top: 0, bottom: 0 }
  return range.top >= rows ? { ...range, top: rows, bottom: rows } : range
}

function freshRows(
  { layout }: GridHandle,
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
async function extraColumns(grid: GridHandle, count: number): Promise<string[] | 'none'> {
  const { model, definition, mayAddColumns } = grid
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
