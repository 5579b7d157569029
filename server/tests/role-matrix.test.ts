import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../contract/language/common.ts'
import {
  type Access,
  type AnyOperation,
  isKeyAccess,
  operation,
} from '../../contract/language/operation.ts'
import { operationGroups, operations } from '../../contract/operations.ts'
import { appendEvent } from '../domains/events/events.ts'
import { actorRef } from '../platform/actor.ts'
import type { Http } from '../platform/http/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { goodRequest, type Sent, send } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import type { Answer } from './support/clients/client.ts'
import { dumpWorkspace } from './support/service/dump.ts'
import { startService, type TestService } from './support/service/service.ts'
import { openToken } from './support/service/tokens.ts'

// Every operation is sent as every role, and its access class decides what happens.

const ladder = ['viewer', 'member', 'manager', 'admin', 'owner'] as const
type Role = (typeof ladder)[number]

/** The lowest role that each access class lets read, and write, as the contract says in words. */
const least: Record<Exclude<Access, 'public' | `key:${string}`>, { reads: Role; writes: Role }> = {
  session: { reads: 'viewer', writes: 'viewer' },
  'any-seat': { reads: 'viewer', writes: 'viewer' },
  workspace: { reads: 'viewer', writes: 'member' },
  'board:write': { reads: 'member', writes: 'member' },
  'workspace:manager': { reads: 'manager', writes: 'manager' },
  'workspace:admin': { reads: 'admin', writes: 'admin' },
  'board:admin': { reads: 'admin', writes: 'admin' },
  'def:admin': { reads: 'admin', writes: 'admin' },
}

const { auth, workspace, boards, definitions, accounting, agreements, obligations } =
  operationGroups
/** What nobody of the desk survives; server/domains/erasure/erasure.test.ts says whom they let in. */
const endings: AnyOperation[] = [auth.eraseAccount, workspace.deleteWorkspace]
/** What people may do only to things of their own: each role's request is about one that it made. */
const ofOnesOwn = new Set(
  [
    auth.endSession,
    auth.revokeToken,
    auth.rotateToken,
    agreements.sign,
    obligations.undoCompletion,
    ...[boards, definitions].flatMap((group) => [group.updateComment, group.removeComment]),
    ...[boards, definitions].flatMap((group) => [group.updateView, group.removeView]),
    ...[boards, definitions].map((group) => group.addRowFile),
  ].map(({ operationId }) => operationId),
)

const ofSeats = operations.filter(
  ({ access }) => access !== 'public' && !isKeyAccess(access),
) as AnyOperation[]
const isLetIn = ({ access, method }: AnyOperation, role: Role): boolean => {
  const { reads, writes } = least[access as keyof typeof least]
  return ladder.indexOf(role) >= ladder.indexOf(method === 'GET' ? reads : writes)
}
const letIn = (operation: AnyOperation) => ladder.filter((role) => isLetIn(operation, role))
const turnedAway = (operation: AnyOperation) => ladder.filter((role) => !isLetIn(operation, role))

const common = {
  method: 'POST',
  tag: 'Roles',
  scope: 'records:write',
  summary: 'Wrongly bound',
  answer: one(Type.Null()),
} as const
const lax = operation({ ...common, path: '/v1/lax', access: 'any-seat' })
const strictest = operation({ ...common, path: '/v1/strictest', access: 'workspace:admin' })
/** Checks the role only after it has written. */
const hasty: AnyOperation = operation({ ...common, path: '/v1/hasty', access: 'workspace:admin' })

function bindWrongly({ bind, bindOwn }: Http): void {
  bind(lax, async () => ({ data: null }))
  bind(strictest, async () => ({ data: null }))
  bindOwn({ ...hasty, access: 'any-seat' }, async ({ actor, transaction }) => {
    await transaction(async (tx) => {
      appendEvent(tx, { type: 'seat.accepted', actor: actorRef(actor), subject: 'seat:1' })
      return { data: null }
    })
    throw new Refusal('forbidden')
  })
}

let service: TestService
let world: World
/** What is wrong with the answers to roles that must be refused, and all that the workspace held before and after. */
const refusals = new Map<string, string[]>()
let before: object
let after: object
beforeAll(async () => {
  service = await startService({ extend: bindWrongly })
  world = await makeWorld(service, 'Desk')
  await putFileIntoCell()
  const attempts: [AnyOperation, Sent][] = []
  for (const operation of ofSeats) {
    if (turnedAway(operation).length === 0) continue
    attempts.push([operation, await goodRequest(world, operation)])
  }
  before = await held()
  for (const [operation, sent] of attempts) {
    refusals.set(operation.operationId, await wronglyLetIn(operation, sent))
  }
  after = await held()
})
afterAll(() => service.stop())

/** All that the workspace holds, except when sessions were last used. */
async function held(): Promise<Record<string, string[]>> {
  const { access_tokens: _, ...rest } = await dumpWorkspace(service.sql, world.desk.workspaceId)
  return rest
}

