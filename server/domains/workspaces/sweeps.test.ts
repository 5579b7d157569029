import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/support/app.ts'
import { signUp } from '../../tests/support/people.ts'
import { sweepSignins } from './sweeps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('clears away sessions and failures that are past, and nothing else', async () => {
  const [kept, expired, idle] = [await signUp(app), await signUp(app), await signUp(app)]
  await app.sql('UPDATE access_tokens SET expires_at = now() WHERE account_id = $1', [
    expired.accountId,
  ])
  await app.sql(
    "UPDATE access_tokens SET last_used_at = now() - interval '8 days' WHERE account_id = $1",
    [idle.accountId],
  )
  await app.sql('DELETE FROM signin_failures')
  await app.sql(
    "INSERT INTO signin_failures VALUES ('old', 3, now() - interval '16 minutes'), ('new', 3, now())",
  )
  expect(await sweepSignins(app.db)).toEqual({ sessions: 2, failures: 1 })
  expect((await kept.api('GET', '/v1/auth/session')).status).toBe(200)
  expect(await app.sql('SELECT bucket FROM signin_failures')).toEqual([{ bucket: 'new' }])
})
