import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { isLink } from '../../../../shared/column-types.ts'
import { rowTitle } from '../../../../shared/row-title.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import { findViews } from '../definitions/definition-views.ts'
import { locateToRead } from '../definitions/locate.ts'
import { titlesOf } from '../titles/row-titles.ts'
import * as sql from './links.sql.ts'

/** A linked row as answers show it. */
export interface LinkOut {
  id: string
  title: string | null
  trashed?: true
}

/** How many rows an answer has for each column that links to a row. */
const MOST_ROWS = 1000

/**
 * What the rows link to in the columns that the viewer sees, with titles, one level deep: by row id, then by column
 * key. A row that is in the trash or purged has no title.
 *
 * @param view shows the rows; titles are those that its actor sees.
 */
export async function expandLinks(
  tx: Tx,
  view: DefinitionView,
  rows: readonly { id: string; cells: StoredCells }[],
): Promise<Map<string, Record<string, LinkOut[]>>> {
  const columns = view.columns.filter(({ type }) => isLink(type))
  const idsOf = (cells: StoredCells, slot: number) => (cells[slot] ?? []) as string[]
  const ids = new Set(
    rows.flatMap(({ cells }) => columns.flatMap(({ slot }) => idsOf(cells, slot))),
  )
  const titles = await titlesOf(tx, view.actor, [...ids])
  const linkTo = (id: string): LinkOut => {
    const found = titles.get(id)
    return found && !found.trashed ? { id, title: found.title } : { id, title: null, trashed: true }
  }
  return new Map(
    rows.map(({ id, cells }) => [
      id,
      Object.fromEntries(
        columns.flatMap(({ key, slot }) => {
          const linked = idsOf(cells, slot)
          return linked.length === 0 ? [] : [[key, linked.map(linkTo)]]
        }),
      ),
    ]),
  )
}

/**
 * The rows that link to a row, grouped by the column that holds the links, if the actor can see the column.
 *
 * @throws Refusal not_found.
 */
export async function listLinks(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
) {
  const { definition } = await locateToRead(tx, address)
  const [row] = await sql.listLiveRows(tx, [address.rowId])
  if (row?.definitionId !== definition.id) throw notFound()
  const linking = await sql.listLinkingColumns(tx, row.id)
  const views = await findViews(
    tx,
    actor,
    linking.map(({ definitionId }) => definitionId),
  )
  const data = []
  for (const { columnId, definitionId } of linking) {
    const view = views.get(definitionId)
    const column = view?.columns.find(({ id }) => id === columnId)
    if (!view || !column) continue
    const rows = await sql.listLinkingRows(tx, row.id, columnId, MOST_ROWS + 1)
    if (rows.length === 0) continue
    data.push({
      definitionKey: view.definition.key,
      column: column.key,
      rows: rows.slice(0, MOST_ROWS).map(({ id, cells }) => ({
        id,
        title: rowTitle(view.columns, ({ slot }) => cells[slot]),
      })),
      ...(rows.length > MOST_ROWS ? { rowsTruncated: true } : {}),
    })
  }
  return { data, nextCursor: null }
}
