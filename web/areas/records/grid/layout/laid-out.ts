import { columnTypes } from '../../../../ui/records/column-types.ts'
import { isNumeric } from '../../cells/cell-shown.rules.ts'
import type { Column, GridState } from '../../list/types.ts'

/** The width of the first column, with the row's number, its checkbox and the button that opens it. */
export const GUTTER = 64
const LEAST_WIDTH = 56
const MOST_WIDTH = 800
/** How many columns are drawn beyond each visible edge. */
const OVERSCAN = 2

export interface GridColumn {
  column: Column
  key: string
  /** Its number among the columns shown. */
  index: number
  /** From the left edge of the whole grid, in pixels. */
  left: number
  width: number
  frozen: boolean
  numeric: boolean
  /** Why the reader may not write it; `null` if they may. */
  locked: string | null
}

export interface Layout {
  columns: readonly GridColumn[]
  /** The first columns, which stay while the others scroll. */
  frozen: readonly GridColumn[]
  /** The width of the frozen part, with the gutter. */
  frozenWidth: number
  width: number
}

/** The room left for scrolling columns, however many others are frozen. */
const LEAST_SCROLLING = 160
/** How far the first column is narrowed to leave that room. */
const LEAST_FIRST = 96

/**
 * The visible columns, side by side. The first of those that stay is narrowed on a narrow screen; the others scroll
 * there.
 *
 * @param room the visible width.
 */
export function laidOut(
  all: readonly Column[],
  state: Pick<GridState, 'order' | 'widths' | 'hidden' | 'frozen'>,
  whyLocked: (column: Column) => string | null,
  room = Number.POSITIVE_INFINITY,
): Layout {
  const byKey = new Map(all.map((column) => [column.key, column]))
  const order = orderOf(all, state.order)
  const hidden = new Set(state.hidden)
  let left = GUTTER
  const columns = order
    .filter((key) => !hidden.has(key))
    .map((key, index): GridColumn => {
      const column = byKey.get(key)!
      const locked = whyLocked(column)
      const wanted = clampWidth(state.widths[key] ?? firstWidth(column, locked !== null))
      const isFirst = index === 0 && state.frozen > 0
      const most = Math.max(LEAST_FIRST, room - LEAST_SCROLLING - GUTTER)
      const width = isFirst ? Math.min(wanted, most) : wanted
      const from = left
      left += width
      const frozen = isFirst || (index < state.frozen && left <= room - LEAST_SCROLLING)
      return {
        column,
        key,
        index,
        left: from,
        width,
        frozen,
        numeric: isNumeric(column),
        locked,
      }
    })
  const frozen = columns.filter((column) => column.frozen)
  const last = frozen.at(-1)
  return { columns, frozen, frozenWidth: last ? last.left + last.width : GUTTER, width: left }
}

export const clampWidth = (width: number): number =>
  Math.round(Math.max(LEAST_WIDTH, Math.min(width, MOST_WIDTH)))

/** All columns: first those in the given order, then the others in the definition's order. */
export function orderOf(columns: readonly Column[], given: readonly string[]): string[] {
  const keys = columns.map(({ key }) => key)
  const known = new Set(keys)
  return [...new Set([...given.filter((key) => known.has(key)), ...keys])]
}

/** The scrolling columns to draw: the first, and the one after the last. */
export function columnsInView(
  { columns, frozen, frozenWidth }: Layout,
  scrolled: number,
  width: number,
): { from: number; to: number } {
  const start = scrolled + frozenWidth
  const first = columns.findIndex(({ left, width, frozen }) => !frozen && left + width > start)
  if (first < 0) return { from: columns.length, to: columns.length }
  const beyond = columns.findIndex(({ left }, i) => i >= first && left >= scrolled + width)
  return {
    from: Math.max(frozen.length, first - OVERSCAN),
    to: Math.min(columns.length, (beyond < 0 ? columns.length : beyond) + OVERSCAN),
  }
}

/** The approximate width of a letter in a heading, and of the type icon and the menu beside the name. */
const LETTER = 7.5
const BESIDE_NAME = 64
const LOCK = 20
const MOST_NAME = 240

/**
 * A column's initial width: what its type and its name need, unless the name is very long. Not more, so that the stage of a
 * new workspace's leads, the only thing in color, is in sight in a window of 1,280 px.
 */
function firstWidth({ type, name, required }: Column, isLocked: boolean): number {
  const letters = name.length + (required ? 2 : 0)
  const heading = letters * LETTER + BESIDE_NAME + (isLocked ? LOCK : 0)
  return Math.max(columnTypes[type].width, Math.min(heading, MOST_NAME))
}
