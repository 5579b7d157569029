import type { ingestOperations } from '../../../../contract/ingest/ingest.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type KeyCall, type Sent, sendKept } from '../../../platform/http/call.ts'
import { inOwnTurn } from '../../../platform/http/courtesy.ts'
import { parseJson } from '../../../platform/http/json.ts'
import { checkOf } from '../../../platform/http/validation.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { announcing } from '../../records/files/announced-files.ts'
import { withUploads } from '../../records/files/uploads.ts'
import { referringCells } from '../../records/rows/references/sent.rules.ts'
import { planRows } from '../../records/rows/rows.rules.ts'
import { rateLimited } from '../admission/admission.ts'
import { sendCounted } from '../admission/counted-writes.ts'
import { rateHeaders } from '../admission/rate.rules.ts'
import { unknownKey } from '../keys/key-auth.ts'
import { type Prepared, prepareAgain, preparedFor } from '../keys/prepared.ts'
import { writerOf } from '../keys/writer.rules.ts'
import { refusedDetails } from '../receipts/receipts.ts'
import { answerOf } from './answers.ts'
import { readForm, sentAsForm } from './form-writes.ts'
import { type PlannedWrite, type QuickWrites, type Verdict, withIds } from './quick-writes.ts'
import {
  largeFiles,
  readWriteBody,
  refuseRows,
  sentCells,
  type WriteRequest,
} from './row-writes.rules.ts'
import type { KeyWrite, WholeWrites } from './whole-writes.ts'

export interface WriteDeps {
  quick: QuickWrites
  whole: WholeWrites
  db: Database
  store: FileStore
  maxFileBytes: number
}

/** A larger body takes milliseconds to read, to plan and to answer. */
const LARGE_BYTES = 8_000

type WriteCall = KeyCall<
  (typeof ingestOperations)['writeRows'] | (typeof ingestOperations)['writeRecords']
>

/**
 * POST /v1/ingest/rows and /v1/ingest/records: reads the body, plans what to store, and passes the plan on to
 * be committed. Faults are answered only after the request was counted, except those of a form's parts.
 *
 * @throws Refusal invalid_json, payload_too_large, invalid_rows, unknown_reference, invalid_request, rate_limited,
 *   unauthenticated.
 */
export async function writeRows(deps: WriteDeps, call: WriteCall): Promise<Sent> {
  const { actor } = call
  if (sentAsForm(call.request)) return writeForm(deps, call)
  for (let attempt = 0; attempt < 3; attempt++) {
    const prepared = await preparedFor(deps.db, actor)
    const read = await readAndPlan(deps, prepared, call)
    if ('sent' in read) return writeWhole(deps, call, read.sent)
    const verdict = await deps.quick.submit(await piece(call, () => withIds(read.write)))
    // Not a piece: that may be refused, and the rows are stored.
    if (verdict.kind !== 'stale') return finish(call, prepared, read, verdict)
    await prepareAgain(deps.db, actor)
  }
  return writeWhole(deps, call, readRequest(call))
}

/** Does a part of the work for a request. Between the parts of a large one, the requests of others have their turn. */
const piece = <T>({ actor, rawBody }: WriteCall, work: () => T): T | Promise<T> =>
  rawBody.length > LARGE_BYTES ? inOwnTurn(actor.workspaceId, work) : work()

/** Writes the row of a form, together with its files. */
async function writeForm(deps: WriteDeps, call: WriteCall): Promise<Sent> {
  const uploads = announcing(deps.db, call.actor, deps.store)
  const { body, sameAs, files, large } = await readForm(call.request, uploads, deps.maxFileBytes)
  const sent = { ...readRequest(call, () => body), sameAs }
  const verdict = await withUploads(uploads, files, (keep) =>
    deps.whole.write({
      ...keyWrite(call, sent),
      sent: { ...sent, files, large, onMade: keep },
      problems: (view) => largeFiles(view, large, deps.maxFileBytes),
    }),
  )
  return sendCounted(call.reply, verdict)
}

/**
 * The plan of a request that can share a commit, or else the parsed request. Not both: every garbage collection copies
 * what a request still refers to while it waits for its commit, and a plan does not need the parsed request.
 */
