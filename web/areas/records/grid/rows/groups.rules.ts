export interface RowGroup {
  value: unknown
  count: number
  sums: Record<string, number>
}

/** The content of a line in the grid. */
export type Line = { kind: 'row'; row: number } | { kind: 'group'; group: number }

/** How rows and the headings of their groups form lines. Without groups, a row's line has the number of the row. */
export interface Lines {
  count: number
  at: (line: number) => Line
  /** The line of a row; for a folded row, its group's heading. */
  lineOf: (row: number) => number
  /** The next row in that direction that is not folded, starting with the row itself; `null` if there is none. */
  openRow: (row: number, direction: -1 | 1) => number | null
}

export const plainLines = (rows: number): Lines => ({
  count: rows,
  at: (row) => ({ kind: 'row', row }),
  lineOf: (row) => row,
  openRow: (row) => (row >= 0 && row < rows ? row : null),
})

/** The lines of grouped rows. Rows beyond the known groups are at the end, under the last heading. */
export function groupedLines(
  rows: number,
  groups: readonly RowGroup[],
  folded: ReadonlySet<number>,
): Lines {
  if (groups.length === 0) return plainLines(rows)
  const parts: { line: number; first: number; count: number; folded: boolean }[] = []
  let line = 0
  let first = 0
  groups.forEach(({ count }, i) => {
    const last = i === groups.length - 1
    const size = Math.max(0, last ? rows - first : Math.min(count, rows - first))
    parts.push({ line, first, count: size, folded: folded.has(i) })
    line += 1 + (folded.has(i) ? 0 : size)
    first += size
  })
  const partAt = (value: number, by: 'line' | 'first'): number => {
    let low = 0
    let high = parts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (parts[middle]![by] <= value) low = middle
      else high = middle - 1
    }
    return low
  }
  const partOfRow = (row: number): number => {
    let part = partAt(row, 'first')
    // Groups that have become empty start where the next one does.
    while (part > 0 && parts[part]!.count === 0) part--
    return part
  }
  return {
    count: line,
    at: (at) => {
      const group = partAt(at, 'line')
      const part = parts[group]!
      return at === part.line
        ? { kind: 'group', group }
        : { kind: 'row', row: part.first + at - part.line - 1 }
    },
    lineOf: (row) => {
      if (row < 0) return row
      const part = parts[partOfRow(row)]!
      return part.folded ? part.line : part.line + 1 + row - part.first
    },
    openRow: (row, direction) => {
      if (row < 0 || row >= rows) return null
      let part = partOfRow(row)
      if (!parts[part]!.folded) return row
      do part += direction
      while (parts[part] && (parts[part]!.folded || parts[part]!.count === 0))
      const found = parts[part]
      if (!found) return null
      return direction > 0 ? found.first : found.first + found.count - 1
    },
  }
}
