// Random policies, compared with the plainest form of the rules. The soak runs thousands of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { policyRounds } from './scenarios/policies.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('whatever the policies are, each sees and writes the columns that they are meant to', async () => {
  const seed = newSeed()
  expect(await policyRounds(service, { seed, rounds: 12 }), `seed ${seed}`).toEqual([])
})

test('a policy that is lost on the way is found out', async () => {
  const forgetful = {
    api: async (...[method, path, call]: Parameters<TestService['api']>) =>
      service.api(
        method,
        path,
        method === 'PUT' && path.endsWith('column_b') ? { ...call, body: {} } : call,
      ),
  }
  expect(await policyRounds(forgetful, { seed: 7, rounds: 12 })).not.toEqual([])
})