async function readAndPlan(
  { quick }: WriteDeps,
  prepared: Prepared,
  call: WriteCall,
): Promise<Planned | { sent: SentRequest }> {
  const sent = await piece(call, () => readRequest(call))
  if (call.idempotent || sent.dryRun) return { sent }
  const { request } = sent
  // Under too much load, planning rows only to refuse them would take the time that others need.
  if (!(request instanceof Refusal)) {
    quick.requireRoom(writerOf(call.actor), request.records.length)
  }
  return (await piece(call, () => plan(prepared, call, request))) ?? { sent }
}

interface SentRequest {
  request: WriteRequest | Refusal
  /** What a retry with the same Idempotency-Key must match: the parsed body, or its text if it is not JSON. */
  sameAs: unknown
  dryRun: boolean
}

interface Planned {
  write: PlannedWrite
  refusal?: Refusal
  single: boolean
}

const checkQuery = checkOf(
  // The same for boards and pages: only `dryRun`.
  { type: 'object', properties: { dryRun: { type: 'boolean' } }, additionalProperties: false },
  'query',
)

function readRequest(
  { actor, rawBody, query }: WriteCall,
  bodyOf: () => unknown = () => parseJson(rawBody),
): SentRequest {
  const dryRun = () => query.dryRun === true // a boolean only after the query was checked
  let sameAs: unknown
  try {
    checkQuery(query)
    sameAs = bodyOf()
    return { request: readWriteBody(sameAs, actor.family), sameAs, dryRun: dryRun() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { request: error, sameAs: sameAs ?? rawBody.toString(), dryRun: dryRun() }
  }
}

/** The plan of a request that can share a commit; undefined if it cannot. */
function plan(
  prepared: Prepared,
  call: WriteCall,
  request: WriteRequest | Refusal,
): Planned | undefined {
  const writer = writerOf(call.actor)
  const { definition, view, context } = prepared
  const { version } = definition
  const refuse = (refusal: Refusal, rowCount: number, single: boolean): Planned => {
    const refused = refusedDetails(refusal.details.errors ?? [], refusal.message, view)
    return { write: { writer, version, effect: { refused, rowCount } }, refusal, single }
  }
  if (request instanceof Refusal) return refuse(request, 0, true)
  if (!context || request.records.some((record) => record.externalId !== undefined))
    return undefined
  const { single, records } = request
  // Linked rows are looked up in the transaction that writes the cells.
  const sent = sentCells(request)
  if (referringCells(definition, sent).length > 0) return undefined
  const planned = planRows(view, context, sent, { misfits: 'ignore' })
  if (planned.rows.some((row) => row.uniques.length > 0) || planned.newOptions.size > 0)
    return undefined
  return planned.errors.length > 0
    ? refuse(refuseRows(planned.errors, records.length), records.length, single)
    : { write: { writer, version, effect: { rows: planned.rows } }, single }
}

function finish(
  call: WriteCall,
  { view }: Prepared,
  { write, refusal, single }: Planned,
  verdict: Exclude<Verdict, { kind: 'stale' }>,
): Sent {
  if (verdict.kind === 'gone') throw unknownKey()
  if (verdict.kind === 'limited') throw rateLimited(verdict.rate, verdict.retryAfter)
  call.reply.headers(rateHeaders(verdict.rate))
  if (refusal) throw refusal
  const plans = 'rows' in write.effect ? write.effect.rows : []
  const { ids, first } = verdict
  const rows = plans.map((receipt, i) => ({
    id: ids[i]!,
    position: first + i,
    cells: receipt.cells,
    createdBy: write.writer.by,
    createdAt: verdict.now,
    receipt,
    outcome: 'created' as const,
  }))
  const body = JSON.stringify(answerOf(view, write.writer, rows, single, verdict.now))
  return sendKept(call.reply, { status: 201, body, replayed: false })
}

async function writeWhole({ whole }: WriteDeps, call: WriteCall, sent: SentRequest): Promise<Sent> {
  return sendCounted(call.reply, await whole.write(keyWrite(call, sent)))
}

const keyWrite = ({ actor, idempotent }: WriteCall, sent: SentRequest): KeyWrite => ({
  actor,
  sent,
  idempotent: idempotent && { ...idempotent, body: sent.sameAs },
})
