import { randomInt } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import {
  type Definition,
  type DefinitionView,
  viewOf,
} from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { localPartFrom, readColumns, type SentColumns, shownColumns } from './addresses.rules.ts'
import * as sql from './addresses.sql.ts'

const MOST = 20

/** What the operator has set for addresses. */
export interface AddressOptions {
  /** What they end in; null if the operator has set none. */
  inboundDomain: string | null
}

export async function listAddresses(
  tx: Tx,
  { inboundDomain: domain }: AddressOptions,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const definition = await locate(tx, address)
  const view = viewOf(definition, actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const { items, nextCursor } = page(
    await sql.listAddresses(tx, definition.id, after, limit + 1),
    limit,
    ({ id }) => [id],
  )
  return { data: items.map((one) => addressOut(view, domain, one)), nextCursor, domain }
}

/** @throws Refusal inbound_domain_missing, invalid_request (the columns, too many). */
export async function createAddress(
  tx: Tx,
  { inboundDomain }: AddressOptions,
  actor: Actor,
  address: DefinitionAddress,
  body: { columns: SentColumns },
) {
  const definition = await locate(tx, address)
  if (inboundDomain === null) throw new Refusal('inbound_domain_missing')
  const view = viewOf(definition, actor)
  const columns = columnsOf(view, body.columns)
  if ((await sql.listAddresses(tx, definition.id, null, MOST)).length === MOST) {
    const { name } = definition
    throw new Refusal('invalid_request', 'too_many_addresses', { name, most: MOST })
  }
  const id = newId()
  const made = await sql.insertAddress(tx, {
    id,
    definitionId: definition.id,
    localPart: await takeLocalPart(tx, definition.name, id),
    columns,
    createdBy: actorRef(actor),
  })
  appendAddressEvent(tx, 'created', actor, definition, id)
  return addressOut(view, inboundDomain, made)
}

/** @throws Refusal not_found, invalid_request (the columns). */
export async function updateAddress(
  tx: Tx,
  { inboundDomain }: AddressOptions,
  actor: Actor,
  address: DefinitionAddress & { addressId: string },
  body: { columns?: SentColumns; enabled?: boolean },
) {
  const definition = await locate(tx, address)
  const view = viewOf(definition, actor)
  const columns = body.columns && columnsOf(view, body.columns)
  if (!(await sql.lockAddress(tx, definition.id, address.addressId))) throw notFound()
  const changed = await sql.updateAddress(tx, address.addressId, { ...body, columns })
  appendAddressEvent(tx, 'updated', actor, definition, address.addressId)
  return addressOut(view, inboundDomain, changed)
}

/** @throws Refusal not_found. */
export async function removeAddress(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { addressId: string },
): Promise<void> {
  const definition = await locate(tx, address)
  if (!(await sql.lockAddress(tx, definition.id, address.addressId))) throw notFound()
  sql.removeAddress(tx, address.addressId)
  appendAddressEvent(tx, 'deleted', actor, definition, address.addressId)
}

function columnsOf(view: DefinitionView, sent: SentColumns): sql.ColumnsOfParts {
  const { columns, issues } = readColumns(view, sent)
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  return columns
}

async function takeLocalPart(tx: Tx, name: string, id: string): Promise<string> {
  const localPart = localPartFrom(name, (below) => randomInt(below))
  return (await sql.insertMailbox(tx, localPart, id)) ? localPart : takeLocalPart(tx, name, id)
}

const addressOut = (view: DefinitionView, domain: string | null, found: sql.AddressRecord) => ({
  id: found.id,
  address: domain === null ? null : `${found.local_part}@${domain}`,
  columns: shownColumns(view, found.columns),
  enabled: found.enabled,
  createdAt: found.created_at.toISOString(),
  createdBy: found.created_by,
  lastReceivedAt: found.last_received_at?.toISOString() ?? null,
})

function appendAddressEvent(
  tx: Tx,
  verb: EventVerb<'address'>,
  actor: Actor,
  { id, key, kind }: Definition,
  addressId: string,
): void {
  appendEvent(tx, {
    type: `address.${verb}`,
    actor: actorRef(actor),
    subject: `address:${addressId}`,
    data: { definition: { id, key, kind } },
  })
}
