import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { type Integration, integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
let workspaceId: string
let board: Awaited<ReturnType<typeof makeBoard>>
let form: Integration
const columns = [
  { name: 'Full Name', type: 'text' },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email' },
  { name: 'Number', type: 'auto_number' },
]
beforeAll(async () => {
  service = await startService()
  ;({ owner, workspaceId } = await makeOwner(service))
  board = await makeBoard(service, owner, columns)
  form = integration(service, board.secret)
})
afterAll(() => service.stop())

const count = async (): Promise<number> =>
  (await service.api('GET', `/v1/boards/${board.id}`, { token: owner })).body.data.rowCount
const uuid = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
)

describe('a write', () => {
  test('of one row is answered with the stored row and its receipt, and nothing else', async () => {
    const { status, body } = await form.write({
      cells: { full_name: ' Ann Lee ', AMOUNT: 12.5, email: 'ann@example.com', nickname: 'A' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: uuid,
        position: expect.any(Number),
        source: 'api',
        cells: {
          full_name: 'Ann Lee',
          amount: 12.5,
          email: 'ann@example.com',
          number: body.data.position,
        },
        createdBy: `key:${board.keyId}`,
      },
      filled: ['full_name', 'amount', 'email'],
      coerced: [{ column: 'full_name', sent: ' Ann Lee ', stored: 'Ann Lee' }],
      ignored: [{ column: 'nickname', why: 'no such column' }],
    })
    const stored = await service.api('GET', `/v1/boards/${board.id}/rows/${body.data.id}`, {
      token: owner,
    })
    expect(stored.body.data).toEqual({
      ...body.data,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: stored.body.data.createdAt,
      updatedBy: `key:${board.keyId}`,
      version: 1,
      externalId: null,
      importRunId: null,
    })
  })

  test('of a batch is answered with lists, row by row; an element can be the bare cells', async () => {
    const { status, body } = await form.write({
      rows: [{ cells: { full_name: 'A' } }, { full_name: 'B', amount: '7' }, { cells: {} }],
    })
    expect(status).toBe(201)
    const [first] = body.data
    expect(body).toEqual({
      data: [
        { ...first, cells: { full_name: 'A', number: first.position } },
        {
          id: uuid,
          position: first.position + 1,
          source: 'api',
          cells: { full_name: 'B', amount: 7, number: first.position + 1 },
          createdBy: `key:${board.keyId}`,
        },
        { ...first, id: uuid, position: first.position + 2, cells: { number: first.position + 2 } },
      ],
      receipts: [
        { filled: ['full_name'], coerced: [], ignored: [] },
        {
          filled: ['full_name', 'amount'],
          coerced: [{ column: 'amount', sent: '7', stored: '7' }],
          ignored: [],
        },
        { filled: [], coerced: [], ignored: [] },
      ],
    })
    expect(new Set(body.data.map((row: { id: string }) => row.id)).size).toBe(3)
  })

  test('of a batch with one row is answered as a batch', async () => {
    const { body } = await form.write({ rows: [{ full_name: 'Only' }] })
    expect(Object.keys(body)).toEqual(['data', 'receipts'])
    expect(body.data).toHaveLength(1)
  })

  test('to a page is answered with its source and the outcome of each record', async () => {
    const page = await makePage(service, owner, columns)
    const { body } = await integration(service, page.secret, 'page').write({
      cells: { full_name: 'Ann' },
    })
    expect(body).toEqual({
      data: {
        id: uuid,
        position: 1,
        source: 'page',
        createdBy: `key:${page.keyId}`,
        cells: { full_name: 'Ann', number: 1 },
      },
      filled: ['full_name'],
      coerced: [],
      ignored: [],
      outcome: 'created',
    })
  })

  test('of null, empty text or blanks leaves a cell empty and unfilled', async () => {
    const { body } = await form.write({ cells: { full_name: null, amount: '', email: '  ' } })
    expect(body.data.cells).toEqual({ number: body.data.position })
    expect(body).toMatchObject({ filled: [], coerced: [], ignored: [] })
  })

  test('gets the next positions without gaps, also when many write at once', async () => {
    const fresh = await makeBoard(service, owner, columns)
    const { write, read } = integration(service, fresh.secret)
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => write({ cells: { amount: i } })),
      ...Array.from({ length: 10 }, () => write({ rows: [{}, {}, {}] })),
      ...Array.from({ length: 5 }, () => write({ cells: {} }, { retry: crypto.randomUUID() })),
      ...Array.from({ length: 5 }, () => write({ cells: { amount: 'no' } })),
    ])
    const written = answers.flatMap(({ status, body }) =>
      status === 201 ? [body.data].flat() : [],
    )
    const positions = written.map((row) => row.position).sort((a, b) => a - b)
    expect(positions).toEqual(Array.from({ length: 55 }, (_, i) => i + 1))
    for (const { body } of answers) {
      const batch = [body.data ?? []].flat().map((row) => row.position)
      expect(batch).toEqual(batch.map((_, i) => batch[0] + i)) // the positions of a batch are consecutive
    }
    expect((await read('?limit=1000')).body.data.rows).toHaveLength(55)
  })
})

