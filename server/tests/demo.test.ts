// The demo is there whole, or not at all: a first start that is killed while it is being made keeps nobody out.
import { expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { startProcess } from './support/processes/child-process.ts'
import { startServerProcess } from './support/processes/server-process.ts'

test('the start after one that was killed on the way makes it anew, and tells how to sign in', async () => {
  const dataDir = await temporaryDirectory()
  const env = { DATA_DIR: dataDir, DEMO: '1', PORT: '0', SECRET_KEY: '', LOG_LEVEL: 'fatal' }
  const killed = startProcess('bin/sourcebook.mjs', ['start'], env)
  const count = (what: string) =>
    asOwner(embeddedIn(dataDir), async (sql) => (await sql(what)).length).catch(() => 0)
  await until(async () => (await count('SELECT FROM seats')) > 0, 'somebody to have a seat')
  killed.kill()
  await killed.exited
  expect(killed.stdout()).not.toContain('Password')

  const server = await startServerProcess({ env })
  const [, email] = /Sign in +(\S+)/.exec(server.stdout())!
  const [, password] = /Password +(\S+)/.exec(server.stdout())!
  const answer = await server.api('POST', '/v1/auth/signin', { body: { email, password } })
  expect(answer.status, answer.text).toBe(201)
  expect(await count("SELECT FROM workspaces WHERE slug = 'demo'")).toBe(1)
  expect(await count('SELECT FROM seats')).toBe(3)
  await server.stop()

  const again = await startServerProcess({ env })
  expect(again.stdout()).not.toContain('Password')
  await again.stop()
  await discard(dataDir)
})
