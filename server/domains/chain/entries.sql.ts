import type { OwnerQuery } from '../../platform/database/owner.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { ROW_HISTORY_CONTENT } from '../records/rows/history-form.rules.ts'
import { BLOCK, KINDS, type Kind, type Place } from './chain.rules.ts'

// Form 1 of each kind: the columns are named, so that later ones change nothing, and times are written in µs since
// 1970, so that no setting of the session does. A form never changes: a chain is checked with that of its blocks.

const ROW_HISTORY = `
  SELECT xid, id, at, 'row ' || row_id AS about, sha256(uuid_send(row_id) || ${ROW_HISTORY_CONTENT}) AS hash
  FROM row_history WHERE workspace_id = current_workspace()`

const OBLIGATION_HISTORY = `
  SELECT xid, id, at, 'obligation ' || obligation_id AS about,
    sha256(convert_to(json_build_array(id, xid::text, obligation_id,
      trunc(extract(epoch FROM at) * 1000000)::text, actor, action, reason, changes,
      successor_id)::text, 'UTF8')) AS hash
  FROM obligation_history WHERE workspace_id = current_workspace()`

const DEAL_ENTRIES = `
  SELECT e.xid, e.id, e.created_at AS at, 'deal ' || e.deal_id || ', entry ' || e.position AS about,
    sha256(convert_to(json_build_array(e.id, e.xid::text, e.deal_id, e.position, e.kind, e.amount_minor,
      trunc(extract(epoch FROM e.occurred_at) * 1000000)::text,
      trunc(extract(epoch FROM e.created_at) * 1000000)::text,
      e.created_by, e.reference, e.reason, e.notes, e.deal_split_id, e.draw_id, e.reverses_id,
      (SELECT string_agg(a.deal_split_id || ' ' || a.amount_minor, ',' ORDER BY a.deal_split_id)
       FROM deal_allocations a WHERE a.workspace_id = current_workspace() AND a.deal_id = e.deal_id
         AND a.position = e.position))::text, 'UTF8')) AS hash
  FROM deal_entries e WHERE e.workspace_id = current_workspace()`

const AGREEMENT_SIGNATURES = `
  SELECT s.xid, s.id, s.signed_at AS at, s.email || ', ' || s.kind || ' ' || s.version AS about,
    sha256(convert_to(json_build_array(s.id, s.xid::text, s.kind, s.version, s.account_id, s.crm_user_id,
      s.email, s.for_workspace, s.signer_name, s.signer_title, s.document_hash,
      trunc(extract(epoch FROM s.signed_at) * 1000000)::text, s.address, s.user_agent,
      s.minimum_funding_minor, s.minimum_funding_period,
      (SELECT json_build_array(encode(sha256(convert_to(d.document, 'UTF8')), 'hex'), d.document_hash,
         d.minimum_funding_minor, d.minimum_funding_period)::text
       FROM agreement_documents d WHERE d.workspace_id = current_workspace() AND d.kind = s.kind
         AND d.version = s.version))::text, 'UTF8')) AS hash
  FROM agreement_signatures s WHERE s.workspace_id = current_workspace()`

const EVENTS = `
  SELECT xid, id, at, type || ' of ' || subject AS about,
    sha256(convert_to(json_build_array(id, xid::text, type, trunc(extract(epoch FROM at) * 1000000)::text,
      actor, subject, data)::text, 'UTF8')) AS hash
  FROM events WHERE workspace_id = current_workspace()`

const PURGED_HISTORY = `
  SELECT xid, id, at, 'row ' || row_id AS about,
    sha256(convert_to(json_build_array(id, xid::text, row_id, encode(content_hash, 'hex'),
      trunc(extract(epoch FROM at) * 1000000)::text)::text, 'UTF8')) AS hash
  FROM purged_history WHERE workspace_id = current_workspace()`

const ERASED_ENTRIES = `
  SELECT xid, id, at, kind || ' ' || id AS about,
    sha256(convert_to(json_build_array(id, xid::text, kind, encode(content_hash, 'hex'),
      trunc(extract(epoch FROM at) * 1000000)::text)::text, 'UTF8')) AS hash
  FROM erased_entries WHERE workspace_id = current_workspace()`

