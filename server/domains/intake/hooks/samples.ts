import { why } from '../../../../contract/refusals/reasons.ts'
import type { MisfitRule } from '../../../../shared/hooks.ts'
import { type Actor, intakeActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { issueAt, notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { cellsShown } from '../../ingest/writing/answers.ts'
import { tryArrival } from '../../ingest/writing/arrivals.ts'
import { clipped } from '../../records/cells/words.ts'
import { cellContext } from '../../records/definitions/cell-context.ts'
import { type DefinitionView, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { projectReceipts } from '../../records/rows/rows.rules.ts'
import { readJson } from './bodies.ts'
import { filledCells, leaveOut } from './cells.rules.ts'
import { guessColumns, readableValue } from './guesses.rules.ts'
import { readFields, type SentField } from './hooks.rules.ts'
import * as sql from './hooks.sql.ts'
import type { HookAddress } from './hooks.ts'
import { leavesOf } from './leaves.rules.ts'

/** How many values of a sample are listed. */
const MOST_LEAVES = 500
const MOST_EXAMPLE_CHARS = 200

/** The bodies that a hook received last, as values with paths. @throws Refusal not_found. */
export async function listHookSamples(tx: Tx, actor: Actor, address: HookAddress) {
  const { view, samples } = await samplesFor(tx, actor, address)
  const context = await cellContext(tx, view.definition)
  return {
    data: samples.map(({ id, received_at, body }) => {
      const leaves = leavesOf(body, MOST_LEAVES)
      const guesses = guessColumns(view, leaves, body, context)
      const fields = leaves.map(({ path, label, value }) => ({
        path,
        label,
        example: clipped(readableValue(value), MOST_EXAMPLE_CHARS),
        guess: guesses.get(path) ?? null,
      }))
      return { id, receivedAt: received_at.toISOString(), fields }
    }),
  }
}

/** The row that a sample would make with these fields. @throws Refusal not_found, unknown_reference, invalid_request. */
export async function previewHook(
  tx: Tx,
  actor: Actor,
  address: HookAddress,
  body: { sampleId: string; fields: readonly SentField[]; misfits?: MisfitRule },
) {
  const { view, hook, samples } = await samplesFor(tx, actor, address)
  const sample = samples.find(({ id }) => id === body.sampleId)
  if (!sample) {
    const missing = issueAt('body.sampleId', why('does_not_exist', {}))
    throw refusalWith('unknown_reference', [missing])
  }
  const { fields, issues } = readFields(view, body.fields)
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  const { definition } = view
  const sent = filledCells(definition, fields, sample.body)
  const arrival = {
    actor: intakeActor({
      through: 'hook',
      workspaceId: definition.workspaceId,
      id: hook.id,
      definitionId: definition.id,
      family: definition.kind,
    }),
    columnIds: fields.map(({ column }) => column),
  }
  let left: { column: string; why: string }[] = []
  let planned = await tryArrival(tx, { ...arrival, sent })
  if (planned instanceof Refusal) {
    const { errors = [] } = planned.details
    const lenient = leaveOut(definition, sent, errors, body.misfits ?? hook.misfits)
    if (lenient) {
      left = lenient.left
      planned = await tryArrival(tx, { ...arrival, sent: lenient.sent })
    }
  }
  if (planned instanceof Refusal) {
    const { errors = [] } = planned.details
    const refused = errors.map(({ column = null, message }) => ({ column, message }))
    return { outcome: 'refused' as const, cells: {}, coerced: [], ignored: left, refused }
  }
  const [receipt] = projectReceipts(view, [planned.receipt])
  // Only of columns that it fills: others say when and by whom a row was made, which there is none of.
  const shown: Record<string, unknown> = cellsShown(view, planned)
  // A name that leads nowhere is kept as it was sent.
  for (const { slot } of planned.receipt.unresolved ?? []) {
    shown[view.ofSlot(slot)!.key] = planned.receipt.sent?.[slot]
  }
  const filled = new Set(fields.flatMap(({ column }) => view.find(column)?.key ?? []))
  return {
    outcome: 'created' as const,
    cells: Object.fromEntries(Object.entries(shown).filter(([key]) => filled.has(key))),
    coerced: receipt!.coerced,
    ignored: [...receipt!.ignored, ...left],
    refused: [],
  }
}

/** A hook and its samples. Only admins ask for them, who see every column. */
async function samplesFor(
  tx: Tx,
  actor: Actor,
  address: HookAddress,
): Promise<{ view: DefinitionView; hook: sql.HookRecord; samples: Sample[] }> {
  const view = viewOf(await locate(tx, address), actor)
  const hook = await sql.findHook(tx, view.definition.id, address.hookId)
  if (!hook) throw notFound()
  const stored = await sql.listSamples(tx, hook.id)
  const samples = stored.map(({ body, ...rest }) => ({
    ...rest,
    body: readJson(Buffer.from(body)),
  }))
  return { view, hook, samples }
}

interface Sample extends Omit<sql.SampleRecord, 'body'> {
  body: unknown
}