async function sendAs(operation: AnyOperation, role: Role, sent: Sent): Promise<Answer> {
  // Some operations end the session that sends them, so they get one of their own. A new password ends all the others.
  const isSpent = operation.access === 'session' && operation !== auth.changePassword
  const { workspaceId, seats, tokens } = world.desk
  const token = isSpent ? (await openToken(service, workspaceId, seats[role])).token : tokens[role]
  return send(service, operation, { ...sent, token })
}

/** A request that succeeds for everybody whom the access class lets in. */
async function requestOf(operation: AnyOperation, role: Role): Promise<Sent> {
  if (!ofOnesOwn.has(operation.operationId)) return goodRequest(world, operation)
  const { tokens, seats } = world.desk
  const desk = { ...world.desk, seats: { ...seats, owner: seats[role] } }
  const sent = await goodRequest({ ...world, owner: tokens[role], desk }, operation)
  // Only admins may sign for the workspace, but the access class does not say so.
  const isSigning = operation === agreements.sign
  return isSigning ? { ...sent, body: { ...(sent.body as object), forWorkspace: false } } : sent
}

/** Puts the file into a cell. Everybody who sees the cell may read it; a file in no cell is for its uploader only. */
async function putFileIntoCell(): Promise<void> {
  const { board, owner, things } = world
  const cells = { papers: [things.fileId] }
  const path = `/v1/boards/${board.id}/rows/${board.rowId}`
  const answer = await service.api('PATCH', path, { token: owner, body: { cells } })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** The roles that are refused and should be let in. */
async function wronglyRefused(operation: AnyOperation, request = requestOf): Promise<string[]> {
  const faults: string[] = []
  const ask = async (role: Role, sent: Sent) => {
    const { status, text } = await sendAs(operation, role, sent)
    if (status >= 300) faults.push(`as ${role} ${status}: ${text.slice(0, 300)}`)
  }
  if (operation.method === 'GET') {
    const sent = await request(operation, 'owner')
    await Promise.all(letIn(operation).map((role) => ask(role, sent)))
  } else {
    for (const role of letIn(operation)) await ask(role, await request(operation, role))
  }
  return faults
}

/** The roles that are let in and should be refused. */
async function wronglyLetIn(operation: AnyOperation, sent: Sent): Promise<string[]> {
  const answers = turnedAway(operation).map(async (role) => {
    const { status, body, text } = await sendAs(operation, role, sent)
    const isRefused = status === 403 && body.code === 'forbidden'
    return isRefused ? [] : [`as ${role} ${status}: ${text.slice(0, 300)}`]
  })
  return (await Promise.all(answers)).flat()
}

describe.each(
  ofSeats
    .filter((one) => one !== auth.eraseAccount)
    .map((operation) => ({ id: operation.operationId, operation })),
)('$id, which is for $operation.access', ({ operation }) => {
  if (!endings.includes(operation)) {
    test(`lets in ${letIn(operation).join(', ')}`, async () => {
      expect(await wronglyRefused(operation)).toEqual([])
    })
  }

  if (turnedAway(operation).length === 0) return
  test(`turns away ${turnedAway(operation).join(', ')}`, () => {
    expect(refusals.get(operation.operationId)).toEqual([])
  })
})

test('keeping splits, posting, previewing it, paying and holding are for managers and above, and nothing else is', () => {
  const { createDeal: _, updateDeal: __, ...others } = accounting
  // A preview shows what everybody would get, so only those who may post get it.
  const previews = [accounting.previewCollection, accounting.previewClawback]
  const writes = [...Object.values(others).filter(({ method }) => method !== 'GET'), ...previews]
  const forManagers = ofSeats.filter(({ access }) => access === 'workspace:manager')
  expect(new Set(forManagers.map(({ operationId }) => operationId))).toEqual(
    new Set(writes.map(({ operationId }) => operationId)),
  )
})

test('who was turned away has changed nothing', () => {
  expect(refusals.size).toBeGreaterThan(100)
  expect(after).toEqual(before)
})

describe('what the matrix catches', () => {
  const request = async () => ({})

  test('an operation that lets in more than it says, or fewer', async () => {
    const strict: AnyOperation = { ...lax, access: 'workspace:manager' }
    expect(await wronglyLetIn(strict, {})).toHaveLength(2)
    expect(await wronglyRefused(strict, request)).toEqual([])
    expect(await wronglyLetIn(lax, {})).toEqual([])
    expect(
      await wronglyRefused({ ...strictest, access: 'workspace:manager' }, request),
    ).toHaveLength(1)
  })

  test('one that has written by the time it refuses', async () => {
    const held0 = await held()
    expect(await wronglyLetIn(hasty, {})).toEqual([])
    expect(await held()).not.toEqual(held0)
  })
})