const ENTRIES: Record<Kind, string> = {
  row_history: ROW_HISTORY,
  obligation_history: OBLIGATION_HISTORY,
  deal_entries: DEAL_ENTRIES,
  agreement_signatures: AGREEMENT_SIGNATURES,
  events: EVENTS,
  purged_history: PURGED_HISTORY,
  erased_entries: ERASED_ENTRIES,
}

const ofEach = (write: (ENTRIES: string) => string) =>
  Object.fromEntries(KINDS.map((kind) => [kind, write(ENTRIES[kind])])) as Record<Kind, string>

const NEXT = ofEach(
  (ENTRIES) => `
  WITH page AS (
    SELECT xid, id, at, hash FROM (${ENTRIES}) AS e
    WHERE (xid, id) > ($1::text::xid8, $2::uuid) AND xid < $3::text::xid8
    ORDER BY e.xid, e.id LIMIT ${BLOCK})
  SELECT string_agg(uuid_send(id) || hash, ''::bytea ORDER BY page.xid, page.id) AS entries,
    max(xid)::text AS xid, (SELECT id FROM page ORDER BY page.xid DESC, page.id DESC LIMIT 1) AS id,
    trunc(extract(epoch FROM least(max(at), clock_timestamp())) * 1000000)::bigint AS "latestUs"
  FROM page`,
)

/** The entries of a kind after a place, of transactions below the horizon, in the form of a block; undefined if none. */
export async function nextEntries(
  tx: Tx,
  kind: Kind,
  { after, horizon }: { after: Place; horizon: string },
): Promise<{ entries: Buffer; last: Place; latestUs: number } | undefined> {
  const [found] = await tx.run<{ entries: Buffer | null; latestUs: number } & Place>(NEXT[kind], [
    after.xid,
    after.id,
    horizon,
  ])
  const { entries, xid, id, latestUs } = found!
  return entries === null ? undefined : { entries, last: { xid, id }, latestUs }
}

const BETWEEN = ofEach(
  (ENTRIES) => `
  WITH page AS (
    SELECT xid, id, at, hash FROM (${ENTRIES}) AS e
    WHERE (xid, id) > ($1::text::xid8, $2::uuid) AND (xid, id) <= ($3::text::xid8, $4::uuid)
    ORDER BY e.xid, e.id LIMIT $5)
  SELECT coalesce(string_agg(uuid_send(id) || hash, ''::bytea ORDER BY page.xid, page.id), '') AS entries,
    coalesce(json_agg(id) FILTER (
      WHERE at < 'epoch'::timestamptz + $6::bigint * interval '1 microsecond'), '[]') AS early
  FROM page`,
)

/** The entries of a kind after a place up to another one, and those of them from before `earliestUs`. */
export async function entriesBetween(
  tx: Tx,
  kind: Kind,
  {
    after,
    last,
    limit,
    earliestUs,
  }: { after: Place; last: Place; limit: number; earliestUs: number | null },
): Promise<{ entries: Buffer; early: string[] }> {
  const [found] = await tx.run<{ entries: Buffer; early: string[] }>(BETWEEN[kind], [
    after.xid,
    after.id,
    last.xid,
    last.id,
    limit,
    earliestUs,
  ])
  return found!
}

const AFTER = ofEach(
  (ENTRIES) => `
  WITH rest AS (
    SELECT id, at FROM (${ENTRIES}) AS e WHERE (xid, id) > ($1::text::xid8, $2::uuid))
  SELECT count(*) AS count, coalesce((SELECT json_agg(id) FROM (
      SELECT id FROM rest WHERE at < 'epoch'::timestamptz + $3::bigint * interval '1 microsecond'
      LIMIT $4) AS old), '[]') AS early
  FROM rest`,
)

/** How many entries of a kind there are after a place, and some of those from before `earliestUs`. */
export async function entriesAfter(
  tx: Tx,
  kind: Kind,
  { after, earliestUs, limit }: { after: Place; earliestUs: number | null; limit: number },
): Promise<{ count: number; early: string[] }> {
  const [found] = await tx.run<{ count: number; early: string[] }>(AFTER[kind], [
    after.xid,
    after.id,
    earliestUs,
    limit,
  ])
  return found!
}

const ABOUT = ofEach(
  (ENTRIES) => `SELECT id, about FROM (${ENTRIES}) AS e WHERE id = ANY ($1::uuid[])`,
)

/** What the entries are about, in words. */
export const findAbout = (
  tx: Tx,
  kind: Kind,
  ids: readonly string[],
): Promise<{ id: string; about: string }[]> => tx.run(ABOUT[kind], [ids])

