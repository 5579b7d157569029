import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { makeOwner } from '../../../tests/support/desks/fixtures.ts'
import type { Obligation } from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import * as verbs from './obligation-verbs.ts'
import { createObligation, updateObligation } from './obligations.ts'

let service: TestService
let actor: Actor
beforeAll(async () => {
  service = await startService()
  actor = { kind: 'system', workspaceId: (await makeOwner(service)).workspaceId }
})
afterAll(() => service.stop())

/** What each verb does to each status, written here independently of the service. */
const TABLE = `
           open          in_progress     submitted         completed         waived         cancelled
  start    in_progress   already_started already_submitted already_completed already_waived already_cancelled
  submit   submitted     submitted       already_submitted already_completed already_waived already_cancelled
  reject   not_submitted not_submitted   open              already_completed already_waived already_cancelled
  complete completed     completed       completed         already_completed already_waived already_cancelled
  waive    waived        waived          waived            already_completed already_waived already_cancelled
  cancel   cancelled     cancelled       cancelled         already_completed already_waived already_cancelled
  reopen   not_completed not_completed   not_completed     open              already_waived already_cancelled
  escalate open          in_progress     submitted         already_completed already_waived already_cancelled`
const [statuses, ...lines] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const table = new Map(
  lines.map(([verb, ...cells]) => [verb!, new Map(statuses!.map((from, i) => [from, cells[i]!]))]),
)
const OPEN = statuses!.slice(0, 3)

interface Modelled {
  status: string
  parent: number | null
}

/** Runs a command on the model, and returns the answer that the service must give. */
function run(model: Modelled[], command: Command): string {
  const one = model[command.on]!
  if (command.verb === 'move') {
    if (command.under !== null) {
      for (let at: number | null = command.under; at !== null; at = model[at]!.parent) {
        if (at === command.on && OPEN.includes(one.status)) return 'invalid_request'
      }
    }
    if (!OPEN.includes(one.status)) return `already_${one.status}`
    const isNew = command.under !== null && command.under !== one.parent
    if (isNew && !OPEN.includes(model[command.under!]!.status)) return 'parent_closed'
    one.parent = command.under
    return 'ok'
  }
  const to = table.get(command.verb)!.get(one.status)!
  if (!statuses!.includes(to)) return to
  const childrenOf = (n: number) => model.flatMap(({ parent }, i) => (parent === n ? [i] : []))
  if (command.verb === 'complete') {
    if (childrenOf(command.on).some((i) => OPEN.includes(model[i]!.status))) return 'children_open'
  }
  if (command.verb === 'reopen' && one.parent !== null) {
    if (!OPEN.includes(model[one.parent]!.status)) return 'parent_closed'
  }
  if (command.verb === 'cancel') {
    const below = (n: number): number[] => childrenOf(n).flatMap((i) => [i, ...below(i)])
    for (const i of below(command.on)) {
      if (OPEN.includes(model[i]!.status)) model[i]!.status = 'cancelled'
    }
  }
  one.status = to
  return 'ok'
}

interface Command {
  verb: string
  on: number
  /** The new parent, for a move. */
  under: number | null
}

const COUNT = 4
const nth = fc.nat({ max: COUNT - 1 })
const command: fc.Arbitrary<Command> = fc.record({
  // Verbs that need others before them are tried more often.
  verb: fc.constantFrom(
    ...table.keys(),
    ...Array(3).fill('complete'),
    ...Array(4).fill('reopen'),
    'move',
    'move',
  ),
  on: nth,
  under: fc.option(nth, { freq: 4 }),
})
const reason = { reason: 'As agreed' }
const doing: Record<string, (tx: Tx, id: number) => Promise<unknown>> = {
  start: (tx, id) => verbs.startObligation(tx, actor, id),
  submit: (tx, id) => verbs.submitObligation(tx, actor, id, {}),
  reject: (tx, id) => verbs.rejectObligation(tx, actor, id, reason),
  complete: (tx, id) => verbs.completeObligation(tx, actor, id, {}),
  waive: (tx, id) => verbs.waiveObligation(tx, actor, id, reason),
  cancel: (tx, id) => verbs.cancelObligation(tx, actor, id, reason),
  reopen: (tx, id) => verbs.reopenObligation(tx, actor, id, reason),
  escalate: (tx, id) => verbs.escalateObligation(tx, actor, id, {}),
}

// A whole run is one transaction, so a write before a refusal would stay in it and be noticed.
test('whatever is done in whatever order, the states follow the table, and the history shows them', async () => {
  const { workspaceId } = actor
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 10, maxLength: 30 }),
      fc.array(fc.option(nth, { freq: 5 }), { minLength: COUNT, maxLength: COUNT }),
      (commands, parents) =>
        service.db.withWorkspace({ workspaceId }, async (tx) => {
          const model: Modelled[] = []
          const ids: number[] = []
          for (const [i, parent] of parents.entries()) {
            const under = parent === null || i === 0 ? null : parent % i
            model.push({ status: 'open', parent: under })
            const body = { title: 'Voided check', obligationType: 'task' } as const
            const parentObligationId = under === null ? null : ids[under]!
            ids.push((await createObligation(tx, actor, { ...body, parentObligationId })).id)
          }
          const idOf = (parent: number | null) => (parent === null ? null : ids[parent]!)
          const first = model.map(({ parent }) => idOf(parent))
          for (const command of commands) {
            const id = ids[command.on]!
            const done =
              command.verb === 'move'
                ? updateObligation(tx, actor, id, { parentObligationId: idOf(command.under) })
                : doing[command.verb]!(tx, id)
            const answer = await done.then(() => 'ok', codeOf)
            expect(answer, JSON.stringify(command)).toBe(run(model, command))
          }
          const stored = await tx.run<Obligation>(STORED, [ids])
          for (const [i, { status, parentObligationId, changes }] of stored.entries()) {
            const { status: expected, parent } = model[i]!
            expect([status, parentObligationId]).toEqual([expected, idOf(parent)])
            const begun = { status: 'open', parentObligationId: first[i] }
            expect(replay(begun, changes.flat())).toEqual({ status, parentObligationId })
          }
        }),
    ),
    { numRuns: 40 },
  )
})

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  throw error
}

const STORED = `
  SELECT o.status, o.parent_id AS "parentObligationId", ARRAY(
    SELECT h.changes FROM obligation_history h WHERE h.workspace_id = o.workspace_id AND h.obligation_id = o.id
    ORDER BY h.at) AS changes
  FROM obligations o WHERE o.workspace_id = current_workspace() AND o.id = ANY ($1) ORDER BY o.id`

/** The state that a history leads to. Each change must start from the value that the one before left. */
function replay(begun: Obligation, changes: Obligation[]): Obligation {
  const now = { ...begun }
  for (const { field, from, to } of changes) {
    if (!(field in now)) continue
    expect(from).toEqual(now[field])
    now[field] = to
  }
  return now
}
