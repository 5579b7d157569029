import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

async function boardOf(...columns: NewColumn[]) {
  const board = await makeBoard(service, owner, columns)
  const api = (method: string, path: string, body?: unknown) =>
    service.api(method, `/v1/boards/${board.id}${path}`, { token: owner, body })
  const keys = async (): Promise<string[]> =>
    (await api('GET', '/columns')).body.data.map(({ key }: { key: string }) => key)
  return { ...board, ...integration(service, board.secret), api, keys }
}
const text = { name: 'Name', type: 'text' }

test('a column is added at the end, and is found by its id and by its key', async () => {
  const { api, keys } = await boardOf(text)
  const { status, body } = await api('POST', '/columns', {
    name: ' Loan  Amount ',
    type: 'currency',
    unique: true,
    description: 'In all',
  })
  expect(status).toBe(201)
  const column = body.data
  expect(column).toEqual({
    id: expect.any(String),
    key: 'loan_amount',
    name: 'Loan  Amount',
    type: 'currency',
    description: 'In all',
    required: false,
    unique: true,
    readOnly: false,
    position: 2,
    settings: { currency: 'USD' }, // fixed when the column is made
  })
  for (const ref of [column.id, column.key]) {
    expect((await api('GET', `/columns/${ref}`)).body.data).toEqual(column)
  }
  expect((await api('GET', '/columns/Loan%20Amount')).status).toBe(404)
  expect(await keys()).toEqual(['name', 'loan_amount'])
})

test('no key made from a name is one that every object of JavaScript has', async () => {
  const { api, keys, write } = await boardOf(text)
  for (const name of ['Constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty']) {
    const made = await api('POST', '/columns', { name, type: 'text' })
    expect(made.status).toBe(201)
    const { key } = made.body.data
    expect((await write({ cells: { [key]: `by ${key}` } })).status).toBe(201)
    const added = await api('POST', '/rows', { cells: { [key]: 'by hand', name: 'Ann' } })
    expect([added.status, added.body.data.cells]).toEqual([201, { [key]: 'by hand', name: 'Ann' }])
  }
  expect(await keys()).toEqual([
    'name',
    'constructor_2',
    'proto',
    'prototype',
    'tostring',
    'hasownproperty',
  ])
})

test('a key that every object of JavaScript has is refused', async () => {
  const { api } = await boardOf(text)
  const column = { name: 'Builder', type: 'text', key: 'constructor' }
  const { status, body } = await api('POST', '/columns', column)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.issues).toMatchObject([{ path: 'body.key', reason: 'key_of_objects' }])
  const board = await service.api('POST', '/v1/boards', {
    token: owner,
    body: { name: 'Builders', columns: [column] },
  })
  expect(board.body.issues).toMatchObject([{ path: 'body.columns[0].key' }])
})

test('such a key of an earlier release is made another, and its column is written like any other', async () => {
  const { api, keys, write } = await boardOf(
    text,
    { name: 'Constructor', type: 'text', key: 'builder' },
    { name: 'Constructor 2', type: 'text' },
  )
  await service.sql(`UPDATE columns SET key = 'constructor' WHERE key = 'builder'`)
  const file = new URL('../../../schema/0054_keys_of_objects.sql', import.meta.url)
  for (const _ of ['once', 'again']) await service.sql(readFileSync(file, 'utf8'))
  expect(await keys()).toEqual(['name', 'constructor_3', 'constructor_2'])
  expect((await write({ cells: { constructor: 'Kahn' } })).body.data.cells).toEqual({
    constructor_3: 'Kahn',
  })
  const empty = await api('POST', '/rows', { cells: { name: 'Bo' } })
  expect(empty.body.data.cells).toEqual({ name: 'Bo' })
})

test('a column is found under its own board only', async () => {
  const [mine, other] = [await boardOf(text), await boardOf({ name: 'Other', type: 'text' })]
  const { id } = (await other.api('GET', '/columns/other')).body.data
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    expect((await mine.api(method, `/columns/${id}`, body)).status).toBe(404)
  }
  expect(await other.keys()).toEqual(['other'])
})

test('a key is used once; one made from a name avoids those in use', async () => {
  const { api } = await boardOf(text)
  const taken = await api('POST', '/columns', { name: 'Other', key: 'name', type: 'text' })
  expect([taken.status, taken.body.code]).toEqual([409, 'key_taken'])
  const made = await api('POST', '/columns', { name: 'Näme', type: 'text' })
  expect(made.body.data.key).toBe('name_2')
})

