import type { Range } from '../selection/selection.rules.ts'

/** Where a block of pasted cells goes: into existing rows, into new rows, or beyond the last column. */
export interface PastePlan {
  /** Cells of existing rows and columns. */
  cells: { row: number; column: number; value: unknown }[]
  /** The cells of each new row, by column. */
  added: { column: number; value: unknown }[][]
  /** The cells beyond the last column, by pasted row; empty if there are none. */
  beyond: unknown[][]
  /** The selection afterwards. */
  range: Range
}

/**
 * Plans a paste. A block starts at the first selected cell. If the selection is a multiple of the block, it repeats.
 */
export function planPaste(
  block: readonly (readonly unknown[])[],
  selected: Range,
  size: { rows: number; columns: number },
): PastePlan {
  const height = block.length
  const width = block[0]?.length ?? 0
  const tall = selected.bottom - selected.top + 1
  const wide = selected.right - selected.left + 1
  const fits = tall % height === 0 && wide % width === 0
  const rows = fits ? tall : height
  const columns = fits ? wide : width
  const plan: PastePlan = {
    cells: [],
    added: [],
    beyond: [],
    range: {
      top: selected.top,
      left: selected.left,
      bottom: selected.top + rows - 1,
      right: Math.min(selected.left + columns, size.columns) - 1,
    },
  }
  for (let i = 0; i < rows; i++) {
    const row = selected.top + i
    const fresh: { column: number; value: unknown }[] = []
    const beyond: unknown[] = []
    for (let j = 0; j < columns; j++) {
      const column = selected.left + j
      const value = block[i % height]![j % width]
      if (column >= size.columns) beyond.push(value)
      else if (row >= size.rows) fresh.push({ column, value })
      else plan.cells.push({ row, column, value })
    }
    if (row >= size.rows) plan.added.push(fresh)
    plan.beyond.push(beyond)
  }
  return plan
}

/** How many columns do not fit. */
export const columnsBeyond = ({ beyond }: PastePlan): number => beyond[0]?.length ?? 0
