import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closed, uuid } from '../../contract/language/common.ts'
import { type AnyOperation, operation } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { authOperations } from '../../contract/workspaces/auth.ts'
import { workspaceOperations } from '../../contract/workspaces/workspace.ts'
import { goodRequest, send } from './coverage/requests.ts'
import { idsOf, makeWorld, type World } from './coverage/world.ts'
import { dumpWorkspace } from './support/service/dump.ts'
import { startService, type TestService } from './support/service/service.ts'
import { bindLeaks, leakyRead, leakyWrite } from './tenants/leaks.ts'
import { findingsOf, leaksIn, probesOf, unplaced } from './tenants/probes.ts'

let service: TestService
let ours: World
let theirs: World
beforeAll(async () => {
  service = await startService({ extend: bindLeaks })
  ours = await makeWorld(service, 'Harborline')
  theirs = await makeWorld(service, 'Canary-7f3d')
})
afterAll(() => service.stop())

/** What the other workspace held when it was last read: nothing here may change it. */
let standing: Record<string, string[]> | undefined

/** Tries an operation with every id of the other workspace, and returns what that revealed. */
async function probe(target: AnyOperation, sent = goodRequest(ours, target)): Promise<string[]> {
  const prepared = await sent
  // Preparing one publishes an agreement, and every workspace hears of that.
  if (target.tag === 'Agreements') standing = undefined
  const before = standing ?? (await dumpWorkspace(service.sql, theirs.desk.workspaceId))
  const findings: string[] = []
  for (const one of probesOf(target, prepared, theirs)) {
    findings.push(...(await findingsOf(service, target, one, theirs)))
  }
  const after = await dumpWorkspace(service.sql, theirs.desk.workspaceId)
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (`${before[table]}` !== `${after[table]}`) findings.push(`changed ${table}`)
  }
  standing = after
  return findings
}

describe('every place of an operation that takes an id is in the matrix', () => {
  test('of the table as it is', () => expect(unplaced(operations)).toEqual([]))

  test('or else is named: in a path, a query, a body, or where anything may stand', () => {
    const shape = {
      tag: 'Ghosts',
      access: 'workspace',
      scope: 'records:read',
      summary: 'A ghost',
    } as const
    const free = Type.Record(Type.String(), Type.Unknown())
    const ghosts = [
      operation({ ...shape, method: 'GET', path: '/v1/ghosts/{id}' }),
      operation({ ...shape, method: 'GET', path: '/v1/a', query: closed({ dealId: uuid() }) }),
      operation({
        ...shape,
        method: 'POST',
        path: '/v1/b',
        body: closed({ ids: Type.Array(Type.Integer()), deep: closed({ of: uuid(), free }) }),
      }),
    ]
    expect(unplaced(ghosts)).toEqual([
      'get_ghosts_id path.id',
      'get_a query.dealId',
      'post_b body.ids[]',
      'post_b body.deep.of',
      'post_b body.deep.free',
    ])
  })

  test('and the matrix is about things that are there', async () => {
    const dump = await dumpWorkspace(service.sql, theirs.desk.workspaceId)
    for (const table of [
      'accounts',
      'seats',
      'teams',
      'rows',
      'columns',
      'ingest_keys',
      'events',
    ]) {
      expect(dump[table]!.length, table).toBeGreaterThan(0)
    }
    // The other workspace's owner can read each thing, so a 404 means that it is somebody else's.
    for (const target of operations.filter(({ method }) => method === 'GET')) {
      const answer = await send(service, target, await goodRequest(theirs, target))
      expect(answer.status, target.operationId).toBe(200)
    }
  })
})

// Before the others, because our own receipts then keep the other workspace's ids that they send.
test.each(operations.map((target) => ({ id: target.operationId, target })))(
  '$id tells nothing of another workspace when all is as it should be',
  async ({ target }) => {
    const answer = await send(service, target, await goodRequest(ours, target))
    expect(answer.status).toBeLessThan(300)
    expect(leaksIn(answer, theirs)).toEqual([])
  },
)

test.each(operations.map((target) => ({ id: target.operationId, target })))(
  "$id keeps another workspace's things out",
  async ({ target }) => {
    expect(await probe(target)).toEqual([])
  },
)

describe('a person with a seat in both workspaces', () => {
  const DOUBLE = 90_001
  /** These list all workspaces of the account, by their names. */
  const ofAccount: AnyOperation[] = [
    authOperations.getSession,
    authOperations.signIn,
    authOperations.switchWorkspace,
    authOperations.listSessions,
  ]
  beforeAll(async () => {
    await service.sql(
      `INSERT INTO seats (workspace_id, crm_user_id, account_id, email, name, role, status)
       SELECT $1, $3, account_id, email, $4, 'member', 'active'
       FROM seats WHERE workspace_id = $2 AND crm_user_id = $5`,
      [
        theirs.desk.workspaceId,
        ours.desk.workspaceId,
        DOUBLE,
        `${theirs.mark} Olga`,
        ours.desk.seats.owner,
      ],
    )
    await service.sql('INSERT INTO team_members VALUES ($1, $2, $3)', [
      theirs.desk.workspaceId,
      theirs.teamId,
      DOUBLE,
    ])
    standing = undefined
  })

  test.each(
    operations
      .filter((target) => !ofAccount.includes(target))
      .map((target) => [target.operationId, target] as const),
  )('%s is about the one that they are in', async (_, target) => {
    const answer = await send(service, target, await goodRequest(ours, target))
    expect(answer.status).toBeLessThan(300)
    // Receipts keep the ids that the probes above sent.
    expect(leaksIn(answer, theirs, idsOf(theirs))).toEqual([])
  })

  test.each(
    operations
      .filter(({ path }) => path.includes('crmUserId'))
      .map((target) => [target.operationId, target] as const),
  )('%s does not find the other seat', async (_, target) => {
    const sent = await goodRequest(ours, target)
    for (const probe of probesOf(target, sent, { ...theirs, guest: DOUBLE })) {
      expect(await findingsOf(service, target, probe, theirs)).toEqual([])
    }
  })
})

describe('what the matrix catches', () => {
  const sent = () => ({ token: ours.owner, params: { rowId: ours.page.rowId } })

  test('row-level security stands behind a query that forgets whose rows it reads', async () => {
    expect(await probe(leakyRead, Promise.resolve(sent()))).toEqual([])
    expect(await probe(leakyWrite, Promise.resolve(sent()))).toEqual([])
  })

  test('without it, the same queries are found out', async () => {
    await service.sql('ALTER TABLE rows DISABLE ROW LEVEL SECURITY')
    try {
      expect((await probe(leakyRead, Promise.resolve(sent()))).join('\n')).toMatch(
        /tells Canary[\s\S]*answered 200[\s\S]*told apart/,
      )
      expect(await probe(leakyWrite, Promise.resolve(sent()))).toEqual(['changed rows'])
    } finally {
      await service.sql('ALTER TABLE rows ENABLE ROW LEVEL SECURITY')
    }
  })

  test('so is a refusal that tells what exists from what does not', async () => {
    const { getTeam } = workspaceOperations
    const params = { id: theirs.teamId }
    const probe = {
      name: 'a telling refusal',
      foreign: { token: ours.owner, params },
      ids: [theirs.teamId],
      missing: { sent: { token: ours.desk.tokens.viewer, params: { id: '' } }, ids: [] },
      status: 404,
      code: 'not_found',
    }
    expect((await findingsOf(service, getTeam, probe, theirs)).join()).toContain('told apart')
  })
})
