// What an import does with values that do not fit their columns.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Amount', type: 'currency' },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
  {
    name: 'Tags',
    type: 'multi_select',
    settings: { options: [{ label: 'A' }, { label: 'B, C' }] },
  },
  { name: 'Since', type: 'date' },
]

async function board() {
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return importerOf(service.api, desk.tokens.owner, { boardId: id })
}

const cellsOf = (rows: { cells: object }[]) => rows.map(({ cells }) => cells)
const LEAVE = { '*': 'leave_empty' }

test('an own export with names that lead nowhere loses none of them: each is listed with its reason', async () => {
  const { owner } = desk.tokens
  const { key: leads } = await makePage(service, owner, [
    { name: 'Email', type: 'email', unique: true },
  ])
  const made = await makeBoard(service, owner, [
    { name: 'Name', type: 'text' },
    { name: 'Lead', type: 'link', settings: { definitionKey: leads, multiple: true } },
    { name: 'Agent', type: 'person' },
  ])
  const at = `/v1/boards/${made.id}`
  const body = { name: 'Website', scopes: ['rows:write'] }
  const { secret } = (await service.api('POST', `${at}/keys`, { token: owner, body })).body.data
  const cells = {
    name: 'Acme',
    lead: ['zora@acme.example', { email: 'z@b.example' }],
    agent: 'Zed',
  }
  await integration(service, secret).write({ cells })
  const { text: file } = await service.api('GET', `${at}/export?format=csv`, { token: owner })
  const { run, rows, get } = importerOf(service.api, owner, { boardId: made.id })
  const reasons = async (path: string) =>
    (await get(path)).body.data[0].errors.map(({ reason }: { reason: string }) => reason)
  const refused = await run({ file })
  expect(refused).toMatchObject({ imported: 0, failed: 1 })
  expect(await reasons(`/${refused.id}/failures`)).toEqual(['no_such_row', 'unknown_person'])
  const left = await run({ file, onBad: LEAVE })
  expect(left).toMatchObject({ imported: 1, failed: 0, leftEmpty: 2 })
  expect(await reasons(`/${left.id}/failures?which=left_empty`)).toEqual([
    'no_such_row',
    'unknown_person',
  ])
  expect(cellsOf(await rows())).toEqual([{ name: 'Acme' }, { name: 'Acme' }])
})

