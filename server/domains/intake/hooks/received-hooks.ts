import type { FastifyReply, FastifyRequest } from 'fastify'
import type { receiveHook } from '../../../../contract/intake/hooks.ts'
import type { AnswerOf } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_SAMPLES } from '../../../../shared/hooks.ts'
import { type IntakeActor, intakeActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Sent, sendKept } from '../../../platform/http/call.ts'
import { newId, secretHash } from '../../../platform/ids.ts'
import { codeOfRows, notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { admitSender } from '../../ingest/admission/admission.ts'
import { type Rate, rateHeaders } from '../../ingest/admission/rate.rules.ts'
import { refuseArrival, tryArrival, writeArrival } from '../../ingest/writing/arrivals.ts'
import { lockDefinition } from '../../records/definitions/locate.ts'
import { readBody, readRaw } from './bodies.ts'
import { filledCells, issuesIn, leaveOut } from './cells.rules.ts'
import { eventIdOf } from './events.rules.ts'
import { appendHookEvent, secretOf } from './hooks.ts'
import * as sql from './received-hooks.sql.ts'
import { sampleOf } from './samples.rules.ts'
import { type SignatureFault, signatureFault } from './signatures.rules.ts'

export interface ReceiverTools {
  db: Database
  seal: Seal
  /** How many requests a minute a hook takes, as a key does. */
  writesPerMinute: number
}

type Received = AnswerOf<typeof receiveHook>['data']

/** What happened to a request, which was counted. */
interface Taken {
  rate: Rate
  result: Received | Refusal
  replayed: boolean
}

/** Forgets what the hooks of a workspace received more than 30 days ago. */
export const sweepHooks = (tx: Tx): void => sql.forgetReceived(tx)

/**
 * Takes what a service sends to a hook: as a row, or as a sample while the hook fills no columns. A request that is not
 * signed as it should be is only counted.
 *
 * @throws Refusal not_found, unauthenticated, payload_too_large, invalid_json, invalid_rows, rate_limited.
 */
export async function receive(
  tools: ReceiverTools,
  publicId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AnswerOf<typeof receiveHook> | Sent> {
  const { db } = tools
  const link = await db.withDirectory((tx) => sql.findHookLink(tx, publicId))
  const hook = link && (await db.withWorkspace(link, (tx) => sql.findLiveHook(tx, link.id)))
  if (!hook) throw notFound()
  const raw = await readRaw(request)
  await refuseUnsigned(tools, link.workspaceId, hook, request, raw)
  const body = await readBody(request, raw).catch((error: unknown) => {
    if (error instanceof Refusal && error.status < 500) return error
    throw error
  })
  const actor = intakeActor({
    through: 'hook',
    workspaceId: link.workspaceId,
    id: hook.id,
    definitionId: hook.definitionId,
    family: hook.kind,
  })
  const { rate, result, replayed } = await db.withWorkspace(actor, (tx) =>
    takeOnce(tools, tx, actor, request, body),
  )
  reply.headers(rateHeaders(rate))
  if (result instanceof Refusal) throw result
  const answer = { data: result }
  return replayed
    ? sendKept(reply, { status: 200, body: JSON.stringify(answer), replayed })
    : answer
}

/** @throws Refusal unauthenticated, rate_limited; then the request is counted, and nothing of it is kept. */
async function refuseUnsigned(
  { db, seal, writesPerMinute }: ReceiverTools,
  workspaceId: string,
  hook: sql.LiveHook,
  { headers }: FastifyRequest,
  raw: Buffer,
): Promise<void> {
  const { id, signature, now } = hook
  const secret = secretOf(seal, workspaceId, hook)
  const fault = signatureFault(signature, secret, { headers, raw, now })
  if (!fault) return
  const admitted = await db.withWorkspace({ workspaceId }, async (tx) => {
    const rate = await admitSender(tx, id, 'unsigned', writesPerMinute)
    if (!(rate instanceof Refusal)) sql.countUnsigned(tx, id)
    return rate
  })
  throw admitted instanceof Refusal ? admitted : unsigned(fault)
}

const unsigned = (fault: SignatureFault): Refusal =>
  fault.fault === 'late'
    ? new Refusal('unauthenticated', 'hook_signature_late', {
        header: fault.header,
        minutes: fault.minutes,
      })
    : new Refusal('unauthenticated', 'hook_not_signed', { header: fault.header })

/** What comes to one hook is taken one after the other, so that each event makes one row. */
async function takeOnce(
  { writesPerMinute }: ReceiverTools,
  tx: Tx,
  actor: IntakeActor,
  { headers }: FastifyRequest,
  body: object | Refusal,
): Promise<Taken> {
  const hook = await sql.lockLiveHook(tx, actor.id)
  if (!hook) throw notFound()
  const rate = await admitSender(tx, hook.id, 'hook', writesPerMinute)
  // Thrown: nothing is written or counted.
  if (rate instanceof Refusal) throw rate
  sql.noteReceived(tx, hook.id)
  if (body instanceof Refusal) {
    await refuseArrival(tx, actor, why('hook_unreadable', { problem: body.message }))
    return { rate, result: body, replayed: false }
  }
  const eventId = eventIdOf(headers, body, hook.event_path)
  const eventHash = eventId === undefined ? undefined : secretHash(eventId)
  const before = eventHash && (await sql.findEvent(tx, hook.id, eventHash))
  if (before) return { rate, result: { outcome: 'created', rowId: before }, replayed: true }
  const sample = sampleOf(body)
  if (sample !== undefined) {
    sql.insertSample(tx, { id: newId(), hookId: hook.id, body: sample })
    sql.deleteOldSamples(tx, hook.id, MOST_SAMPLES)
  }
  if (hook.fields.length === 0) {
    appendHookEvent(tx, 'sampled', actor, hook.id, hook.name)
    return { rate, result: { outcome: 'kept', rowId: null }, replayed: false }
  }
  const result = await makeRow(tx, actor, hook, body)
  if (eventHash && !(result instanceof Refusal)) {
    sql.insertEvent(tx, hook.id, eventHash, result.rowId!)
  }
  return { rate, result, replayed: false }
}

/** @returns the row, or the refusal, of which a receipt is kept. */
async function makeRow(
  tx: Tx,
  actor: IntakeActor,
  { fields, misfits }: sql.LiveHook,
  body: object,
): Promise<Received | Refusal> {
  const definition = await lockDefinition(tx, actor.definitionId)
  const sent = filledCells(definition, fields, body)
  const arrival = { actor, columnIds: fields.map(({ column }) => column) }
  const tried = misfits === 'refuse' ? undefined : await tryArrival(tx, { ...arrival, sent })
  const { errors = [] } = tried instanceof Refusal ? tried.details : {}
  const lenient = leaveOut(definition, sent, errors, misfits) ?? { sent, left: [] }
  const arrived = await writeArrival(tx, { ...arrival, ...lenient })
  if (arrived instanceof Refusal) {
    const issues = issuesIn(definition, fields, arrived.details.errors ?? [])
    return refusalWith(codeOfRows(issues), issues)
  }
  // Only forms block.
  return { outcome: 'created', rowId: arrived.outcome === 'created' ? arrived.rowId : null }
}
