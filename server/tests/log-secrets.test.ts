// Whatever people send that opens something, no line of the log has it, not even with the most words, and no process of the service
// has it among its arguments, which everybody on the machine can read.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

/** In all that is secret here, and in nothing else on this machine. */
const MARK = `canary${crypto.randomUUID().slice(0, 8)}`
const SECRET_KEY = `${MARK}, the secret key of this service`
let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  database = await createTestDatabase()
  const env = { ...database.env, SECRET_KEY, LOG_LEVEL: 'trace', SIGNUP: 'open' }
  server = await startServerProcess({ env })
})
afterAll(() => database.drop())

test('passwords, tokens, keys, links and cookies are in no line and no argument', async () => {
  const email = 'olga@desk.example'
  const password = `${MARK}-password-right`
  const wrong = `${MARK}-password-wrong`
  const signedUp = await server.api('POST', '/v1/auth/signup', {
    body: { email, password, name: 'Olga', workspaceName: 'Desk' },
  })
  const { accessToken } = signedUp.body.data
  const post = (path: string, body: object, token = accessToken) =>
    server.api('POST', path, { token, body })
  const token = await post('/v1/auth/tokens', { name: 'Zapier', scopes: ['records:read'] })
  const board = await makeBoard(server, accessToken, [{ name: 'Name', type: 'text' }])
  const invited = await post('/v1/workspace/seats', { email: 'ann@desk.example', role: 'member' })
  const link = invited.body.data.inviteUrl.split('/').at(-1) as string
  const cookie = `sourcebook_browser=${MARK}-cookie`
  await post('/v1/auth/signin', { email, password: wrong })
  await server.api('POST', '/v1/auth/signin', {
    body: { email, password: wrong },
    headers: { cookie, 'x-sourcebook-session': 'cookie' },
  })
  await post('/v1/auth/password', { currentPassword: wrong, newPassword: password })
  await post('/v1/auth/password-reset/confirm', { token: `${MARK}-reset`, password })
  await server.api('GET', `/reset/${MARK}-reset`)
  await server.api('GET', `/v1/auth/invitations/${MARK}-invitation`)
  await server.api('GET', `/v1/workspace?token=${MARK}-query`, { token: `sbt_${MARK}-token` })
  await post('/v1/auth/signin', { email, password: [`${MARK}-list`] })
  await post('/v1/ingest/rows', { cells: { Name: `${MARK}-cell` } }, board.secret)
  const secrets = [MARK, accessToken, token.body.data.secret, board.secret, link]
  expect(secrets.every((secret) => secret?.length > 5)).toBe(true)
  const args = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => argumentsOf(pid))
  expect(args.length).toBeGreaterThan(1)
  await server.stop()
  const said = server.stdout() + server.stderr()
  // With as many words, every request has its line.
  expect(said.match(/"msg":"answered"/g)?.length).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(said).not.toContain(secret)
    expect(args.filter((line) => line.includes(secret))).toEqual([])
  }
})

/** The arguments of a process, which may have ended. */
function argumentsOf(pid: string): string[] {
  try {
    return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]
  } catch {
    return []
  }
}