describe('how a column is named', () => {
  test.each([
    ['its key', () => 'full_name'],
    ['its name', () => 'Full Name'],
    ['its name in another case', () => 'FULL name'],
    ['its name with blanks around it', () => '  full name '],
  ])('by %s', async (_, name) => {
    const { body } = await form.write({ cells: { [name()]: 'Ann' } })
    expect(body.filled).toEqual(['full_name'])
    expect(body.ignored).toEqual([])
  })

  test('by its id, in upper or lower case', async () => {
    const { body } = await service.api('GET', `/v1/boards/${board.id}`, { token: owner })
    for (const id of [body.data.columns[0].id, body.data.columns[0].id.toUpperCase()]) {
      expect((await form.write({ cells: { [id]: 'Ann' } })).body.filled).toEqual(['full_name'])
    }
  })

  test('by its key, even if that is another column’s name', async () => {
    const twisted = await makeBoard(service, owner, [
      { name: 'B', key: 'a', type: 'text' },
      { name: 'A', key: 'b', type: 'text' },
    ])
    const { body } = await integration(service, twisted.secret).write({ cells: { a: 'x' } })
    expect(body.data.cells).toEqual({ a: 'x' })
  })

  test('twice in one row, which is refused whatever the values are', async () => {
    const before = await count()
    const { status, body } = await form.write({ cells: { full_name: 'A', 'Full Name': 'A' } })
    expect(status).toBe(400)
    const message = 'full_name: sent twice, as "full_name" and as "Full Name"; send it once'
    expect(body).toEqual({
      error: {
        message,
        code: 'invalid_rows',
        errors: [
          {
            index: 0,
            message,
            column: 'full_name',
            reason: 'sent_twice',
            values: { first: '"full_name"', second: '"Full Name"' },
          },
        ],
      },
    })
    expect(await count()).toBe(before)
  })
})

