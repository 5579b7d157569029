/** A cell, by its row in the list and its column among those shown. Row -1 is the header. */
export interface Place {
  row: number
  column: number
}

/** The active cell, and the opposite corner of the selected range. */
export interface Selection {
  active: Place
  end: Place
}

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

/** The bounds of the selection. */
export interface Bounds {
  rows: number
  columns: number
  /** How many rows Page up and Page down move by. */
  page: number
}

export const HEADER = -1

export type Step =
  | { to: 'by'; rows: number; columns: number }
  | { to: 'edge'; rows: -1 | 0 | 1; columns: -1 | 0 | 1 }
  | { to: 'page'; rows: -1 | 1 }
  | { to: 'rowStart' | 'rowEnd' | 'gridStart' | 'gridEnd' }

export const at = (row: number, column: number): Selection => ({
  active: { row, column },
  end: { row, column },
})

export const rangeOf = ({ active, end }: Selection): Range => ({
  top: Math.min(active.row, end.row),
  bottom: Math.max(active.row, end.row),
  left: Math.min(active.column, end.column),
  right: Math.max(active.column, end.column),
})

export const isSingle = ({ active, end }: Selection): boolean =>
  active.row === end.row && active.column === end.column

export const sizeOf = ({ top, bottom, left, right }: Range): number =>
  (bottom - top + 1) * (right - left + 1)

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most))

/** A place after a step; the header is reached from the first row. */
function stepped({ row, column }: Place, step: Step, bounds: Bounds): Place {
  const lastRow = bounds.rows - 1
  const lastColumn = bounds.columns - 1
  const first = row === HEADER ? HEADER : Math.min(0, lastRow)
  switch (step.to) {
    case 'by':
      return {
        row: clamp(row + step.rows, HEADER, lastRow),
        column: clamp(column + step.columns, 0, lastColumn),
      }
    case 'edge':
      return {
        row: step.rows === 0 ? row : step.rows < 0 ? first : lastRow,
        column: step.columns === 0 ? column : step.columns < 0 ? 0 : lastColumn,
      }
    case 'page':
      return { row: clamp(row + step.rows * bounds.page, first, lastRow), column }
    case 'rowStart':
      return { row, column: 0 }
    case 'rowEnd':
      return { row, column: lastColumn }
    case 'gridStart':
      return { row: Math.min(0, lastRow), column: 0 }
    case 'gridEnd':
      return { row: lastRow, column: lastColumn }
  }
}

/** A step with Shift moves the range's far corner, which stays below the header. */
export function moveSelection(
  selection: Selection,
  step: Step,
  bounds: Bounds,
  extend: boolean,
): Selection {
  if (!extend || selection.active.row === HEADER) {
    const place = stepped(selection.active, step, bounds)
    return { active: place, end: place }
  }
  const end = stepped(selection.end, step, bounds)
  return { active: selection.active, end: { ...end, row: Math.max(0, end.row) } }
}

/** The next cell in reading order, as Tab goes; the same one at either end. */
export function tabbed({ row, column }: Place, back: boolean, bounds: Bounds): Place {
  const next = column + (back ? -1 : 1)
  if (next >= 0 && next < bounds.columns) return { row, column: next }
  if (back) return row <= 0 ? { row, column } : { row: row - 1, column: bounds.columns - 1 }
  return row >= bounds.rows - 1 ? { row, column } : { row: row + 1, column: 0 }
}

/** The selection after rows or columns were removed, within the remaining ones. */
export function confined({ active, end }: Selection, bounds: Bounds): Selection {
  const inside = ({ row, column }: Place): Place => ({
    row: clamp(row, HEADER, bounds.rows - 1),
    column: clamp(column, 0, Math.max(0, bounds.columns - 1)),
  })
  return { active: inside(active), end: inside(end) }
}
