import type { Tx } from '../../../platform/database/tx.ts'
import type { FileCell } from '../cells/column.ts'
import type { Definition, StoredRow } from '../definitions/definition.rules.ts'
import { replaceUses } from '../files/files.sql.ts'
import { deleteLinks, insertLinks } from '../links/links.sql.ts'
import { saveUnresolved } from './unresolved.ts'

/** Updates what is derived from cells: which rows link to which, which files are in use, and which names lead nowhere. */
export function saveDerived(tx: Tx, definition: Definition, rows: readonly StoredRow[]): void {
  const links = changesOf(definition, 'link', rows, (row) => row as string)
  if (links) {
    const { gone, made } = links
    if (gone.length > 0) {
      deleteLinks(
        tx,
        gone.map(({ columnId, rowId, id }) => ({ columnId, rowId, targetId: id })),
      )
    }
    for (const [columnId, added] of Map.groupBy(made, (link) => link.columnId)) {
      const rowIds = added.map(({ rowId }) => rowId)
      const targetIds = added.map(({ id }) => id)
      insertLinks(tx, definition.workspaceId, columnId, rowIds, targetIds)
    }
  }
  const files = changesOf(definition, 'file', rows, (file) => (file as FileCell).id)
  if (files) {
    const out = ({ columnId, rowId, id }: Reference) => ({ columnId, rowId, fileId: id })
    replaceUses(tx, files.gone.map(out), files.made.map(out))
  }
  saveUnresolved(tx, definition, rows)
}

interface Reference {
  columnId: string
  rowId: string
  id: string
}

/** What cells of a type no longer refer to and what they refer to now; undefined if nothing changes. */
function changesOf(
  { columns }: Definition,
  type: 'link' | 'file',
  rows: readonly StoredRow[],
  idOf: (item: unknown) => string,
): { gone: Reference[]; made: Reference[] } | undefined {
  const ofType = columns.filter((column) => column.type === type)
  if (ofType.length === 0) return undefined
  const gone: Reference[] = []
  const made: Reference[] = []
  // Plain loops: they run for every row of a file.
  for (const { id: columnId, slot } of ofType) {
    for (const { id: rowId, before, after } of rows) {
      const had = idsIn(before[slot])
      const has = idsIn(after[slot])
      for (const id of had) if (!has.includes(id)) gone.push({ columnId, rowId, id })
      for (const id of has) if (!had.includes(id)) made.push({ columnId, rowId, id })
    }
  }
  return gone.length + made.length > 0 ? { gone, made } : undefined

  function idsIn(cell: unknown): readonly string[] {
    if (!Array.isArray(cell)) return NONE
    return cell.length === 1 ? [idOf(cell[0])] : [...new Set(cell.map(idOf))]
  }
}

const NONE: readonly string[] = []