describe('a bad value', () => {
  const file = [
    'Name,Email,Amount',
    'Acme,nobody,12',
    'Bolt,b@x.io,lots',
    'Cove,c@x.io,3',
    ',d@x.io,4',
    'Dorn,c@x.io,5',
  ].join('\n')

  test('refuses its row unless the import says otherwise', async () => {
    const { run } = await board()
    const done = await run({ file })
    expect(done).toMatchObject({ imported: 1, failed: 4 })
    expect(done).not.toHaveProperty('leftEmpty')
  })

  test('is left out where the import says so, and the run lists line, column, value and reason', async () => {
    const { run, rows, get } = await board()
    const done = await run({ file, onBad: LEAVE })
    expect(done).toMatchObject({ status: 'partial', imported: 3, failed: 2, leftEmpty: 2 })
    expect(cellsOf(await rows())).toEqual([
      { name: 'Acme', amount: 12 },
      { name: 'Bolt', email: 'b@x.io' },
      { name: 'Cove', email: 'c@x.io', amount: 3 },
    ])
    const { data } = (await get(`/${done.id}/failures?which=left_empty`)).body
    expect(data).toEqual([
      {
        line: 2,
        values: { Name: 'Acme', Email: 'nobody', Amount: '12' },
        errors: [
          {
            column: 'email',
            message: 'email: "nobody" is not an email address; send one, such as name@example.com',
            reason: 'not_an_email',
            values: { sent: '"nobody"' },
            sent: 'nobody',
          },
        ],
      },
      expect.objectContaining({
        line: 3,
        errors: [expect.objectContaining({ column: 'amount', sent: 'lots' })],
      }),
    ])
    const csv = await get(`/${done.id}/failures?which=left_empty&format=csv`)
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
    // A required cell that is missing, and a value that must be unique, are no values that do not fit.
    const refused = (await get(`/${done.id}/failures`)).body.data
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([5, 6])
  })

  test('is treated by column, and refuses the row in a required column', async () => {
    const { run } = await board()
    const one = await run({ file, onBad: { Email: 'leave_empty', '*': 'refuse' } })
    expect(one).toMatchObject({ imported: 2, failed: 3, leftEmpty: 1 })
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Name', type: 'text' },
      { name: 'Email', type: 'email', required: true },
    ])
    const strict = importerOf(service.api, desk.tokens.owner, { boardId: id })
    expect(await strict.run({ file, onBad: LEAVE })).toMatchObject({ imported: 4, failed: 1 })
  })

  test('refuses the row in the column that rows are matched on, and leaves the cell of an updated row as it is', async () => {
    const { run, rows } = await board()
    await run({ file: 'Name,Email,Amount\nAcme,a@x.io,1\n' })
    const update = 'Name,Email,Amount\nAcme Inc,a@x.io,lots\nBolt,nobody,2\n'
    const done = await run({ file: update, matchOn: 'email', onBad: LEAVE })
    expect(done).toMatchObject({ imported: 1, failed: 1, leftEmpty: 1 })
    expect(cellsOf(await rows())).toEqual([{ name: 'Acme Inc', email: 'a@x.io', amount: 1 }])
  })

  test('refuses the row if nothing else is in it', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Email', type: 'email' }])
    const { run, get } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const done = await run({ file: 'Email\nnobody\na@x.io\n', onBad: LEAVE })
    expect(done).toMatchObject({ imported: 1, failed: 1 })
    const { data } = (await get(`/${done.id}/failures`)).body
    expect(data[0].errors[0]).toMatchObject({ reason: 'not_an_email' })
  })

  test('keeps new labels of the other rows as they are spelled', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Stage', type: 'select', settings: { allowNewOptions: true } },
      { name: 'Amount', type: 'currency' },
    ])
    const { run, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const file = 'Stage,Amount\nHot,lots\nhot,5\nCold,4\0\n'
    expect(await run({ file, onBad: LEAVE })).toMatchObject({
      imported: 2,
      failed: 1,
      leftEmpty: 1,
    })
    expect(cellsOf(await rows())).toEqual([{ stage: 'Hot' }, { stage: 'Hot', amount: 5 }])
  })

  test('is counted in a preview by column and reason, for the whole file', async () => {
    const { preview } = await board()
    const many = `Name,Email\n${'Acme,nobody\n'.repeat(700)},a@x.io\nBolt,n/a\n`
    const { data } = (await preview({ file: many, onBad: LEAVE })).body
    expect(data.counts).toMatchObject({ wouldImport: 701, wouldFail: 1, leftEmpty: 701 })
    expect(data.counts.byColumn[1]).toEqual({
      column: 'email',
      filled: 1,
      coerced: 0,
      leftEmpty: 701,
      failed: 0,
    })
    const problems = data.problems.map(
      ({ column, reason, effect, count }: Record<string, unknown>) => [
        column,
        reason,
        effect,
        count,
      ],
    )
    expect(problems).toEqual([
      ['email', 'not_an_email', 'left_empty', 700],
      ['name', 'required', 'refused', 1],
      ['email', 'stands_for_nothing', 'left_empty', 1],
    ])
    expect(data.problems[0].where[699]).toEqual({ line: 701, sent: 'nobody' })
    expect(data.rows[0].leftEmpty).toHaveLength(1)
    expect(data.rows[0].errors).toEqual([])
  })
})

