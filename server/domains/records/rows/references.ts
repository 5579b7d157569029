import { type Actor, systemActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { CellContext } from '../cells/column.ts'
import { idsToLookUp } from '../cells/references.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import { holdFiles } from '../files/files.ts'
import { listLiveRows } from '../links/links.sql.ts'
import type { SentCells } from './rows.rules.ts'

/** The sent cells whose values name rows or files. */
export function referringCells(
  definition: Definition,
  sent: readonly SentCells[],
): { column: Column; value: unknown }[] {
  const refers = ({ type }: Column) => type === 'link' || type === 'file'
  if (!definition.columns.some(refers)) return []
  const { find } = viewOf(definition, systemActor(definition.workspaceId))
  return sent.flatMap((cells) =>
    Object.entries(cells).flatMap(([name, value]) => {
      const column = find(name)
      return column && refers(column) && value !== null && value !== '' ? [{ column, value }] : []
    }),
  )
}

/**
 * Looks up the rows and files that cells name, in one query each.
 *
 * @param actor who writes: only people who can read a file can put it into a cell.
 */
export async function lookUpReferences(
  tx: Tx,
  definition: Definition,
  sent: readonly SentCells[],
  actor: Actor | undefined,
): Promise<Pick<CellContext, 'linkable' | 'files'>> {
  const cells = referringCells(definition, sent)
  const idsOf = (type: string) => [
    ...new Set(
      cells.flatMap(({ column, value }) => (column.type === type ? idsToLookUp(value) : [])),
    ),
  ]
  const [rowIds, fileIds] = [idsOf('link'), idsOf('file')]
  const [rows, files] = await Promise.all([
    rowIds.length > 0 ? listLiveRows(tx, rowIds) : [],
    actor ? holdFiles(tx, actor, fileIds) : [],
  ])
  const linkable = new Map(
    cells
      .filter(({ column }) => column.type === 'link')
      .map(({ column: { id, settings } }) => [
        id,
        new Set(
          rows
            .filter(({ definitionId }) => definitionId === settings.definitionId)
            .map((row) => row.id),
        ),
      ]),
  )
  return {
    linkable,
    files: new Map(
      files.map(({ id, name, size, type }) => [id, { id, name, size: Number(size), type }]),
    ),
  }
}
