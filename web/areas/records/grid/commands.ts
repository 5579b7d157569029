import { inputOf } from '../../../../shared/column-types.ts'
import { beginBlank, beginEdit, beginNext, beginRow, clear } from './actions/edit-actions.ts'
import { openRow, pickRows, removeRows } from './actions/row-actions.ts'
import { loadFill, withPart } from './clipboard/parts.ts'
import { visitRefused } from './clipboard/refused-actions.ts'
import { clampWidth, orderOf } from './layout/laid-out.ts'
import { reveal } from './layout/place.ts'
import { redo, undo } from './model/go-back.ts'
import { type Desk, focus, type GridHandle, select, selectedRange } from './model/handle.ts'
import type { Command } from './selection/keys.rules.ts'
import { at, HEADER, moveSelection, type Selection, tabbed } from './selection/selection.rules.ts'

/** Runs a key's command; false if the browser should handle the key after all. */
export function perform(desk: Desk, command: Command): boolean {
  const { model, layout } = desk
  const selection = model.selection.get()
  const inHeader = selection.active.row === HEADER
  const leaving = model.leaving.current
  model.leaving.current = command.do === 'collapse'
  // A menu that is still loading would open over what is done in the meantime.
  model.menu.set(null)
  switch (command.do) {
    case 'move': {
      const next = moveSelection(selection, command.step, model.bounds.current, command.extend)
      const isDown = command.step.to === 'by' && command.step.rows > 0 && !command.extend
      if (isDown && next.active.row === selection.active.row && beginBlank(desk)) return true
      select(desk, unfolded(desk, selection, next), next.end)
      // A frozen cell is in view wherever the others are.
      if (command.step.to === 'rowStart' || command.step.to === 'gridStart') {
        desk.scroller()!.scrollLeft = 0
      }
      return true
    }
    case 'tab': {
      if (leaving) return !command.back && focusQuestion(desk)
      const next = tabbed(selection.active, command.back, model.bounds.current)
      // At either end Tab leaves the grid, except while several rows are being added.
      if (next.row === selection.active.row && next.column === selection.active.column) {
        return !command.back && beginNext(desk, next.row)
      }
      select(desk, at(next.row, next.column))
      return true
    }
    case 'edit':
      if (inHeader) openMenu(desk)
      else beginEdit(desk)
      return true
    case 'type':
      if (!inHeader) beginEdit(desk, command.text)
      return !inHeader
    case 'menu':
      openMenu(desk)
      return true
    case 'open':
      if (inHeader) openMenu(desk)
      else if (!turnOver(desk)) openRow(desk)
      return true
    case 'select':
      selectMany(desk, command.what)
      return true
    case 'visit refused':
      visitRefused(desk, command.by)
      return true
    case 'resize':
      return resize(desk, command.by)
    case 'shift column':
      return shiftColumn(desk, command.by)
    case 'collapse':
      select(desk, at(selection.active.row, selection.active.column))
      model.source.news.dropBlank(null)
      model.picked.set(new Set())
      return true
    default:
      simple[command.do](desk)
      return true
  }

  function turnOver(grid: GridHandle): boolean {
    const column = layout.columns[selection.active.column]
    if (!column || inputOf(column.column.type) !== 'tick' || column.locked !== null) return false
    beginEdit(grid)
    return true
  }
}

/** Goes to the buttons of a question that is shown. */
function focusQuestion({ scroller }: GridHandle): boolean {
  const button = scroller()?.querySelector<HTMLElement>('[data-question] button')
  button?.focus()
  return button !== null
}

type Simple = 'pick' | 'clear' | 'fill down' | 'fill right' | 'undo' | 'redo' | 'add' | 'remove'
const simple: Record<Simple, (grid: GridHandle) => unknown> = {
  pick: (grid) => pickRows(grid, selectedRange(grid)),
  clear: (grid) => clear(grid),
  'fill down': (grid) => withPart(loadFill, (part) => part.fillSelected(grid, 'down')),
  'fill right': (grid) => withPart(loadFill, (part) => part.fillSelected(grid, 'right')),
  undo: ({ model }) => undo(model),
  redo: ({ model, layout, scroller }) =>
    redo(model, (selection) => {
      // Where a paste goes in again may be far below, and its rows are not drawn yet.
      requestAnimationFrame(() => {
        model.selection.set(selection)
        reveal(scroller(), model, layout, selection.active)
      })
    }),
  add: beginRow,
  remove: removeRows,
}

/** The selection after a step, which must end on a row that is not folded. */
function unfolded({ model }: GridHandle, before: Selection, next: Selection): Selection {
  const to = next.end.row
  if (to < 0) return next
  const direction = to < before.end.row ? -1 : 1
  const row = model.lines.current.openRow(to, direction)
  const end = { ...next.end, row: row ?? before.end.row }
  return next.active === next.end ? { active: end, end } : { active: next.active, end }
}

function openMenu({ model, layout }: GridHandle): void {
  const column = layout.columns[model.selection.get().active.column]
  if (column) model.menu.set(column.key)
}

function selectMany({ model }: GridHandle, what: 'all' | 'rows' | 'columns'): void {
  const { rows, columns } = model.bounds.current
  if (rows === 0 || columns === 0) return
  const { active, end } = model.selection.get()
  const top = Math.min(active.row, end.row)
  const bottom = Math.max(active.row, end.row)
  const left = Math.min(active.column, end.column)
  const right = Math.max(active.column, end.column)
  model.selection.set({
    active: { row: what === 'rows' ? top : 0, column: what === 'columns' ? left : 0 },
    end: {
      row: what === 'rows' ? bottom : rows - 1,
      column: what === 'columns' ? right : columns - 1,
    },
  })
}

const STEP = 16

function resize({ model, layout, state, onState }: Desk, by: -1 | 1): boolean {
  const column = layout.columns[model.selection.get().active.column]
  if (!column) return false
  const width = clampWidth(column.width + by * STEP)
  onState({ widths: { ...state.widths, [column.key]: width } })
  return true
}

function shiftColumn(desk: Desk, by: -1 | 1): boolean {
  const { model, layout } = desk
  const { active } = model.selection.get()
  const column = layout.columns[active.column]
  const other = layout.columns[active.column + by]
  if (!column || !other) return false
  const after = layout.columns[active.column + 2]
  moveColumn(desk, column.key, by < 0 ? other.key : (after?.key ?? null))
  select(desk, at(active.row, active.column + by))
  focus(desk)
  return true
}

/** Puts a column before another one, or at the end. */
export function moveColumn(
  { definition, state, onState }: Desk,
  key: string,
  before: string | null,
): void {
  const order = orderOf(definition.columns, state.order).filter((one) => one !== key)
  const at = before === null ? order.length : order.indexOf(before)
  onState({ order: order.toSpliced(at < 0 ? order.length : at, 0, key) })
}
