import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, Refusal, unknownReferences } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { locate, locateForChange } from '../../records/definitions/locate.ts'
import { listKeyRefs } from '../../records/policies/keys.ts'
import { stampRows } from '../../records/rows/runs.ts'
import { MOST_RESULTS, type RunOut, runOut, runStatus, whyUnstamped } from './runs.rules.ts'
import * as sql from './runs.sql.ts'

export type RunAddress = DefinitionAddress & { runId: string }
type PageQuery = { limit?: number; cursor?: string }

export async function answerRuns(tx: Tx, runs: readonly sql.RunRecord[]): Promise<RunOut[]> {
  const found = await sql.listFirstResults(
    tx,
    runs.map(({ id }) => id),
    MOST_RESULTS,
  )
  const results = new Map(found.map(({ runId, ids }) => [runId, ids]))
  return runs.map((run) => runOut(run, results.get(run.id) ?? []))
}

export async function answerRun(tx: Tx, definitionId: string, id: string): Promise<RunOut> {
  const run = await sql.findRun(tx, definitionId, id)
  if (!run) throw notFound()
  return (await answerRuns(tx, [run]))[0]!
}

export async function listImports(tx: Tx, address: DefinitionAddress, query: PageQuery) {
  const definition = await locate(tx, address)
  const limit = query.limit ?? DEFAULT_LIMIT
  const before = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const runs = await sql.listRuns(tx, definition.id, before, limit + 1)
  const { items, nextCursor } = page(runs, limit, ({ id }) => [id])
  return { data: await answerRuns(tx, items), nextCursor }
}

export async function getImport(tx: Tx, address: RunAddress): Promise<RunOut> {
  const definition = await locate(tx, address)
  return answerRun(tx, definition.id, address.runId)
}

/** The ids of all rows that a run wrote, in order. */
export async function listImportRows(tx: Tx, address: RunAddress, query: PageQuery) {
  const definition = await locate(tx, address)
  const run = await sql.findRun(tx, definition.id, address.runId)
  if (!run) throw notFound()
  const limit = query.limit ?? DEFAULT_LIMIT
  const [block, place] = query.cursor ? decodeCursor(query.cursor, ['number', 'number']) : [0, 0]
  if (block < 0 || block > MOST_BLOCK || place < 0) throw new Refusal('invalid_cursor')
  const found = await sql.listResults(tx, run.id, { block, place }, limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = found.length > limit && last ? encodeCursor([last.block, last.place]) : null
  return { data: items.map(({ id }) => id), nextCursor }
}

const MOST_BLOCK = 2 ** 31 - 10_000

export interface RecordBody {
  fileName: string
  total: number
  imported: number
  failed: number
  results: string[]
  error?: string | null
}

const IDS_A_BLOCK = 500

/**
 * Records an import that a client did row by row, and stamps the rows that it made.
 *
 * @throws Refusal not_found, invalid_request, unknown_reference.
 */
export async function recordImport(
  tx: Tx,
  actor: UserActor,
  address: DefinitionAddress,
  body: RecordBody,
): Promise<RunOut> {
  const definition = await locateForChange(tx, address)
  if (body.imported + body.failed > body.total) {
    throw invalid('body.total', why('counts_do_not_add_up', {}))
  }
  const ids = [...new Set(body.results.map((id) => id.toLowerCase()))]
  const rows = new Map(
    (await sql.listNamedRows(tx, definition.id, ids)).map((row) => [row.id, row]),
  )
  const unknown = body.results.flatMap((id, at) =>
    rows.has(id.toLowerCase()) ? [] : [`body.results[${at}]`],
  )
  if (unknown.length > 0) {
    throw unknownReferences(unknown.slice(0, 100))
  }
  const keys = new Set(await listKeyRefs(tx, definition.id))
  const recorder = actorRef(actor)
  const stamped = ids.filter((id) => !whyUnstamped(rows.get(id)!, recorder, keys))
  const positions = stamped.map((id) => rows.get(id)!.position)
  const id = newId()
  const error = body.error ?? null
  sql.insertRecordedRun(tx, {
    id,
    definitionId: definition.id,
    actorUserId: actor.crmUserId,
    createdBy: recorder,
    fileName: body.fileName,
    total: body.total,
    imported: body.imported,
    failed: body.failed,
    error,
    status: runStatus({ ...body, error }),
    resultCount: ids.length,
    standing: stamped.length,
    firstPosition: positions.length > 0 ? positions.reduce((a, b) => Math.min(a, b)) : null,
    lastPosition: positions.length > 0 ? positions.reduce((a, b) => Math.max(a, b)) : null,
  })
  sql.insertResults(tx, id, inBlocks(ids, new Set(stamped)))
  if (stamped.length > 0) stampRows(tx, definition.id, stamped, id)
  appendEvent(tx, {
    type: 'import.recorded',
    actor: recorder,
    subject: `import:${id}`,
    data: { definitionId: definition.id },
  })
  return answerRun(tx, definition.id, id)
}

function inBlocks(ids: readonly string[], stamped: ReadonlySet<string>) {
  const blocks = []
  for (let from = 0; from < ids.length; from += IDS_A_BLOCK) {
    const part = ids.slice(from, from + IDS_A_BLOCK)
    blocks.push({
      block: blocks.length,
      stamped: part.filter((id) => stamped.has(id)),
      others: part.filter((id) => !stamped.has(id)),
    })
  }
  return blocks
}
