// What a monitor reads: on a port of its own, of a worker too, with the version and the work that waits.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../contract/language/version.ts'
import { operations } from '../../contract/operations.ts'
import { until } from './support/clients/listener.ts'
import { signUp } from './support/desks/people.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startProcess, type TestProcess } from './support/processes/child-process.ts'
import { logged } from './support/processes/logged.ts'
import { startServerProcess } from './support/processes/server-process.ts'
import { startService } from './support/service/service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ask = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}
/** The port that a process with METRICS_PORT=0 has picked. */
async function portOf(process: TestProcess): Promise<number> {
  const line = () => logged(process).find(({ msg }) => msg === 'serving metrics')
  await until(() => line() !== undefined, 'the metrics to be served')
  return line()!.port as number
}
const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])

test('with a port of their own, the metrics are there and not on the public one', async () => {
  const env = { ...database.env, METRICS_PORT: '0' }
  const server = await startServerProcess({ command: 'web', env })
  const port = await portOf(server)
  const { workspaceId } = await signUp(server)
  await asOwner(database.connection, (sql) =>
    sql(
      `INSERT INTO due_work (kind, workspace_id, due_at) VALUES ('messages', $1, now() - interval '1 hour')
       ON CONFLICT (kind, workspace_id) DO UPDATE SET due_at = excluded.due_at`,
      [workspaceId],
    ),
  )
  const { status, text } = await ask(port, '/metrics')
  expect(status).toBe(200)
  expect(text).toContain(`sourcebook_build_info{version="${VERSION}",node="`)
  expect(figure(text, 'sourcebook_work_waiting_workspaces{kind="messages"}')).toBe(1)
  const seconds = figure(text, 'sourcebook_work_oldest_seconds{kind="messages"}')
  expect(seconds).toBeGreaterThanOrEqual(3600)
  expect(text).toMatch(
    /^sourcebook_answer_seconds_count{operation="post_auth-signup",status="201"} 1$/m,
  )
  expect((await ask(port, '/healthz')).status).toBe(200)
  await expect
    .poll(() => ask(port, '/readyz'))
    .toMatchObject({ status: 200, text: `{"status":"ready","version":"${VERSION}"}` })
  expect((await ask(port, '/v1/auth/session')).status).toBe(404)
  expect((await server.api('GET', '/metrics')).status).toBe(404)
  await server.stop()
})

test('a server that others can reach has them on a port of their own only', async () => {
  const open = { ...database.env, HOST: '0.0.0.0' }
  const server = await startServerProcess({ command: 'web', env: open })
  expect((await server.api('GET', '/metrics')).status).toBe(404)
  await server.stop()
  const moved = await startServerProcess({ command: 'web', env: { ...open, METRICS_PORT: '0' } })
  expect((await ask(await portOf(moved), '/metrics')).status).toBe(200)
  await moved.stop()
})

test('many who ask at once get one text, and whom the service refuses makes it hardly longer', async () => {
  const service = await startService({ isPlain: true })
  const read = async () => (await service.api('GET', '/metrics')).text
  const linesOf = (text: string) => text.split('\n').filter((line) => line.includes('operation='))
  const texts = new Set<string>()
  const since = performance.now()
  for (let n = 0; n < 20; n++) texts.add(await read())
  expect(texts.size).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - since) / 1000))
  for (const { method, path } of operations) await service.api(method, path)
  await expect.poll(read).toContain('operation="any",status="401"')
  expect(linesOf(await read()).length).toBeLessThan(400)
  await service.stop()
})

test('a worker has them too', async () => {
  const env = {
    ...database.env,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    METRICS_PORT: '0',
  }
  const worker = startProcess('bin/sourcebook.mjs', ['worker'], env)
  const port = await portOf(worker)
  const { text } = await ask(port, '/metrics')
  expect(text).toContain('sourcebook_build_info{')
  expect(text).toContain('sourcebook_database_connections{state="idle"}')
  await expect.poll(async () => (await ask(port, '/readyz')).status).toBe(200)
  worker.kill('SIGTERM')
  expect((await worker.exited).code).toBe(0)
})

test('a port that is taken is named with its setting', async () => {
  const taken = await startServerProcess({
    command: 'web',
    env: { ...database.env, METRICS_PORT: '0' },
  })
  const env = { ...database.env, METRICS_PORT: String(await portOf(taken)) }
  await expect(startServerProcess({ command: 'web', env })).rejects.toThrow(
    /Port \d+ on 127\.0\.0\.1 is in use; set METRICS_PORT to another one\./,
  )
  await taken.stop()
})
