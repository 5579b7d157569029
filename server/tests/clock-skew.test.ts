// Two processes whose clocks are off, one ahead and one behind. Everything that depends on the time uses the database's
// clock, and what they write in turn is in the order in which it was written.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { publish } from './support/desks/agreements.ts'
import { type Desk, makeDesk, makePage } from './support/desks/fixtures.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { startService, type TestService } from './support/service/service.ts'

const MINUTE_MS = 60_000
const OFF_MS = 10 * MINUTE_MS
const PRELOAD = new URL('support/machine/skewed-clock.ts', import.meta.url).href

let service: TestService
let desk: Desk
/** The process whose clock is behind, then the one whose clock is ahead. */
const servers: ServerProcess[] = []
/** The obligations, by the number of minutes from now until they are due. */
const owed = new Map<number, number>()

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  for (const minutes of [-5, 5, 5 - 24 * 60, -5 - 24 * 60]) await owe(minutes)
  // Each process looks for late obligations as soon as it starts.
  servers.push(await startSkewed(-OFF_MS))
  await until(() => isEscalated(-5), 'the first process to escalate')
  await owe(-6)
  servers.push(await startSkewed(OFF_MS))
  await until(() => isEscalated(-6), 'one of the two to escalate')
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await service.stop()
})

const startSkewed = (offMs: number) =>
  startServerProcess({
    env: {
      ...service.env,
      LOG_LEVEL: 'fatal',
      NODE_OPTIONS: `--import=${PRELOAD}`,
      CLOCK_OFF_MS: `${offMs}`,
    },
  })

/** The time in that many minutes, by the database's clock. */
async function inMinutes(minutes: number): Promise<string> {
  const [{ at }] = await service.sql("SELECT now() + $1 * interval '1 minute' AS at", [minutes])
  return at.toISOString()
}

