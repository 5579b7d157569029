import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { authOperations } from '../../../contract/workspaces/auth.ts'
import { workspaceOperations } from '../../../contract/workspaces/workspace.ts'
import { faultsOf } from '../coverage/answers.ts'
import { type CaseWorld, caseFor } from '../coverage/cases.ts'
import { goodRequest, send } from '../coverage/requests.ts'
import { whileTheKeyIsHeld } from '../coverage/waiting.ts'
import { makeWorld } from '../coverage/world.ts'
import { startService } from '../support/service/service.ts'
import { operationsOf, type parts } from './parts.ts'

/** After these, nobody is left who could repeat them. */
const leavesNobody: AnyOperation[] = [
  authOperations.eraseAccount,
  workspaceOperations.deleteWorkspace,
]

/** Tries every operation of a part: its success, every refusal that it declares, and a retry. */
export function coverPart(part: keyof typeof parts): void {
  const covered = operationsOf(part)
  let world: CaseWorld
  beforeAll(async () => {
    // Of two connections, one workspace gets one: a transaction within another would wait for itself.
    const service = await startService({ poolSize: 2 })
    const base = await makeWorld(service, 'Desk')
    const strict = await service.beside({
      signup: 'closed',
      rateLimitIngest: 1,
      rateLimitRead: 1,
      inboundDomain: null,
    })
    const held = covered.filter(({ refuses }) => refuses.includes('request_in_progress'))
    const waited = whileTheKeyIsHeld(base, held)
    waited.catch(() => {}) // the tests that await it report the failure
    world = { ...base, strict, waited }
  })
  afterAll(() => world.service.stop())

  describe.each(covered.map((operation) => ({ id: operation.operationId, operation })))(
    '$id',
    ({ operation }) => {
      test('success', async () => {
        const answer = await send(world.service, operation, await goodRequest(world, operation))
        expect(faultsOf(operation, answer, 'success')).toEqual([])
      })

      test.each(
        // `request_in_progress` is tried last: the other refusals are tried while its requests wait.
        operation.refuses.filter((code) => code !== 'request_in_progress'),
      )('%s', async (code) => {
        const answers = await caseFor(operation, code)!(world, operation)
        expect(answers.length).toBeGreaterThan(0)
        for (const answer of answers) expect(faultsOf(operation, answer, code)).toEqual([])
      })
    },
  )

  describe.each(
    covered
      .filter(({ method, access }) => method === 'POST' && access !== 'public')
      .map((operation) => ({ id: operation.operationId, operation })),
  )('$id with an Idempotency-Key', ({ operation }) => {
    test('answers by the same schema, and a retry gets the same bytes', async () => {
      const headers = { 'idempotency-key': `retried ${operation.operationId}` }
      const sent = await goodRequest(world, operation)
      const first = await send(world.service, operation, sent, { headers })
      expect(faultsOf(operation, first, 'success')).toEqual([])
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      if (leavesNobody.includes(operation)) {
        const again = await send(world.service, operation, sent, { headers })
        expect(faultsOf(operation, again, 'unauthenticated')).toEqual([])
        return
      }
      // Some operations end the session that sends them: the retry then comes from another session of the same seat.
      const token = (await goodRequest(world, operation)).token
      const again = await send(world.service, operation, { ...sent, token }, { headers })
      expect(faultsOf(operation, again, 'success')).toEqual([])
      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    })

    test('request_in_progress', async () => {
      const answers = await caseFor(operation, 'request_in_progress')!(world, operation)
      expect(answers.map((answer) => faultsOf(operation, answer, 'request_in_progress'))).toEqual([
        [],
      ])
    })
  })
}
