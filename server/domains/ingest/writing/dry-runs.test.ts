import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../../contract/operations.ts'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { dumpWorkspace } from '../../../tests/support/service/dump.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
let workspaceId: string
const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Number', type: 'auto_number' },
  { name: 'Stage', type: 'select', settings: { allowNewOptions: true } },
]
beforeAll(async () => {
  service = await startService()
  ;({ owner, workspaceId } = await makeOwner(service))
})
afterAll(() => service.stop())

/** What the workspace holds, except for the counts of requests. */
async function held() {
  const { ingest_rates, ingest_keys, ...dump } = await dumpWorkspace(service.sql, workspaceId)
  return dump
}
const dry = { query: '?dryRun=true' }

test.each([
  ['one row', { cells: { name: ' Ann ', email: 'ANN@example.com', stage: 'New', nick: 'A' } }],
  ['a batch', { rows: [{ name: 'A' }, { cells: { name: 'B', number: 7 } }] }],
  ['wrong cells', { rows: [{ name: 'A', email: 'x' }, {}, { name: 'B', email: 'y' }] }],
  [
    'twins',
    {
      rows: [
        { name: 'A', email: 'a@b.example' },
        { name: 'B', email: 'a@b.example' },
      ],
    },
  ],
  ['a wrong body', { cells: {}, rows: [] }],
])('%s: a dry run says what the write then does, and writes nothing', async (_, body) => {
  const board = await makeBoard(service, owner, columns)
  const { write } = integration(service, board.secret)
  const before = await held()
  const tried = await write(body, dry)
  expect(await held()).toEqual(before)
  const written = await write(body)
  if (written.status === 400) {
    expect([tried.status, tried.text]).toEqual([400, written.text])
    return
  }
  expect([tried.status, written.status]).toEqual([200, 201])
  const blank = (answer: object) =>
    JSON.parse(JSON.stringify(answer), (name, value) =>
      name === 'id' || name === 'position' ? null : name === 'number' ? undefined : value,
    )
  expect(tried.body).toEqual(blank(written.body))
  for (const row of [tried.body.data].flat()) {
    expect([row.id, row.position]).toEqual([null, null])
  }
})

test('for a known record it says which row would be updated or replayed', async () => {
  const page = await makePage(service, owner, columns)
  const { write } = integration(service, page.secret, 'page')
  const { body: first } = await write({ cells: { name: 'Ann' }, external_id: 'a' })
  const before = await held()
  const replayed = await write({ cells: { name: 'Bea' }, external_id: 'a' }, dry)
  expect(replayed.body).toEqual({ ...first, outcome: 'replayed' })
  const updated = await write(
    { cells: { name: 'Bea' }, external_id: 'a', onConflict: 'update' },
    dry,
  )
  expect(updated.body).toMatchObject({ outcome: 'updated', data: { cells: { name: 'Bea' } } })
  const both = await write(
    {
      rows: [
        { cells: { name: 'Cy' }, external_id: 'c' },
        { cells: { name: 'Dee' }, external_id: 'c' },
      ],
    },
    dry,
  )
  expect(both.body.receipts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'created',
    'replayed',
  ])
  expect(await held()).toEqual(before)
})

test('unique values that rows of the request give up are free, as in the write', async () => {
  const page = await makePage(service, owner, columns)
  const { write } = integration(service, page.secret, 'page')
  const put = (rows: [string, string | null][], sending = {}) =>
    write(
      {
        onConflict: 'update',
        rows: rows.map(([id, email]) => ({ cells: { name: id, email }, external_id: id })),
      },
      sending,
    )
  await put([
    ['a', 'a@b.example'],
    ['b', 'b@b.example'],
    ['c', 'c@b.example'],
  ])
  const moves: [string, string | null][] = [
    ['a', 'b@b.example'],
    ['b', 'a@b.example'],
    ['c', null],
    ['d', 'c@b.example'],
  ]
  expect((await put(moves, dry)).status).toBe(200)
  expect((await put(moves)).status).toBe(201)
  expect((await put([['a', 'c@b.example']], dry)).status).toBe(400)
})

test('it can have an Idempotency-Key, which no other request can then use', async () => {
  const board = await makeBoard(service, owner, columns)
  const { write, read } = integration(service, board.secret)
  const body = { cells: { name: 'Ann' } }
  const sending = { ...dry, retry: 'try' }
  const first = await write(body, sending)
  const again = await write(body, sending)
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await write(body, { retry: 'try' })).status).toBe(422)
  expect((await read()).body.data.rows).toEqual([])
})

describe('openapi.json', () => {
  const { paths, components } = JSON.parse(
    readFileSync(new URL('../../../../contract/openapi.json', import.meta.url), 'utf8'),
  )
  const ajv = addFormats.default(
    new Ajv({ strict: true, allowUnionTypes: true, keywords: ['components'] }),
  )
  const withComponents = (schema?: object) => schema && { ...schema, components }
  const of200 = (path: string, method = 'post') =>
    withComponents(paths[path][method].responses['200']?.content['application/json'].schema)

  test('has the 200 of every operation that has dry runs', () => {
    const rehearsed = operations.filter(({ query }) => 'dryRun' in (query?.properties ?? {}))
    expect(rehearsed.map(({ path }) => path)).toEqual(['/v1/ingest/rows', '/v1/ingest/records'])
    for (const { path, method } of rehearsed) {
      expect(of200(path, method.toLowerCase())).toBeDefined()
    }
  })

  test.each(['board', 'page'] as const)(
    'describes what a dry run answers: for a %s',
    async (kind) => {
      const { secret } = await (kind === 'board' ? makeBoard : makePage)(service, owner, columns)
      const { write } = integration(service, secret, kind)
      const fits = ajv.compile(of200(kind === 'board' ? '/v1/ingest/rows' : '/v1/ingest/records')!)
      const cells = { name: ' Ann ', nick: 'A' }
      const bodies: object[] = [{ cells }, { rows: [{ cells }, { cells }] }]
      if (kind === 'page') {
        const known = { cells, external_id: 'crm-1' }
        await write(known)
        bodies.push(known, { ...known, onConflict: 'update' }, { rows: [known, { cells }] })
      }
      for (const body of bodies) {
        const { status, body: answer, text } = await write(body, dry)
        expect([status, fits(answer), fits.errors], text).toEqual([200, true, null])
        expect(fits({ ...answer, more: 1 })).toBe(false)
      }
    },
  )
})
