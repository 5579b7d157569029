import { isLink, natureOf } from '../../../../shared/column-types.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { Reading } from '../cells/cell-type.ts'
import type { CellValue } from '../cells/column.ts'
import { type Column, viewOf } from '../definitions/definition.rules.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { expandLinks } from '../links/links.ts'
import { listRowsByIds, type RowRecord } from '../rows/rows.sql.ts'
import { namesOf } from './people-names.rules.ts'
import { cellInWords } from './row-words.rules.ts'

/** A column's key, and what a row has in it, in words; empty if it has nothing. */
export interface ColumnInWords {
  key: string
  words: string
}

/** A row's columns in words, by the names that were asked for. */
export type RowInWords = ReadonlyMap<string, ColumnInWords>

/**
 * What rows say, as the reader sees it, in the columns that `refs` name by key, id or name. Names without a column that
 * the reader can see are left out, and so are rows that do not exist outside the trash.
 *
 * @returns them by the ids of the rows.
 */
export async function rowsInWords(
  tx: Tx,
  reader: Actor,
  { definitionId, rowIds }: { definitionId: string; rowIds: readonly string[] },
  refs: Iterable<string>,
): Promise<ReadonlyMap<string, RowInWords>> {
  const [definition, rows] = await Promise.all([
    findDefinition(tx, definitionId),
    listRowsByIds(tx, definitionId, rowIds),
  ])
  if (!definition || rows.length === 0) return new Map()
  const view = viewOf(definition, reader)
  const named = new Map(
    [...new Set(refs)].flatMap((ref) => {
      const column = view.find(ref)
      return column ? [[ref, column] as const] : []
    }),
  )
  const columns = [...new Set(named.values())]
  const reading: Reading = {
    locale: definition.locale,
    people: columns.some(isOfPeople) ? namesOf(await listPeople(tx)) : new Map(),
    titles: columns.some(({ type }) => isLink(type))
      ? await titlesOf(tx, { ...view, columns }, rows)
      : new Map(),
  }
  const inWords = (row: RowRecord): RowInWords => {
    const projected = view.project(row.cells, {
      position: row.position,
      createdAt: row.created_at,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
    })
    const wordsOf = (column: Column) =>
      cellInWords(column, projected[column.key] as CellValue | undefined, reading).trim()
    return new Map(
      [...named].map(([ref, column]) => [ref, { key: column.key, words: wordsOf(column) }]),
    )
  }
  return new Map(rows.map((row) => [row.id, inWords(row)]))
}

const isOfPeople = (column: Column): boolean => ['person', 'actor'].includes(natureOf(column))

async function titlesOf(
  tx: Tx,
  view: Parameters<typeof expandLinks>[1],
  rows: readonly RowRecord[],
): Promise<Map<string, string>> {
  const links = [...(await expandLinks(tx, view, rows)).values()]
  return new Map(
    links
      .flatMap((ofRow) => Object.values(ofRow).flat())
      .flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
  )
}
