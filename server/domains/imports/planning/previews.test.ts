import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
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
  {
    name: 'Stage',
    type: 'select',
    settings: { options: [{ label: 'New' }], allowNewOptions: true },
  },
  { name: 'Since', type: 'date' },
]

async function board(token = desk.tokens.owner) {
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return { id, ...importerOf(service.api, token, { boardId: id }) }
}

const cellsOf = (rows: { cells: object }[]) => rows.map(({ cells }) => cells)

describe('before it starts', () => {
  test('a preview shows how the file is read, where columns go, and what would happen to rows', async () => {
    const { preview, rows, run } = await board()
    await run({ file: 'Name,Email\nOld,old@x.io\n' })
    const answer = await preview({
      file: 'Name;Contact;Amount\nÄcme;a@x.io;$5\nBolt;old@x.io;x\n;c@x.io;1\n',
    })
    expect(answer.status, answer.text).toBe(201)
    const { columns: found, rows: shown, problemRows, counts, problems, ...rest } = answer.body.data
    expect(rest).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: null,
      sheets: [],
      header: ['Name', 'Contact', 'Amount'],
      headerRow: 1,
    })
    expect(found.map(({ proposed, why }: Record<string, string>) => [proposed, why])).toEqual([
      ['name', 'name'],
      ['email', 'content'],
      ['amount', 'name'],
    ])
    expect(found[0].samples).toEqual(['Äcme', 'Bolt'])
    expect(shown[0]).toEqual({
      line: 2,
      values: ['Äcme', 'a@x.io', '$5'],
      cells: { name: 'Äcme', email: 'a@x.io', amount: 5 },
      coerced: [{ column: 'amount', sent: '$5', stored: '5' }],
      errors: [],
    })
    expect(problemRows).toEqual(shown.slice(1))
    expect(counts).toEqual({
      rows: 3,
      checked: 3,
      sampled: false,
      wouldImport: 1,
      wouldUpdate: 0,
      wouldFail: 2,
      withProblems: 2,
      coerced: 1,
      leftEmpty: 0,
      byColumn: [
        { column: 'name', filled: 2, coerced: 0, failed: 1 },
        { column: 'email', filled: 3, coerced: 0, failed: 1 },
        { column: 'amount', filled: 2, coerced: 1, failed: 1 },
      ].map((one) => expect.objectContaining({ column: one.column })),
    })
    expect(problems).toEqual([
      {
        column: 'amount',
        message: 'amount: "x" is not a number; send digits such as 1234.5',
        reason: 'not_a_number',
        values: { sent: '"x"' },
        effect: 'refused',
        count: 1,
        where: [{ line: 3, sent: 'x' }],
      },
      expect.objectContaining({ column: 'name', reason: 'required', count: 1 }),
    ])
    expect(await rows()).toHaveLength(1)
  })

  test('a header that likely means a column is proposed for it, but not mapped unless somebody agrees', async () => {
    const { preview, run, rows } = await board()
    const file = 'Name,Requested $,Status,Comments\nAcme,5,New,x\n'
    const { columns: found } = (await preview({ file })).body.data
    expect(found.map(({ proposed }: { proposed: string | null }) => proposed)).toEqual([
      'name',
      'amount',
      'stage',
      null,
    ])
    await run({ file })
    expect(cellsOf(await rows())).toEqual([{ name: 'Acme' }])
  })

  test('a header is proposed for a column of which it has all words, if its values fit there', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Amount', type: 'currency' },
      { name: 'Revenue', type: 'currency' },
      { name: 'Opened', type: 'date' },
      { name: 'Date closed', type: 'date' },
      { name: 'Age', type: 'number' },
      { name: 'Company', type: 'text' },
    ])
    const { preview } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const file =
      'Requested,Annual revenue,Opened on,Closed,Age group,Company size,Age now,Age then\n' +
      '40k,$1.5M,3/4/25,3/5/25,young,10,4,5\n12k,$900K,3/6/25,3/7/25,old,20,6,7\n'
    const { columns: found } = (await preview({ file })).body.data
    expect(found.map(({ proposed, why }: Record<string, string>) => [proposed, why])).toEqual([
      ['amount', 'name'],
      ['revenue', 'name'],
      ['opened', 'name'],
      ['date_closed', 'name'],
      // These are no numbers, or could go where any text can, or are two for one column.
      [null, 'none'],
      [null, 'none'],
      [null, 'none'],
      [null, 'none'],
    ])
  })

  test('a column is proposed by its values, if they fit one column here and no other of its kind', async () => {
    const { preview } = await board()
    const file =
      'Name,Where it is,When,Mail a,Mail b,Kind\nAcme,new,11/20/26,a@x.io,b@x.io,retail\n'
    const { columns: found } = (await preview({ file })).body.data
    expect(found.map(({ proposed, why }: Record<string, string>) => [proposed, why])).toEqual([
      ['name', 'name'],
      ['stage', 'content'],
      ['since', 'content'],
      [null, 'none'],
      [null, 'none'],
      [null, 'none'],
    ])
    const types = found.map(({ suggestedType }: { suggestedType?: string }) => suggestedType)
    expect(types).toEqual([undefined, undefined, undefined, 'email', 'email', 'text'])
  })

  test('a dry run answers the same, and writes nothing', async () => {
    const { send, rows, get } = await board()
    const answer = await send({ file: 'Name\nAcme\n', dryRun: 'true' })
    expect(answer.status).toBe(201)
    expect(answer.body.data.counts).toMatchObject({ rows: 1, wouldImport: 1, wouldFail: 0 })
    expect([await rows(), (await get('')).body.data]).toEqual([[], []])
  })

  test('a mapping by header or by place says where columns go; others are left out', async () => {
    const { run, rows } = await board()
    await run({ file: 'a,b,Name\nx,1,y\n', mapping: { a: 'name', b: 'Amount' } })
    await run({ file: 'a,a\nz,2\n', mapping: ['name', 'amount'] })
    expect(cellsOf(await rows())).toEqual([
      { name: 'x', amount: 1 },
      { name: 'z', amount: 2 },
    ])
  })

  test.each([
    ['an unknown column', { mapping: { Name: 'nope' } }, 'unknown_column', 'nope'],
    [
      'a mistyped column',
      { mapping: { Name: 'amuont' } },
      'unknown_column',
      'the nearest is amount.',
    ],
    [
      'a header that does not exist',
      { mapping: { Nope: 'name' } },
      'invalid_request',
      'not a header',
    ],
    [
      'two headers to one column that is no text',
      { mapping: { Name: 'amount', Other: 'amount' } },
      'invalid_request',
      'already goes',
    ],
    ['no JSON', { mapping: '{' }, 'invalid_request', 'must be JSON'],
    ['nothing that is mapped', { mapping: {} }, 'invalid_request', 'is required: no header'],
    [
      'a required column left out',
      { mapping: { Other: 'amount' } },
      'invalid_request',
      'leaves out name',
    ],
    [
      'matching on a column that is not mapped',
      { matchOn: 'email' },
      'invalid_request',
      'no column of the file',
    ],
    ['an unknown part', { bogus: '1' }, 'invalid_request', 'not part of this form'],
    ['a dry run of another kind', { dryRun: 'maybe' }, 'invalid_request', 'dryRun'],
    ['a board that is not there', { boardId: crypto.randomUUID() }, 'unknown_reference', 'boardId'],
    ['no board', { boardId: undefined }, 'invalid_request', 'boardId'],
    ['no file', { file: undefined }, 'invalid_request', 'file'],
    ['a sheet of a CSV', { sheet: 'One' }, 'invalid_request', 'no sheets'],
  ])('%s is refused', async (_, form, code, words) => {
    const { send, get } = await board()
    const answer = await send({ file: 'Name,Other\nAcme,1\n', ...form })
    expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
    expect(answer.text).toContain(words)
    expect((await get('')).body.data).toEqual([])
  })
})

describe('a file that is made to be slow or large does not hold up the service', () => {
  test('a value that is almost an email address many times over', async () => {
    const { preview } = await board()
    const value = `x@${'a.'.repeat(400_000)}@`
    const answer = await preview({ file: `Name,Contact\n${`Acme,${value}\n`.repeat(5)}` })
    expect(answer.body.data.columns[1]).toMatchObject({ proposed: null, why: 'none' })
  })

  test('rows of megabytes, of which fewer are shown', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `Notes ${n}`)
    const { id } = await makeBoard(
      service,
      desk.tokens.owner,
      names.map((name) => ({ name, type: 'long_text' })),
    )
    const row = `${Array(40).fill('x'.repeat(25_000)).join()}\n`
    const { preview } = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const { data } = (await preview({ file: `${names.join()}\n${row.repeat(20)}` })).body
    expect(data.counts).toMatchObject({ rows: 20, wouldImport: 20 })
    expect(data.rows).toHaveLength(5)
  })
})
