import { accepted, api } from '../../../../service/api.ts'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { write } from '../actions/edit-actions.ts'
import type { GridHandle } from '../model/handle.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { withoutNotes } from '../rows/report.rules.ts'

/** What of a paste goes beyond the last column. */
export interface Beyond {
  /** How many columns. */
  count: number
  /** The cells there, by pasted row. */
  cells: readonly (readonly unknown[])[]
  /** The row that a pasted row went into; `undefined` if it was not added. */
  rowIdOf: (pasted: number) => string | undefined
}

/** How a report says it. */
export const beyondWords = (count: number): string => {
  const what = count === 1 ? '1 pasted column goes' : `${count} pasted columns go`
  return `${what} beyond the last column`
}

/** Adds text columns for what a paste had left out, and fills them. Undone, the columns stay. */
export async function addBeyond(
  grid: GridHandle,
  { count, cells, rowIdOf }: Beyond,
): Promise<void> {
  const { report } = grid.model
  const { beyond: _, ...others } = report.get() ?? { summary: '', notes: [], open: false }
  report.set(withoutNotes(others, ({ says }) => says === beyondWords(count)))
  const keys: string[] = []
  try {
    const key = grid.definition.key
    const { data } = await accepted(api.definitions.get({ key }))
    const names = new Set(data.columns.map(({ name }) => name.toLowerCase()))
    for (let n = data.columns.length + 1; keys.length < count; n++) {
      const name = `Column ${n}`
      if (names.has(name.toLowerCase())) continue
      const body = { name, type: 'text' as const }
      const made = await accepted(api.definitions.createColumn({ key }, body))
      keys.push(made.data.key)
    }
  } catch (error) {
    toastFailure(error)
  }
  const changes = cells.flatMap((values, i) => {
    const rowId = rowIdOf(i)
    if (rowId === undefined) return []
    return keys.map((key, j): CellChange => {
      return { rowId, key, from: null, to: values[j] === '' ? null : values[j] }
    })
  })
  await write(grid, 'Fill the added columns', changes)
}