describe('a word for no value', () => {
  const words = ['N/A', 'n/a', 'NA', 'NaN', '-', '–', '—', '.', 'TBD', 'none', 'null', '#N/A']
  words.push('unknown', ' Unknown ')

  test('leaves the cell empty, and the run says so', async () => {
    const { run, rows, get } = await board()
    const file = `Name,Amount,Since\n${words.map((word, n) => `N${n},${word},2026-01-02`).join('\n')}\n`
    const done = await run({ file })
    expect(done).toMatchObject({ imported: words.length, failed: 0, leftEmpty: words.length })
    for (const { cells } of await rows()) expect(Object.keys(cells)).toEqual(['name', 'since'])
    const { data } = (await get(`/${done.id}/failures?which=left_empty&limit=1`)).body
    expect(data[0].errors).toEqual([
      {
        column: 'amount',
        message: 'amount: "N/A" means that there is no value',
        reason: 'stands_for_nothing',
        values: { sent: '"N/A"' },
        sent: 'N/A',
      },
    ])
  })

  test('is text in a text column, and an option where it is one', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Name', type: 'text' },
      { name: 'Stage', type: 'select', settings: { options: [{ label: 'Unknown' }] } },
      { name: 'Kind', type: 'select', settings: { allowNewOptions: true } },
    ])
    const { run, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    await run({ file: 'Name,Stage,Kind\nNone,unknown,unknown\n' })
    expect(cellsOf(await rows())).toEqual([{ name: 'None', stage: 'Unknown' }])
  })

  test('does not fill a required column, and alone makes no row', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Name', type: 'text' },
      { name: 'Phone', type: 'phone', required: true },
    ])
    const { run, get } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const done = await run({ file: 'Name,Phone\nAcme,n/a\n,n/a\n', onBad: LEAVE })
    expect(done).toMatchObject({ imported: 0, failed: 2 })
    const { data } = (await get(`/${done.id}/failures`)).body
    expect(data[0].errors[0].reason).toBe('required')
    expect(data[1].errors[0].message).toContain('has nothing')
  })
})

test('the number of a day in a CSV becomes its date, and is told as converted', async () => {
  const { preview } = await board()
  const file =
    'Name,Since,Amount\n1,20090,5\n45720,45720,5\n3,65745,5\n4,20089,5\n5,65746,5\n6,4572,5\n'
  const { data } = (await preview({ file })).body
  const dates = data.rows.map(({ cells }: { cells: { since?: string } }) => cells.since)
  expect(dates).toEqual(['1955-01-01', '2025-03-04', '2079-12-31', undefined, undefined, undefined])
  expect(data.rows[1].cells.name).toBe('45720')
  expect(data.rows[1].coerced).toEqual([{ column: 'since', sent: '45720', stored: '2025-03-04' }])
})

describe('values of select columns', () => {
  const valueMaps = { Stage: { 'closed won': 'won', dead: null }, tags: { x: 'B, C', z: null } }

  test('mean the options that the import says, or nothing', async () => {
    const { run, rows, preview } = await board()
    const file = 'Name,Stage,Tags\nA,Closed Won,"a, X"\nB, DEAD ,"z"\nC,New,"z,b, c"\nD,what,a\n'
    const { data } = (await preview({ file, valueMaps })).body
    expect(data.rows[0].coerced).toEqual([
      { column: 'stage', sent: 'Closed Won', stored: 'Won' },
      { column: 'tags', sent: 'a, X', stored: 'A, B, C' },
    ])
    const done = await run({ file, valueMaps })
    expect(done).toMatchObject({ imported: 3, failed: 1, leftEmpty: 2 })
    expect(cellsOf(await rows())).toEqual([
      { name: 'A', stage: 'Won', tags: ['A', 'B, C'] },
      { name: 'B' },
      { name: 'C', stage: 'New', tags: ['B, C'] },
    ])
  })
})

