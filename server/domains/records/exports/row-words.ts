import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { CellValue } from '../cells/column.ts'
import { type Column, viewOf } from '../definitions/definition.rules.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { expandLinks } from '../links/links.ts'
import { findRow, type RowRecord } from '../rows/rows.sql.ts'
import { namesOf } from './people-names.rules.ts'
import { cellInWords, type Reading } from './row-words.rules.ts'

/** A column's key, and what a row has in it, in words; empty if it has nothing. */
export interface ColumnInWords {
  key: string
  words: string
}

/**
 * What a row says, as the reader sees it, in the columns that `refs` name by key, id or name. Names without a
 * column that the reader can see are left out. Undefined if there is no such row outside the trash.
 */
export async function rowInWords(
  tx: Tx,
  reader: Actor,
  { definitionId, rowId }: { definitionId: string; rowId: string },
  refs: Iterable<string>,
): Promise<ReadonlyMap<string, ColumnInWords> | undefined> {
  const [definition, row] = await Promise.all([
    findDefinition(tx, definitionId),
    findRow(tx, definitionId, rowId),
  ])
  if (!definition || !row) return undefined
  const view = viewOf(definition, reader)
  const named = new Map(
    [...new Set(refs)].flatMap((ref) => {
      const column = view.find(ref)
      return column ? [[ref, column] as const] : []
    }),
  )
  const projected = view.project(row.cells, {
    position: row.position,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  })
  const columns = [...new Set(named.values())]
  const reading: Reading = {
    locale: definition.locale,
    people: columns.some(isOfPeople) ? namesOf(await listPeople(tx)) : new Map(),
    titles: columns.some(isLink) ? await titlesOf(tx, { ...view, columns }, row) : new Map(),
  }
  const inWords = (column: Column): ColumnInWords => ({
    key: column.key,
    words: cellInWords(column, projected[column.key] as CellValue | undefined, reading).trim(),
  })
  return new Map([...named].map(([ref, column]) => [ref, inWords(column)]))
}

const isOfPeople = ({ type }: Column): boolean => /^(?:person|created_by|updated_by)$/.test(type)
const isLink = ({ type }: Column): boolean => type === 'link'

async function titlesOf(
  tx: Tx,
  view: Parameters<typeof expandLinks>[1],
  row: RowRecord,
): Promise<Map<string, string>> {
  const links = (await expandLinks(tx, view, [row])).get(row.id) ?? {}
  return new Map(
    Object.values(links)
      .flat()
      .flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
  )
}
