import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SeenMoney } from '../contract/accounting/accounting.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../contract/language/operation.ts'
import { operations as contract, type operationGroups } from '../contract/operations.ts'
import type { ProjectedCells } from '../contract/records/rows.ts'
import { makeBoard, makeDesk } from '../server/tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../server/tests/support/service/service.ts'
import { createClient, type OperationName, type Operations } from './client.ts'
import { operations } from './operations.ts'

let service: TestService
let baseUrl: string
let token: string
let board: Awaited<ReturnType<typeof makeBoard>>

beforeAll(async () => {
  service = await startService()
  baseUrl = service.origin
  token = (await makeDesk(service)).tokens.owner
  board = await makeBoard(service, token, [
    { name: 'Business', type: 'text', required: true },
    { name: 'Phone', type: 'phone' },
  ])
})
afterAll(() => service.stop())

const form = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl, key: board.secret, ...more })

const rowCount = async (): Promise<number> =>
  (await service.sql('SELECT count(*) AS n FROM rows WHERE definition_id = $1', [board.id]))[0].n

test('a desk is set up and used through it', async () => {
  const password = 'correct horse battery'
  const email = 'sdk@desk.example'
  const anyone = createClient({ baseUrl })
  const signedUp = await anyone.auth.signUp({ email, password, name: 'Sue', workspaceName: 'SDK' })
  if (!signedUp.ok) throw new Error(signedUp.message)
  const sue = createClient({ baseUrl, token: signedUp.data.accessToken })

  const made = await sue.boards.create({
    name: 'Web form',
    columns: [
      { name: 'Business', type: 'text' },
      { name: 'Phone', type: 'phone' },
    ],
  })
  if (!made.ok) throw new Error(made.message)
  expect(made).toMatchObject({ status: 201, replayed: false, data: { key: 'web-form' } })
  const { id } = made.data
  const key = await sue.boards.createKey({ id }, { name: 'site', scopes: ['read', 'rows:write'] })
  if (!key.ok) throw new Error(key.message)

  const site = createClient({ baseUrl, key: key.data.secret })
  const wrote = await site.ingest.writeRows({
    cells: { Business: 'Acme', Phone: '(415) 555-0199' },
  })
  expect(wrote).toMatchObject({
    ok: true,
    data: { position: 1, cells: { phone: '+14155550199' } },
    filled: ['business', 'phone'],
    coerced: [{ column: 'phone', sent: '(415) 555-0199', stored: '+14155550199' }],
  })
  const read = await site.ingest.readBoard({ limit: 1 })
  expect(read).toMatchObject({ ok: true, data: { rows: [{ position: 1 }] }, nextCursor: null })

  expect(await sue.boards.revokeKey({ id, keyId: key.data.id })).toMatchObject({
    ok: true,
    status: 204,
  })
  expect(await site.ingest.readBoard()).toMatchObject({ ok: false, code: 'unauthenticated' })
  expect(await sue.call('boards.get', { params: { id } })).toMatchObject({ data: { rowCount: 1 } })
})

test.each(['/', '/v1', '/v1/'])('the address of a service may end in %s', async (end) => {
  const signUp = await createClient({ baseUrl: `${baseUrl}${end}` }).auth.getSignup()
  expect(signUp).toMatchObject({ ok: true, data: { firstRun: false } })
})