describe('corrections', () => {
  const file = 'Name,Email,Amount\nAcme,nobody,lots\n\nBolt,,n/a\n,c@x.io,1\n'
  const corrections = [
    { line: 2, column: 'Email', value: 'old@x.io' },
    { line: 2, column: 'email', value: 'a@x.io' },
    { line: 2, column: 'amount', value: '$12' },
    { line: 4, column: 'amount', value: '' },
    { line: 5, column: 'name', value: 'Cove' },
  ]

  test('replace cells of the file before they are converted', async () => {
    const { preview, run, rows } = await board()
    const { data } = (await preview({ file, corrections })).body
    expect(data.problems).toEqual([])
    expect(data.rows[0]).toMatchObject({
      values: ['Acme', 'a@x.io', '$12'],
      coerced: [{ column: 'amount', sent: '$12', stored: '12' }],
    })
    const done = await run({ file, corrections })
    expect(done).toMatchObject({ status: 'completed', imported: 3 })
    expect(done).not.toHaveProperty('leftEmpty')
    expect(cellsOf(await rows())).toEqual([
      { name: 'Acme', email: 'a@x.io', amount: 12 },
      { name: 'Bolt' },
      { name: 'Cove', email: 'c@x.io', amount: 1 },
    ])
  })

  test('that do not fit either are told with what they are', async () => {
    const { run, get } = await board()
    const done = await run({ file, corrections: [{ line: 2, column: 'email', value: 'nope' }] })
    const { data } = (await get(`/${done.id}/failures`)).body
    expect(data[0].values).toEqual({ Name: 'Acme', Email: 'nope', Amount: 'lots' })
    expect(data[0].errors[0].message).toContain('"nope"')
  })

  test('are kept only while the run works', async () => {
    const { run } = await board()
    const { id } = await run({ file, corrections })
    const kept = await service.sql('SELECT treatment FROM import_runs WHERE id = $1', [id])
    expect(kept).toEqual([
      {
        treatment: {
          leave: [],
          links: {},
          maps: {},
          corrections: {},
          readAs: {},
          notations: {},
          keep: {},
        },
      },
    ])
  })

  test.each<[string, unknown, string, string]>([
    ['no JSON', '{', 'invalid_request', 'must be JSON: a list'],
    ['no list', {}, 'invalid_request', 'must be JSON: a list'],
    ['no correction', [{ line: '2' }], 'invalid_request', 'corrections[0] must be'],
    [
      'more than it knows',
      [{ line: 2, column: 'name', value: 'x', why: '' }],
      'invalid_request',
      '[0]',
    ],
    ['another column', [{ line: 2, column: 'nope', value: 'x' }], 'unknown_column', 'nope'],
    ['an unmapped column', [{ line: 2, column: 'since', value: 'x' }], 'invalid_request', 'since'],
    ['a line between rows', [{ line: 3, column: 'name', value: 'x' }], 'invalid_request', 'line 3'],
    ['the header', [{ line: 1, column: 'name', value: 'x' }], 'invalid_request', 'line 1'],
    [
      'too many',
      Array.from({ length: 10_001 }, () => ({ line: 2, column: 'name', value: 'x' })),
      'invalid_request',
      'at most 10000',
    ],
  ])('of %s are refused', async (_, corrections, code, words) => {
    const { send, preview } = await board()
    for (const ask of [send, preview]) {
      const answer = await ask({ file, corrections })
      expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
      expect(answer.text).toContain(words)
    }
  })

  test('as many as there may be fit in a form', async () => {
    const { preview } = await board()
    const lines = Array.from({ length: 10_000 }, (_, at) => at + 2)
    const file = `Name,Amount\n${lines.map((line) => `N${line},x\n`).join('')}`
    const value = `1${'0'.repeat(8)}.000000000000`
    const corrections = lines.map((line) => ({ line, column: 'amount', value }))
    const { data } = (await preview({ file, corrections })).body
    expect(data.counts).toMatchObject({ wouldImport: 10_000, wouldFail: 0 })
  })
})

test.each<[string, object, string, string]>([
  ['no JSON', { onBad: '{' }, 'invalid_request', 'onBad must be JSON'],
  ['a list', { onBad: '[]' }, 'invalid_request', 'onBad must be JSON'],
  ['another effect', { onBad: { amount: 'drop' } }, 'invalid_request', 'leave_empty, keep, refuse'],
  ['a column that is not there', { onBad: { nope: 'refuse' } }, 'unknown_column', 'nope'],
  [
    'a column that is not mapped',
    { onBad: { stage: 'refuse' } },
    'invalid_request',
    'no column of',
  ],
  ['a map that is no object', { valueMaps: { amount: {} } }, 'invalid_request', 'no options'],
  ['maps that are no JSON', { valueMaps: 'x' }, 'invalid_request', 'valueMaps must be JSON'],
])('%s in what an import does with values is refused', async (_, form, code, words) => {
  const { send, preview } = await board()
  for (const ask of [send, preview]) {
    const answer = await ask({ file: 'Name,Amount\nAcme,1\n', ...form })
    expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
    expect(answer.text).toContain(words)
  }
})

test.each<[string, object, string]>([
  ['a label that is no option', { stage: { x: 'Lost' } }, '\\"Lost\\" is not an option of stage'],
  ['a label that is no text', { stage: { x: 5 } }, 'must be JSON'],
  ['no object', { stage: 'x' }, 'must be JSON'],
])('%s in a map of values is refused', async (_, valueMaps, words) => {
  const { send } = await board()
  const answer = await send({ file: 'Name,Stage\nAcme,x\n', valueMaps })
  expect([answer.status, answer.body.code], answer.text).toEqual([400, 'invalid_request'])
  expect(answer.text).toContain(words)
})