type Api = Pick<TestService, 'api'>
async function call(server: Api, method: string, path: string, body?: object) {
  const answer = await server.api(method, path, { token: desk.tokens.owner, body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body
}

async function owe(minutes: number): Promise<void> {
  const dueAt = await inMinutes(minutes)
  const body = { title: 'Statements', obligationType: 'task', dueAt }
  owed.set(minutes, (await call(service, 'POST', '/v1/obligations', body)).data.id)
}
const read = async (server: Api, minutes: number) =>
  (await call(server, 'GET', `/v1/obligations/${owed.get(minutes)}`)).data
const isEscalated = async (minutes: number) => (await read(service, minutes)).escalatedAt !== null

test('nothing is escalated before the database says that it is late', async () => {
  expect((await read(service, 5)).escalatedAt).toBeNull()
  const { data } = await call(service, 'GET', `/v1/obligations/${owed.get(-5)}/history`)
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['created', 'escalated'])
})

test('how late something is, and what will be, is the same in every process', async () => {
  for (const server of servers) {
    const severities = new Map<number, string>()
    for (const minutes of owed.keys()) {
      severities.set(minutes, (await read(server, minutes)).breachSeverity)
    }
    expect([...severities]).toEqual([
      [-5, 'minor'],
      [5, null],
      [5 - 24 * 60, 'minor'],
      [-5 - 24 * 60, 'major'],
      [-6, 'minor'],
    ])
    const listed = async (query: string) =>
      (await call(server, 'GET', `/v1/obligations?${query}`)).data.map(
        (one: { id: number }) => one.id,
      )
    expect(await listed('forecast=1h')).toEqual([owed.get(5)])
    expect(await listed('breached=false')).toEqual([owed.get(5)])
  }
})

test('an agreement is in force from its time on, and no sooner', async () => {
  for (const [version, minutes] of [
    ['1', -60],
    ['2', -5],
    ['3', 5],
  ] as const) {
    await publish(service, { version, effectiveAt: await inMinutes(minutes) })
  }
  for (const server of servers) {
    const path = '/v1/workspace/agreements/terms_of_service'
    expect((await call(server, 'GET', path)).data.version).toBe('2')
  }
})

test('what the processes write in turn is listed in that order, page by page', async () => {
  const page = await makePage(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const rows = `/v1/definitions/${page.key}/rows`
  const { id } = (await call(service, 'POST', rows, { cells: { name: '0' } })).data
  const money = { name: 'Acme', currency: 'USD', dealRowId: id }
  const deal = (await call(service, 'POST', '/v1/accounting/deals', money)).data.id
  const share = { dealId: deal, partyKind: 'external', externalParty: 'Acme', basis: 'gross' }
  const splits = '/v1/accounting/deal-splits'
  const split = (await call(service, 'POST', splits, { ...share, sharePpm: 1_000_000 })).data.id
  const written: string[] = []
  for (const nth of [1, 2, 3, 4]) {
    const server = servers[nth % 2]!
    const did = (kind: string) => written.unshift(`${kind} ${nth}`)
    await call(server, 'POST', `/v1/accounting/deals/${deal}/collections`, { amountMinor: nth })
    did('commission_collected')
    await call(server, 'POST', `${splits}/${split}/draws`, { amountMinor: nth })
    did('draw_requested')
    await call(server, 'PATCH', `${rows}/${id}`, { cells: { name: `${nth}` } })
    did('change')
    await call(server, 'POST', `${rows}/${id}/comments`, { body: `${nth}` })
    did('comment')
    const owing = { title: `${nth}`, obligationType: 'task', dealRowId: id }
    await call(server, 'POST', '/v1/obligations', owing)
    did('obligation')
  }
  /** Reads all of a list, one page from each process in turn. */
  async function all(path: string) {
    const found = []
    for (let turn = 0, cursor = ''; ; turn++) {
      const { data, nextCursor } = await call(servers[turn % 2]!, 'GET', `${path}limit=3${cursor}`)
      found.push(...data)
      if (nextCursor === null) return found
      cursor = `&cursor=${nextCursor}`
    }
  }
  const entries = await all(`${rows}/${id}/timeline?`)
  expect(entries.map(nameOf)).toEqual([...written, 'created'])
  const amounts = (await all(`${splits}/${split}/draws?`)).map((draw) => draw.amountMinor)
  expect(amounts).toEqual([1, 2, 3, 4])
  const titles = (await all(`/v1/obligations?dealRowId=${id}&`)).map(({ title }) => title)
  expect(titles).toEqual(['1', '2', '3', '4'])
  const history = await all(`${rows}/${id}/history?`)
  expect(history.map(({ cells }) => cells[0].to)).toEqual(['4', '3', '2', '1', '0'])
})

// biome-ignore lint/suspicious/noExplicitAny: whatever an entry of a timeline holds
function nameOf({ kind, change, comment, obligation, money }: Record<string, any>): string {
  if (kind === 'created') return kind
  if (kind === 'change') return `change ${change.cells[0].to}`
  if (kind === 'comment') return `comment ${comment.body}`
  if (kind === 'obligation') return `obligation ${obligation.title}`
  return `${money.entry.kind} ${money.entry.amountMinor}`
}

test('their clocks were off indeed', async () => {
  const page = await makePage(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const offs = []
  for (const server of servers) {
    const rows = `/v1/definitions/${page.key}/rows`
    const { id } = (await call(server, 'POST', rows, { cells: { name: 'x' } })).data
    // The first 48 bits of an id are the time by the clock of the process that made it.
    offs.push(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - Date.now())
  }
  expect(offs[0]).toBeLessThan(-9 * MINUTE_MS)
  expect(offs[1]).toBeGreaterThan(9 * MINUTE_MS)
})

test('sessions, access tokens and waits after wrong passwords are the same in every process', async () => {
  const [behind, ahead] = servers as [ServerProcess, ServerProcess]
  const email = 'nobody.here@desk.example'
  const guess = (server: ServerProcess) =>
    server.api('POST', '/v1/auth/signin', { body: { email, password: 'wrong' } })
  for (let n = 0; n < 10; n++) {
    expect((await guess([behind, ahead][n % 2]!)).status).toBe(401)
  }
  for (const server of [ahead, behind]) {
    const refused = await guess(server)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const expiresAt = await inMinutes(5)
  const body = { name: 'Zapier', scopes: ['workspace:read'], expiresAt }
  const { secret } = (await call(ahead, 'POST', '/v1/auth/tokens', body)).data
  for (const token of [secret, desk.tokens.owner]) {
    for (const server of servers) {
      expect((await server.api('GET', '/v1/workspace', { token })).status).toBe(200)
    }
  }
  await service.sql("UPDATE signin_failures SET since = now() + interval '1 hour'")
  expect((await guess(behind)).status).toBe(401)
})
