import { pastedDate } from '../../cells/typed-cell.rules.ts'
import type { Cells, Column } from '../../list/types.ts'
import { fill, sayLocked, shownFor } from '../actions/edit-actions.ts'
import { reveal } from '../layout/place.ts'
import { changeAt, focus, type GridHandle, loaded } from '../model/handle.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { isSame } from '../rows/live.rules.ts'
import { isBlank } from '../rows/new-rows.ts'
import { nothing } from '../rows/outcomes.rules.ts'
import { PASTE } from '../rows/report.rules.ts'
import { confined, type Range, rangeOf } from '../selection/selection.rules.ts'
import { beyondWords } from './beyond-columns.ts'
import { blockIn, type Clip, isSingle } from './clipboard.rules.ts'
import { copiedAs } from './copy-actions.ts'
import { columnsBeyond, type PastePlan, planPaste } from './paste.rules.ts'
import { type Coercion, reportPaste } from './paste-report.ts'

/** Where somebody pastes. The rest may come after they have gone on. */
export interface PastePlace {
  range: Range
  /** The first selected row. */
  rowId: string | null
  focused: Element | null
  where: 'here' | 'below'
}

/**
 * Pastes cells from the active cell on, or below the last row. Cells beyond the last row become new rows, and columns are
 * offered for those beyond the last column. People who have gone on meanwhile stay where they are.
 */
export async function paste(grid: GridHandle, clip: Clip, pasting: PastePlace): Promise<void> {
  const { model, layout, mayEdit, context } = grid
  const { text, html } = clip
  if ((text === '' && html === '') || layout.columns.length === 0) return
  if (!mayEdit) return sayLocked(grid)
  const isText = text.includes('\t') || isSingle(clip)
  const block = isText ? blockIn(clip) : (tableIn(html) ?? blockIn(clip))
  const own = copiedAs(text)
  await model.source.counted()
  const wanted = planNow(grid, block, pasting)
  const bottom = Math.min(wanted.plan.range.bottom, model.source.total - 1)
  const known = { ...wanted.plan.range, bottom }
  if (bottom >= known.top && !(await loaded(grid, known))) return
  // Rows may have come or gone in the meantime.
  const { plan, range, selected, size } = planNow(grid, block, pasting)

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
  const outside = columnsBeyond(plan)
  if (outside > 0) leftOut.add(beyondWords(outside))
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
  const there = Math.max(0, size.rows - selected.top)
  const ids = plan.beyond.slice(0, there).map((_, i) => model.source.idAt(selected.top + i))
  const fresh = freshRows(grid, plan, there, valueFor, selected.left)
  model.source.news.dropBlank(model.editing.get()?.rowId ?? null)
  const pasted = {
    active: { row: plan.range.top, column: plan.range.left },
    end: { row: plan.range.bottom, column: plan.range.right },
  }
  const hasStayed = !model.editing.get() && isSame(rangeOf(model.selection.get()), range)
  if (hasStayed && document.activeElement === pasting.focused) {
    model.selection.set(pasted)
    focus(grid)
  }
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
  const rowIdOf = (i: number) => {
    const id = ids[i]
    return i < there ? (id ? model.source.news.idOf(id) : undefined) : added?.ids.get(i - there)
  }
  const beyond = { count: outside, cells: plan.beyond, rowIdOf }
  reportPaste(grid, outcome, added, leftOut, [...dates.values()], { changes, fresh, beyond })
}

function planNow({ model, layout }: GridHandle, block: string[][], pasting: PastePlace) {
  const { source } = model
  const { rowId, where } = pasting
  const top = (rowId === null ? undefined : source.placeOf(rowId)) ?? pasting.range.top
  const bottom = pasting.range.bottom + top - pasting.range.top
  const range = { ...pasting.range, top, bottom }
  // A new row that is still blank is where rows are added; others take cells.
  const blank = source.news.rows.get().findIndex(isBlank)
  const rows = source.total + (blank < 0 ? source.news.count : blank)
  const size = { rows, columns: layout.columns.length }
  const selected = selectedOrBelow(range, size.rows, where)
  return { plan: planPaste(block, selected, size), range, selected, size }
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
  first: number,
  valueFor: (i: number, j: number, column: Column, sent: unknown) => unknown,
  left: number,
): Cells[] {
  return plan.added.map((cells, n) => {
    const i = first + n
    const written = cells
      .map(({ column, value }) => ({ target: layout.columns[column]!, column, value }))
      .filter(({ target }) => target.locked === null)
      .map(({ target, column, value }) => [
        target.key,
        valueFor(i, column - left, target.column, value),
      ])
    return Object.fromEntries(
      written.filter(([, value]) => value !== null && value !== ''),
    ) as Cells
  })
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
