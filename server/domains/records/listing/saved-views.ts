import type { EventVerb } from '../../../../contract/events/events.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import {
  type Actor,
  actorRef,
  holdsRole,
  ownNames,
  seatOf,
  tokenIdOf,
} from '../../../platform/actor.ts'
import { violates } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import {
  invalid,
  issueAt,
  notFound,
  Refusal,
  refusalWith,
  unknownReference,
} from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { type Definition, type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { locate } from '../definitions/locate.ts'
import { readClock } from '../filters/clock.sql.ts'
import { type ListingQuery, planListing } from './listing.rules.ts'
import {
  listingOf,
  projectedQuery,
  type QueryParts,
  type SavedQuery,
  savedWith,
} from './saved-views.rules.ts'
import * as sql from './saved-views.sql.ts'

export interface ViewBody extends QueryParts {
  name?: string
  kind?: sql.SavedViewRow['kind']
  private?: boolean
  position?: number
}

type ViewAddress = DefinitionAddress & { viewId: string }

/** More would be a client's mistake. */
export const MAX_VIEWS = 500

export async function listViews(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const view = viewOf(await locate(tx, address), actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const [position, id] = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : [0, null]
  if (position > 2_000_000_000) throw new Refusal('invalid_cursor')
  const after = { position, id }
  const found = await sql.listViews(tx, view.definition.id, ownerOf(actor), after, limit + 1)
  const { items, nextCursor } = page(found, limit, (row) => [row.position, row.id])
  return { data: items.map((row) => viewOut(view, row)), nextCursor }
}

export async function getView(tx: Tx, actor: Actor, address: ViewAddress) {
  const view = viewOf(await locate(tx, address), actor)
  return viewOut(view, await requireView(tx, actor, view.definition, address.viewId))
}

/** @throws Refusal name_taken, unknown_column, invalid_request */
export async function createView(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  body: ViewBody & { name: string },
) {
  const view = viewOf(await locate(tx, address), actor)
  const { definition } = view
  if ((await sql.countViews(tx, definition.id)) >= MAX_VIEWS) {
    const { name } = definition
    throw invalid('body', why('view_too_many', { name, most: MAX_VIEWS }))
  }
  const { kind = 'grid', private: own = false, position = null } = body
  const query = await queryWith(tx, actor, view, {}, body)
  const saved = { id: newId(), name: body.name.trim(), kind, private: own, position, query }
  const row = await refusingTwins(saved.name, () =>
    sql.insertView(tx, definition.id, saved, actorRef(actor)),
  )
  appendViewEvent(tx, actor, definition, row, 'created')
  return viewOut(view, row)
}

/** @throws Refusal not_found, forbidden, name_taken, unknown_column, invalid_request */
export async function updateView(tx: Tx, actor: Actor, address: ViewAddress, body: ViewBody) {
  const view = viewOf(await locate(tx, address), actor)
  const row = await requireView(tx, actor, view.definition, address.viewId)
  refuseOthers(actor, row)
  if (body.private && !row.own) {
    throw new Refusal('forbidden', 'view_private')
  }
  const changed = {
    id: row.id,
    name: body.name?.trim() ?? row.name,
    kind: body.kind ?? row.kind,
    private: body.private ?? row.private,
    position: body.position ?? row.position,
    query: await queryWith(tx, actor, view, row.query, body),
  }
  const written = await refusingTwins(changed.name, () => sql.updateView(tx, changed))
  appendViewEvent(tx, actor, view.definition, written, 'updated')
  return viewOut(view, written)
}

/** @throws Refusal not_found, forbidden */
export async function removeView(tx: Tx, actor: Actor, address: ViewAddress): Promise<void> {
  const definition = await locate(tx, address)
  const row = await requireView(tx, actor, definition, address.viewId)
  refuseOthers(actor, row)
  await sql.deleteView(tx, row.id)
  appendViewEvent(tx, actor, definition, row, 'deleted')
}

/**
 * The list that a saved view asks for, as `view` sees it.
 *
 * @throws Refusal unknown_reference; unknown_column if its filter names a deleted or hidden column: without the filter,
 *   the list would not be what the view says.
 */
export async function savedQuery(
  tx: Tx,
  actor: Actor,
  view: DefinitionView,
  id: string,
): Promise<ListingQuery> {
  const row = await sql.findView(tx, view.definition.id, id, ownerOf(actor))
  if (!row) throw unknownReference('view', 'query')
  const { whole, ...query } = listingOf(row.query, view)
  if (whole) return query
  throw refusalWith('unknown_column', [issueAt('query.view', why('view_filters_unknown', {}))])
}

async function requireView(tx: Tx, actor: Actor, { id }: Definition, viewId: string) {
  const row = await sql.findView(tx, id, viewId, ownerOf(actor))
  if (!row) throw notFound()
  return row
}

/** A token's own views are also its person's, and a person's also those of their tokens. */
const ownerOf = (actor: Actor): sql.Owner => ({
  names: ownNames(actor),
  seat: tokenIdOf(actor) ? null : (seatOf(actor)?.crmUserId ?? null),
})

function refuseOthers(actor: Actor, row: { own: boolean }): void {
  if (holdsRole(actor, 'admin') || row.own) return
  throw new Refusal('forbidden', 'view_of_others')
}

/** The query with the body's parts. @throws Refusal if a list would refuse these. */
async function queryWith(
  tx: Tx,
  actor: Actor,
  view: DefinitionView,
  before: SavedQuery,
  { filter, sort, fields, group, sum, search, totals, frozen }: ViewBody,
): Promise<SavedQuery> {
  const sent: ListingQuery = {
    ...(filter ? { filter } : {}),
    ...(sort?.length ? { sort } : {}),
    ...(fields?.length ? { fields } : {}),
    ...(group ? { group } : {}),
    ...(sum?.length ? { sum } : {}),
    ...(totals ? { totals } : {}),
  }
  const context = {
    view,
    now: await readClock(tx),
    timeZone: view.definition.locale.timeZone,
    me: seatOf(actor),
  }
  planListing(sent, undefined, context, 'body')
  const words = search && trimmed(search) === '' ? null : search
  const parts = { filter, sort, fields, group, sum, search: words, totals, frozen }
  return savedWith(
    before,
    Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    view,
  )
}

/** @throws Refusal name_taken */
async function refusingTwins<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'saved_views_by_name')) throw error
    throw new Refusal('name_taken', 'view', { name })
  }
}

function appendViewEvent(
  tx: Tx,
  actor: Actor,
  definition: Definition,
  view: sql.SavedViewRow,
  verb: EventVerb<'view'>,
): void {
  // Nobody else hears about a private view.
  if (view.private) return
  appendEvent(tx, {
    type: `view.${verb}`,
    actor: actorRef(actor),
    subject: `${definition.kind}:${definition.id}`,
    data: { viewId: view.id },
  })
}

const viewOut = (view: DefinitionView, row: sql.SavedViewRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  private: row.private,
  position: row.position,
  ...projectedQuery(row.query, view),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
