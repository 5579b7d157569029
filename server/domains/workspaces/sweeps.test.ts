import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../tests/support/service/app.ts'
import { sweepSignins } from './sweeps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('clears away sessions, links, failures and places that are past, and nothing else', async () => {
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
  await app.sql(
    `INSERT INTO password_resets SELECT sha256('old'), id, now() - interval '1 second' FROM accounts
     WHERE id = $1 UNION ALL SELECT sha256('new'), id, now() + interval '1 hour' FROM accounts WHERE id = $1`,
    [kept.accountId],
  )
  await app.sql('DELETE FROM signin_places')
  await app.sql(
    "INSERT INTO signin_places VALUES ('old', now() - interval '181 days'), ('new', now() - interval '179 days')",
  )
  expect(await sweepSignins(app.db)).toEqual({ sessions: 2, resets: 1, failures: 1, places: 1 })
  expect(await app.sql('SELECT place FROM signin_places')).toEqual([{ place: 'new' }])
  expect((await kept.api('GET', '/v1/auth/session')).status).toBe(200)
  expect(await app.sql('SELECT bucket FROM signin_failures')).toEqual([{ bucket: 'new' }])
  expect(await app.sql('SELECT 1 FROM password_resets')).toHaveLength(1)
})
