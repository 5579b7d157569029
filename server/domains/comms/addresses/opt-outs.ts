import type { Medium } from '../../../../contract/comms/messages.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { appendEvent } from '../../events/events.ts'
import { addressesLike, requireAddress } from './addresses.ts'
import * as sql from './opt-outs.sql.ts'

export async function listOptOuts(
  tx: Tx,
  query: {
    limit?: number
    cursor?: string
    medium?: Medium
    address?: string
    opted_out?: boolean
  },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const found = await sql.listOptOuts(tx, {
    medium: query.medium ?? null,
    optedOut: query.opted_out ?? null,
    limit: limit + 1,
    addresses: query.address === undefined ? null : await addressesLike(tx, query.address),
    after: query.cursor ? decodeCursor(query.cursor, ['string', 'string']) : null,
  })
  const { items, nextCursor } = page(found, limit, ({ address, medium }) => [address, medium])
  return { data: items.map(optOutOut), nextCursor }
}

/** @throws Refusal invalid_request: it is not an address. */
export async function putOptOut(
  tx: Tx,
  actor: Actor,
  body: { address: string; medium: Medium; opted_out: boolean; reason?: string },
) {
  const address = await requireAddress(tx, body.medium, body.address, 'address')
  return optOutOut(
    await setOptOut(tx, actorRef(actor), {
      medium: body.medium,
      address,
      optedOut: body.opted_out,
      reason: body.reason ?? null,
    }),
  )
}

/**
 * Stores whether an address wants messages. The last choice counts.
 *
 * @param by who chose, as events name them: `contact` for the person at the address.
 */
export async function setOptOut(
  tx: Tx,
  by: string,
  change: { medium: Medium; address: string; optedOut: boolean; reason: string | null },
): Promise<sql.OptOutRow> {
  const { medium, address, optedOut: opted_out, reason } = change
  const kept = await sql.upsertOptOut(tx, { medium, address, opted_out, reason, updated_by: by })
  appendEvent(tx, { type: 'opt_out.changed', actor: by, subject: `opt_out:${medium}:${address}` })
  return kept
}

const optOutOut = ({ updated_at, ...row }: sql.OptOutRow) => ({
  ...row,
  updated_at: updated_at.toISOString(),
})