test('a page of the service keeps its session where no script reads it', async () => {
  let cookie = ''
  const browser: typeof fetch = async (url, init) => {
    expect(init).toMatchObject({ credentials: 'same-origin' })
    const answer = await fetch(url, { ...init, headers: { ...init?.headers, cookie } })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  const page = createClient({ baseUrl, session: 'cookie', fetch: browser })
  const signedUp = await page.auth.signUp({
    email: 'cookie@desk.example',
    password: 'correct horse battery',
    name: 'Cy',
    workspaceName: 'In a browser',
  })
  expect(signedUp).toMatchObject({ ok: true, data: { accessToken: '' } })
  expect(await page.boards.create({ name: 'Made under the cookie' })).toMatchObject({ status: 201 })
  expect(await page.auth.signOut()).toMatchObject({ ok: true })
  expect(await page.auth.getSession()).toMatchObject({ ok: false, code: 'unauthenticated' })
})

test('what is refused is a value that says what and where', async () => {
  const rows = [{ cells: { business: 'A' } }, { cells: { phone: 'nonsense' } }]
  const refused = await form().ingest.writeRows({ rows })
  expect(refused).toMatchObject({ ok: false, status: 400, code: 'invalid_rows', issues: [] })
  if (refused.ok) return
  expect(refused.errors.map(({ index, column }) => [index, column])).toEqual([
    [1, 'phone'],
    [1, 'business'],
  ])
  expect(refused.requestId).toMatch(/^[0-9a-f-]{36}$/)

  const owner = createClient({ baseUrl, token })
  expect(await owner.boards.create({ name: ' ' })).toMatchObject({
    ok: false,
    code: 'invalid_request',
    issues: [{ path: 'body.name' }],
    errors: [],
  })
  expect(await owner.boards.get({ id: crypto.randomUUID() })).toMatchObject({ code: 'not_found' })
  expect(await form().boards.list()).toMatchObject({ status: 403, code: 'session_required' })
})

test('a change from an older state is refused with the row as it is now', async () => {
  const owner = createClient({ baseUrl, token })
  const made = await owner.boards.createRows({ id: board.id }, { cells: { business: 'Old' } })
  if (!made.ok || Array.isArray(made.data)) throw new Error('not made')
  const at = { id: board.id, rowId: made.data.id }
  const first = await owner.boards.updateRow(at, { cells: { business: 'Newer' } })
  expect(first).toMatchObject({ ok: true, data: { version: 2 } })
  const late = await owner.boards.updateRow(at, { cells: { business: 'Late' }, version: 1 })
  expect(late).toMatchObject({ ok: false, code: 'row_changed' })
  expect(!late.ok && late.current).toEqual(first.ok && first.data)
  expect(await owner.boards.updateRow(at, { cells: { nothing: 1 } })).toMatchObject({
    current: null,
  })
})

test('a document goes as JSON, or as a form where it comes with its file', async () => {
  const owner = createClient({ baseUrl, token })
  const documentType = 'lease'
  const url = 'https://files.example.com/lease'
  expect(await owner.documents.create({ name: 'Lease', documentType, url })).toMatchObject({
    ok: true,
    status: 201,
    data: { url, file: null },
  })
  const file = new File(['signed'], 'lease.pdf', { type: 'application/pdf' })
  expect(await owner.documents.create({ documentType, file })).toMatchObject({
    ok: true,
    data: { name: 'lease.pdf', file: { size: 6, type: 'application/pdf' } },
  })
})

/** A network that delivers the first request to the service but loses the answer. */
const losingFirst = () => {
  let requests = 0
  return vi.fn<typeof fetch>(async (...args) => {
    const response = await fetch(...args)
    if (++requests > 1) return response
    await response.arrayBuffer()
    throw new TypeError('fetch failed', { cause: new Error('the connection was reset') })
  })
}

test('an answer that was lost is asked for again, to one effect', async () => {
  const before = await rowCount()
  const network = losingFirst()
  const again = await form({ fetch: network }).ingest.writeRows({ cells: { business: 'Once' } })
  expect(again).toMatchObject({ ok: true, replayed: true })
  expect(network).toHaveBeenCalledTimes(2)
  expect(await rowCount()).toBe(before + 1)
})

test('without a key the same loss is told, and not repeated', async () => {
  const before = await rowCount()
  const network = losingFirst()
  const lost = await form({ fetch: network }).ingest.writeRows(
    { cells: { business: 'Perhaps' } },
    { idempotencyKey: false },
  )
  expect(lost).toMatchObject({
    ok: false,
    status: 0,
    code: 'unreachable',
    message: 'fetch failed: the connection was reset',
  })
  expect(network).toHaveBeenCalledTimes(1)
  expect(await rowCount()).toBe(before + 1)
})

test('a DELETE is not repeated after a loss, a read is', async () => {
  const other = await makeBoard(service, token, [])
  const gone = losingFirst()
  const owner = (network: typeof fetch) => createClient({ baseUrl, token, fetch: network })
  expect(await owner(gone).boards.remove({ id: other.id })).toMatchObject({ code: 'unreachable' })
  expect(gone).toHaveBeenCalledTimes(1)
  const read = losingFirst()
  expect(await owner(read).boards.get({ id: board.id })).toMatchObject({ ok: true })
  expect(read).toHaveBeenCalledTimes(2)
})

test('429 and 503 are waited for as Retry-After says, as often as retries allow', async () => {
  const busy = (status: number) =>
    new Response('{"error":{"message":"busy","code":"overloaded"}}', {
      status,
      headers: { 'retry-after': '0' },
    })
  const answers = [busy(503), busy(429)]
  const network = vi.fn<typeof fetch>(async (...args) => answers.shift() ?? fetch(...args))
  const wrote = await form({ fetch: network }).ingest.writeRows({ cells: { business: 'Patient' } })
  expect(wrote.ok).toBe(true)
  expect(network).toHaveBeenCalledTimes(3)

  const never = vi.fn<typeof fetch>(async () => busy(503))
  const gaveUp = await form({ fetch: never, retries: 1 }).ingest.writeRows({ cells: {} })
  expect(gaveUp).toMatchObject({ ok: false, code: 'overloaded', retryAfter: 0 })
  expect(never).toHaveBeenCalledTimes(2)
})

test('a wait that is too long is left to the caller', async () => {
  const strict = await startService({ rateLimitIngest: 1 })
  try {
    const { tokens } = await makeDesk(strict)
    const { secret, keyId } = await makeBoard(strict, tokens.owner, [
      { name: 'Business', type: 'text' },
    ])
    const site = createClient({ baseUrl: strict.origin, key: secret, maxWaitMs: 100 })
    expect((await site.ingest.writeRows({ cells: { business: '1' } })).ok).toBe(true)
    // Half an hour ahead: it does not become a minute old before the next.
    await strict.sql(
      'UPDATE ingest_rates SET granted_at = ARRAY[granted_at[1] + 1800000000] WHERE key_id = $1',
      [keyId],
    )
    const limited = await site.ingest.writeRows({ cells: { business: '2' } })
    expect(limited).toMatchObject({ ok: false, status: 429, code: 'rate_limited' })
    if (!limited.ok) expect(limited.retryAfter).toBeGreaterThan(50)
  } finally {
    await strict.stop()
  }
})

test('a dry run takes no key, a write has one of its own or the caller’s', async () => {
  const keys: (string | null)[] = []
  const network: typeof fetch = (url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return fetch(url, init)
  }
  const site = form({ fetch: network })
  const row = { cells: { business: 'Keyed' } }
  expect(await site.ingest.writeRows(row, { dryRun: true })).toMatchObject({ data: { id: null } })
  await site.ingest.writeRows(row)
  await site.ingest.writeRows(row, { idempotencyKey: 'mine' })
  const replayed = await site.ingest.writeRows(row, { idempotencyKey: 'mine' })
  expect(replayed).toMatchObject({ ok: true, replayed: true })
  expect(keys).toEqual([null, expect.stringMatching(/^[0-9a-f]{32}$/), 'mine', 'mine'])
})

test('a call can be given up, and what is no answer of the service is told apart', async () => {
  const given = AbortSignal.abort(new Error('changed my mind'))
  await expect(form().ingest.readBoard({ signal: given })).rejects.toThrow('changed my mind')
  const proxy = async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  expect(await form({ fetch: proxy }).ingest.readBoard()).toMatchObject({
    ok: false,
    status: 502,
    code: 'unexpected',
    message: '<h1>Bad Gateway</h1>',
  })
  const guide = await form().ingest.readBoard({ format: 'markdown' })
  expect(guide.ok && guide.text).toContain('# Writing to the board')
})

test('every operation of the contract has its method', () => {
  const routes = (all: Iterable<{ method: string; path: string }>) =>
    [...all].map(({ method, path }) => `${method} ${path}`).sort()
  expect(routes(Object.values(operations))).toEqual(routes(contract))
})

// The generated types match the contract's, or are narrower: a difference does not compile. Path parameters are not
// compared, because the contract has one type of them for both boards and definitions.
type Groups = typeof operationGroups
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Absent<T> = unknown extends T ? undefined : T
/** Without the marks of projected cells and money, which only the server uses. */
type Plain<T> = T extends ProjectedCells
  ? Record<string, unknown>
  : T extends SeenMoney<unknown>
    ? { [K in keyof T as K extends symbol ? never : K]: Plain<T[K]> }
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T
type Compared<O extends { query: unknown; body: unknown; answer: unknown }, C> = [
  Same<O['query'], Absent<QueryOf<C>>>,
  Same<O['body'], Absent<BodyOf<C>>>,
  // A streamed answer is handed over unread.
  [O['answer']] extends [Plain<Absent<AnswerOf<C>>> | { response: Response }] ? true : false,
]
type All = {
  [N in OperationName]: N extends `${infer G extends keyof Groups & string}.${infer M}`
    ? M extends keyof Groups[G]
      ? Compared<Operations[N], Groups[G][M]>
      : never
    : never
}
export const theSame = {} as All satisfies { [N in OperationName]: [true, true, true] }