describe('a receipt lists as ignored', () => {
  test('an unknown column, by the name that was sent, and computed and locked ones by their keys', async () => {
    const made = await makeBoard(service, owner, [...columns, { name: 'Fee', type: 'number' }])
    await restrict(service, workspaceId, made.key, 'fee', { editableBy: 'roles' })
    const { status, body } = await integration(service, made.secret).write({
      cells: { ' Nick Name ': 'A', NUMBER: 7, Fee: 'whatever', full_name: 'Ann' },
    })
    expect(status).toBe(201)
    expect(body.ignored).toEqual([
      { column: ' Nick Name ', why: 'no such column' },
      { column: 'number', why: 'filled by the service' },
      { column: 'fee', why: 'this column cannot be written here' },
    ])
    expect(body.filled).toEqual(['full_name'])
    expect(body.data.cells).toEqual({ full_name: 'Ann', number: 1 })
  })

  test('a mistyped column, with the nearest that the key can see', async () => {
    const made = await makeBoard(service, owner, columns)
    const { write } = integration(service, made.secret)
    const ignored = async () =>
      (await write({ cells: { amuont: 1, 'E-Mall': 'a@b.example' } })).body.ignored
    expect(await ignored()).toEqual([
      { column: 'amuont', why: 'no such column; the nearest is amount' },
      { column: 'E-Mall', why: 'no such column; the nearest is email' },
    ])
    await restrict(service, workspaceId, made.key, 'amount', { visibleTo: 'roles' })
    expect((await ignored())[0]).toEqual({ column: 'amuont', why: 'no such column' })
  })

  test('a hidden column, exactly like one that does not exist', async () => {
    const made = await makeBoard(service, owner, [
      ...columns,
      { name: 'Margin', type: 'number', required: true, unique: true },
    ])
    await restrict(service, workspaceId, made.key, 'margin', { visibleTo: 'roles' })
    const { write, read } = integration(service, made.secret)
    const ids = await service.sql(`SELECT id FROM columns WHERE key = 'margin'`)
    for (const name of ['margin', 'Margin', ids[0].id]) {
      const hidden = await write({ cells: { [name]: 'not a number' } }, { query: '?dryRun=true' })
      const unknown = await write({ cells: { nothing: 'not a number' } }, { query: '?dryRun=true' })
      expect(hidden.status).toBe(200)
      expect(hidden.text.replaceAll(name, 'nothing')).toBe(unknown.text)
    }
    const text = (await read()).text + (await read('?format=markdown')).text
    expect(text).not.toMatch(/margin/i)
    // It does not count as required either, since the key could not fill it.
    expect((await write({ rows: [{ margin: 1 }, { margin: 1 }] })).status).toBe(201)
  })

  test('a long name, cut between characters', async () => {
    const name = `x${'😀'.repeat(300)}`
    const { status, body } = await form.write({ cells: { [name]: 1 } })
    expect(status).toBe(201)
    expect(body.ignored[0].column).toBe(`x${'😀'.repeat(99)}…`)
  })
})

describe('a refusal of rows', () => {
  test('reports every row and every column at once, and nothing is written', async () => {
    const before = await count()
    const { status, body } = await form.write({
      rows: [
        { full_name: 'Fine' },
        { amount: 'lots', email: 'nobody' },
        { cells: { amount: 1, Amount: 2 } },
        { email: 'a@b' },
      ],
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('invalid_rows')
    expect(body.error.message).toBe('4 problems in 3 of 4 rows; nothing was written')
    expect(body.error.errors).toEqual([
      {
        index: 1,
        column: 'amount',
        message: expect.stringMatching(/^amount: "lots" is not a number/),
        reason: 'not_a_number',
        values: { sent: '"lots"' },
      },
      {
        index: 1,
        column: 'email',
        message: expect.stringMatching(/^email: "nobody" is not an email/),
        reason: 'not_an_email',
        values: { sent: '"nobody"' },
      },
      {
        index: 2,
        column: 'amount',
        message: expect.stringMatching(/^amount: sent twice/),
        reason: 'sent_twice',
        values: { first: '"amount"', second: '"Amount"' },
      },
      {
        index: 3,
        column: 'email',
        message: expect.stringMatching(/^email: "a@b" is not an email/),
        reason: 'not_an_email',
        values: { sent: '"a@b"' },
      },
    ])
    expect(await count()).toBe(before)
  })

  test('has the only fault as its whole message', async () => {
    const { body } = await form.write({ rows: [{}, { amount: [] }] })
    const message = 'amount: a list is not a number; send digits such as 1234.5'
    expect(body.error).toEqual({
      message,
      code: 'invalid_rows',
      errors: [
        {
          index: 1,
          message,
          column: 'amount',
          reason: 'not_a_number',
          values: { sent: 'a list' },
        },
      ],
    })
  })
})