test('a name is used once, in any case', async () => {
  const { api } = await boardOf(text, { name: 'Other', type: 'text' })
  for (const [method, path, body] of [
    ['POST', '/columns', { name: ' NAME', type: 'text' }],
    ['PATCH', '/columns/other', { name: 'name' }],
  ] as const) {
    const { status, body: refused } = await api(method, path, body)
    expect([status, refused]).toEqual([
      409,
      {
        error: 'body.name: a column called "Name" exists here already; choose another name.',
        code: 'name_taken',
        reason: 'column',
        values: { path: 'body', name: 'Name' },
      },
    ])
  }
  expect((await api('PATCH', '/columns/name', { name: 'NAME ' })).body.data.name).toBe('NAME')
})

test('if five requests add a column with the same name at once, one succeeds', async () => {
  const { api, keys } = await boardOf()
  const answers = await Promise.all(Array.from({ length: 5 }, () => api('POST', '/columns', text)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect(await keys()).toEqual(['name'])
})

test('null removes a setting, and is refused for one that the column must have', async () => {
  const { api } = await boardOf(
    { name: 'Size', type: 'number', settings: { min: 0, precision: 1 } },
    { name: 'Twice', type: 'formula', settings: { expression: 'size * 2' } },
  )
  const changed = await api('PATCH', '/columns/size', { settings: { min: null } })
  expect(changed.body.data.settings).toEqual({ precision: 1 })
  const refused = await api('PATCH', '/columns/twice', { settings: { expression: null } })
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body.settings.expression'])
})

test('a column keeps its key and type; the rest can change', async () => {
  const { api } = await boardOf({
    name: 'Size',
    type: 'number',
    settings: { min: 0, precision: 1 },
  })
  const before = (await api('GET', '/columns/size')).body.data
  const { status, body } = await api('PATCH', '/columns/size', {
    name: 'Length',
    description: 'In metres',
    required: true,
    settings: { max: 10 },
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...before,
    name: 'Length',
    description: 'In metres',
    required: true,
    settings: { min: 0, precision: 1, max: 10 },
  })
  for (const change of [{ key: 'length' }, { type: 'text' }, { position: 1 }]) {
    const [name] = Object.keys(change)
    const refused = await api('PATCH', '/columns/size', change)
    expect(refused.body.issues).toEqual([
      {
        path: `body.${name}`,
        message: 'is not a field of this request; leave it out',
        reason: 'unknown_field',
        values: {},
      },
    ])
  }
  expect((await api('PATCH', '/columns/size', {})).status).toBe(400)
})

test.each([
  ['select', { options: [{ label: '' }] }, 'body.settings.options[0].label'],
  ['select', { options: [{ label: 'a' }, { label: 'A' }] }, 'body.settings.options[1].label'],
  ['select', { options: 'a' }, 'body.settings.options'],
  ['select', { options: [{ label: 'a', colour: 'red' }] }, 'body.settings.options[0].colour'],
  ['currency', { currency: 'XXQ' }, 'body.settings.currency'],
  ['number', { precision: 11 }, 'body.settings.precision'],
  ['number', { min: 2, max: 1 }, 'body.settings.min'],
  ['number', { min: 'a' }, 'body.settings.min'],
  ['text', { max: 10 }, 'body.settings.max'],
  ['auto_number', { start: 10 }, 'body.settings.start'],
])('settings of a %s: %j is refused at %s', async (type, settings, path) => {
  const { api, keys } = await boardOf({ name: 'Own', key: 'own', type })
  for (const [method, where, body] of [
    ['POST', '/columns', { name: 'New', type, settings }],
    ['PATCH', '/columns/own', { settings }],
  ] as const) {
    const refused = await api(method, where, body)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
    expect(refused.body.error).toContain(refused.body.issues[0].message)
  }
  expect(await keys()).toEqual(['own'])
})

test('a column that the service fills can be neither required nor unique', async () => {
  const { api } = await boardOf({ name: 'Number', type: 'auto_number' })
  for (const change of [{ required: true }, { unique: true }]) {
    expect((await api('PATCH', '/columns/number', change)).status).toBe(400)
    expect(
      (await api('POST', '/columns', { name: 'New', type: 'created_at', ...change })).status,
    ).toBe(400)
  }
  expect((await api('PATCH', '/columns/number', { name: 'No.', required: false })).status).toBe(200)
})

test('a deleted column takes its cells with it; a new one with the same name is a different column', async () => {
  const { api, write, read } = await boardOf(text, { name: 'Amount', type: 'number', unique: true })
  await write({ cells: { name: 'Ann', amount: 1 } })
  const { id } = (await api('GET', '/columns/amount')).body.data
  expect((await api('DELETE', '/columns/amount')).status).toBe(204)
  expect((await api('DELETE', '/columns/amount')).status).toBe(404)
  expect((await read()).body.data.rows[0].cells).toEqual({ name: 'Ann' })
  const again = await api('POST', '/columns', { name: 'Amount', type: 'text', unique: true })
  expect(again.body.data).toMatchObject({ key: 'amount', position: 3 })
  expect(again.body.data.id).not.toBe(id)
  // It has a slot of its own, so it does not read what the old column stored.
  expect((await read()).body.data.rows[0].cells).toEqual({ name: 'Ann' })
  const { rows } = (await read()).body.data
  expect((await api('GET', `/rows/${rows[0].id}`)).body.data.cells).toEqual({ name: 'Ann' })
  const slots = await service.sql(
    `SELECT slot FROM columns c JOIN definitions d ON d.workspace_id = c.workspace_id AND d.id = c.definition_id
     WHERE c.key = 'amount' AND d.id = (SELECT definition_id FROM rows WHERE id = $1) ORDER BY slot`,
    [rows[0].id],
  )
  expect(slots).toEqual([{ slot: 2 }, { slot: 3 }])
  expect((await write({ cells: { amount: '1' } })).status).toBe(201)
})

describe('a column that becomes unique', () => {
  test('is refused while rows hold a value twice, however it is spelled', async () => {
    const { api, write } = await boardOf(
      { name: 'Site', type: 'url' },
      { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
    )
    await write({
      rows: [{ site: 'https://a.example' }, { site: 'https://A.example/' }, { stage: 'New' }],
    })
    const { status, body } = await api('PATCH', '/columns/site', { unique: true })
    expect([status, body]).toEqual([
      409,
      {
        error: 'Several rows have the same value in site; make them differ first.',
        code: 'values_not_unique',
        reason: 'twins',
        values: { column: 'site' },
      },
    ])
    expect((await api('GET', '/columns/site')).body.data.unique).toBe(false)
    expect((await write({ cells: { site: 'https://a.example' } })).status).toBe(201)
    expect((await api('PATCH', '/columns/stage', { unique: true })).status).toBe(200)
  })

  test('guards old and new values, also in a board with many rows', async () => {
    const { api, write } = await boardOf({ name: 'Code', type: 'text' })
    for (let i = 0; i < 9; i++) {
      const rows = Array.from({ length: 500 }, (_, n) => ({ code: `${i * 500 + n}` }))
      await write({ rows: i === 4 ? rows.map(() => ({})) : rows })
    }
    expect((await api('PATCH', '/columns/code', { unique: true })).status).toBe(200)
    for (const code of ['0', '1999', '4499']) {
      expect((await write({ cells: { code } })).status).toBe(400)
    }
    expect((await write({ cells: { code: '2100' } })).status).toBe(201)
    // A column that is no longer unique releases all its values.
    expect((await api('PATCH', '/columns/code', { unique: false })).status).toBe(200)
    expect((await write({ rows: [{ code: '0' }, { code: '0' }] })).status).toBe(201)
    expect((await api('PATCH', '/columns/code', { unique: true })).status).toBe(409)
    await api('PATCH', '/columns/code', { unique: false })
    const left = await service.sql('SELECT count(*) FROM unique_values')
    expect(left[0].count).toBe(2) // on the other test's board
  })

  test('has no value twice, even while rows keep arriving', async () => {
    const { api, write, read } = await boardOf({ name: 'Code', type: 'number' })
    const writes = Array.from({ length: 40 }, (_, i) => write({ cells: { code: i % 30 } }))
    const made = await api('PATCH', '/columns/code', { unique: true })
    await Promise.all(writes)
    const codes = (await read('?limit=1000')).body.data.rows.map(
      (row: { cells: { code: number } }) => row.cells.code,
    )
    expect([200, 409]).toContain(made.status)
    if (made.status === 200) expect(new Set(codes).size).toBe(codes.length)
    else expect(new Set(codes).size).toBeLessThan(codes.length)
  })
})

test('columns are listed page by page, in their order', async () => {
  const names = Array.from({ length: 7 }, (_, i) => ({ name: `C${i}`, type: 'text' }))
  const { api } = await boardOf(...names)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await api('GET', `/columns?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map(({ key }: { key: string }) => key))
    cursor = body.nextCursor as string | null
  }
  expect(seen).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
})
