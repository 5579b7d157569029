import type { AgreementKind } from '../../../contract/agreements/agreements.ts'
import { actorRef, holdsRole, type UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/cursor.ts'
import { notFound } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import { standingOf, toSign } from './standing.rules.ts'
import * as sql from './standings.sql.ts'

interface PageQuery {
  limit?: number
  cursor?: string
}

export async function listStandings(tx: Tx, actor: UserActor, query: PageQuery) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['string'])[0] : ''
  const rows = await sql.listStandings(tx, actor.accountId, { after, limit: limit + 1 })
  const { items, nextCursor } = page(rows, limit, ({ kind }) => [kind])
  return { data: items.map(standingOf), nextCursor }
}

/** The agreements that the caller still has to sign; admins and owners for the workspace too. */
export async function listToSign(tx: Tx, actor: UserActor) {
  const rows = await sql.listBriefStandings(tx, actor.accountId)
  const mayBind = holdsRole(actor, 'admin')
  return rows.flatMap((row) => toSign(row, { mayBind }) ?? [])
}

/** When the next version takes effect, from which on there may be more to sign. */
export const nextEffectiveAt = async (tx: Tx): Promise<string | null> =>
  (await sql.nextEffective(tx))?.toISOString() ?? null

/** @throws Refusal not_found: there is no such agreement, or no version of it is in effect. */
export async function getStanding(tx: Tx, actor: UserActor, kind: string) {
  return standingOf(await findStanding(tx, actor, kind))
}

/** @throws Refusal not_found */
export async function findStanding(
  tx: Tx,
  actor: UserActor,
  kind: string,
): Promise<sql.StandingRow> {
  const [row] = await sql.listStandings(tx, actor.accountId, { kind })
  if (!row) throw notFound()
  return row
}

/** Records that the caller opened the current version. This accepts nothing. @throws Refusal not_found */
export async function markViewed(tx: Tx, actor: UserActor, kind: string) {
  const row = await findStanding(tx, actor, kind)
  sql.recordView(tx, row, actor)
  announce(tx, actor, 'viewed', row)
  return getStanding(tx, actor, kind)
}

/** Includes versions that take effect later, so that people can read them ahead. @throws Refusal not_found */
export async function listVersions(tx: Tx, kind: string, query: PageQuery) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const before = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : null
  const rows = await sql.listVersions(tx, kind, before, limit + 1)
  if (rows.length === 0 && (await sql.listVersions(tx, kind, null, 1)).length === 0) {
    throw notFound()
  }
  const { items, nextCursor } = page(rows, limit, ({ effectiveAt }) => [effectiveAt.getTime()])
  return { data: items.map(versionOut), nextCursor }
}

const versionOut = ({ effectiveAt, publishedAt, ...version }: sql.VersionRow) => ({
  ...version,
  effectiveAt: effectiveAt.toISOString(),
  publishedAt: publishedAt.toISOString(),
})

export const announce = (
  tx: Tx,
  actor: UserActor,
  what: 'viewed' | 'signed',
  { kind, version }: { kind: AgreementKind; version: string },
): void =>
  appendEvent(tx, {
    type: `agreement.${what}`,
    actor: actorRef(actor),
    subject: `agreement:${kind}`,
    data: { agreementKind: kind, version },
  })
