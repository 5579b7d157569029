import type { Cells } from '../../../sdk/client.ts'
import { titleOf } from './row-title.rules.ts'

interface Found {
  id: string
  position: number
  cells: Cells
}

/** Rows to choose from, by title; those with the same title also show their number. */
export function recordChoices(
  rows: readonly Found[],
  columns: Parameters<typeof titleOf>[1],
): { value: string; label: string }[] {
  const titled = rows.map((row) => ({ row, title: titleOf(row.cells, columns) }))
  const byTitle = Map.groupBy(titled, ({ title }) => title)
  return titled.map(({ row, title }) => ({
    value: row.id,
    label: byTitle.get(title)!.length > 1 ? `${title} (row ${row.position})` : title,
  }))
}

/** The title of a choice, without the number. */
export const titleIn = (label: string): string => label.replace(/ \(row \d+\)$/, '')