const OLDEST = Object.entries(ENTRIES)
  .map(
    ([KIND, ENTRIES]) => `
    (SELECT '${KIND}' AS kind, e.at FROM (
       SELECT coalesce(max(last_xid), '0') AS xid,
         coalesce((array_agg(last_id))[1], '00000000-0000-0000-0000-000000000000') AS id
       FROM (SELECT last_xid, last_id FROM chain_blocks
         WHERE workspace_id = current_workspace() AND kind = '${KIND}'
         ORDER BY number DESC LIMIT 1) AS last) AS sealed
     CROSS JOIN LATERAL (
       SELECT at FROM (${ENTRIES}) AS e
       WHERE (e.xid, e.id) > (sealed.xid, sealed.id) AND e.xid < $1::text::xid8
       ORDER BY e.xid, e.id LIMIT 1) AS e)`,
  )
  .join(' UNION ALL ')

/** The kinds that have entries that could be sealed, and when the first of those was written. */
export const findUnsealed = (tx: Tx, horizon: string): Promise<{ kind: Kind; at: Date }[]> =>
  tx.run(OLDEST, [horizon])

/** Which of the entries were purged with their rows, as the purge recorded it, and whether those rows are gone. */
export const findPurged = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; rowId: string; contentHash: Buffer; isGone: boolean }[]> =>
  tx.run(
    `SELECT p.id, p.row_id AS "rowId", p.content_hash AS "contentHash", r.id IS NULL AS "isGone"
     FROM purged_history p
     LEFT JOIN rows r ON r.workspace_id = p.workspace_id AND r.id = p.row_id
     WHERE p.workspace_id = current_workspace() AND p.id = ANY ($1::uuid[])`,
    [ids],
  )

export interface Erasure {
  id: string
  contentHash: Buffer
  /** See `erasureText`. */
  proof: Buffer
}

const ERASED = ofEach(
  (ENTRIES) => `
  SELECT x.id, x.content_hash AS "contentHash", x.proof
  FROM erased_entries x JOIN (${ENTRIES}) AS e ON e.id = x.id AND e.hash = x.content_hash
  WHERE x.workspace_id = current_workspace() AND x.kind = $1 AND x.id = ANY ($2::uuid[])`,
)

/** Which of the entries were erased, and have been as they are now since then. */
export const findErased = (tx: Tx, kind: Kind, ids: readonly string[]): Promise<Erasure[]> =>
  tx.run(ERASED[kind], [kind, ids])

const HASHES = ofEach(
  (ENTRIES) =>
    `SELECT id, hash AS "contentHash" FROM (${ENTRIES}) AS e WHERE id = ANY ($1::uuid[])`,
)

/** The hashes of entries as they are now. */
export const findHashes = (
  query: OwnerQuery,
  kind: Kind,
  ids: readonly string[],
): Promise<Omit<Erasure, 'proof'>[]> => query(HASHES[kind], [ids])

export const insertErasures = (
  query: OwnerQuery,
  kind: Kind,
  made: readonly Erasure[],
): Promise<unknown> =>
  query(
    `INSERT INTO erased_entries (workspace_id, kind, id, content_hash, proof)
     SELECT current_workspace(), $1, m.id, decode(m."contentHash", 'hex'), decode(m.proof, 'hex')
     FROM jsonb_to_recordset($2::jsonb) AS m (id uuid, "contentHash" text, proof text)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      kind,
      JSON.stringify(
        made.map(({ id, contentHash, proof }) => ({
          id,
          contentHash: contentHash.toString('hex'),
          proof: proof.toString('hex'),
        })),
      ),
    ],
  )

/** All erasures of the workspace, with the kind of each entry. */
export const listErasures = (tx: Tx): Promise<(Erasure & { kind: Kind })[]> =>
  tx.run(
    `SELECT kind, id, content_hash AS "contentHash", proof FROM erased_entries
     WHERE workspace_id = current_workspace() ORDER BY kind, id FOR UPDATE`,
  )

/** Replaces the proof of an erasure, which is not part of what is sealed. */
export function replaceErasureProof(tx: Tx, kind: Kind, id: string, proof: Buffer): void {
  tx.queue(
    `UPDATE erased_entries SET proof = $3
     WHERE workspace_id = current_workspace() AND kind = $1 AND id = $2`,
    [kind, id, proof],
  )
}
