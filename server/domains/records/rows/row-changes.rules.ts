import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { isLink } from '../../../../shared/column-types.ts'
import { type CellError, rowError } from '../../../platform/refusal.ts'
import type { Definition, StoredCells } from '../definitions/definition.rules.ts'
import { besideSlot } from './unresolved.rules.ts'

/** The differences between two states of a row, by slot: from and to, `null` for an empty cell. */
export type ChangedCells = Record<string, [from: unknown, to: unknown]>

export function changedCells(before: StoredCells, after: StoredCells): ChangedCells {
  const changes: ChangedCells = {}
  for (const slot of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[slot] ?? null, after[slot] ?? null]
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[slot] = [from, to]
  }
  return changes
}

export const isEmpty = (changes: ChangedCells): boolean => Object.keys(changes).length === 0

/** A row's cells after an edit, which sets or empties the cells that it names; the others stay. */
export function editedCells(
  before: StoredCells,
  edit: { cells: StoredCells; cleared: readonly number[] },
): StoredCells {
  const after = { ...before }
  for (const slot of [...Object.keys(edit.cells), ...edit.cleared]) {
    delete after[slot]
    delete after[besideSlot(slot)]
  }
  return Object.assign(after, edit.cells)
}

/** An error for each column in which a row would link to itself. */
export const linksToItself = (
  { id: definitionId, columns }: Definition,
  id: string,
  cells: StoredCells,
  index: number,
): CellError[] =>
  columns.flatMap(({ type, key, slot, settings }) => {
    const own = isLink(type) && settings.definitionId === definitionId
    if (!own || !(cells[slot] as string[] | undefined)?.includes(id)) return []
    return [rowError(index, key, cellRefusal('links_to_itself', {}))]
  })
