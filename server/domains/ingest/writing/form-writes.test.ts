import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService({ maxFileBytes: 1024 * 1024 })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Amount', type: 'currency' },
  { name: 'Papers', type: 'file' },
  {
    name: 'Uses',
    type: 'multi_select',
    settings: { options: [{ label: 'Payroll' }, { label: 'Stock' }] },
  },
]

async function open(kind: 'board' | 'page' = 'board') {
  const rows = await openRows(service, desk, COLUMNS, kind)
  return { ...rows, ...integration(service, rows.secret, kind) }
}

type Field = [name: string, value: string | File]
const multipart = (...fields: Field[]): FormData => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
const urlencoded = (...fields: [string, string][]) => new URLSearchParams(fields).toString()
const ENCODED = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const pdf = (name: string, bytes = name) => new File([bytes], name, { type: 'application/pdf' })

/** How many files the store has, and how many the database. */
async function kept(): Promise<unknown> {
  const entries = await readdir(service.directory, { recursive: true, withFileTypes: true })
  return [
    entries.filter((entry) => entry.isFile()).length,
    await service.sql('SELECT count(*) FROM files'),
  ]
}

test('a form is one row, with its files', async () => {
  const { write, as } = await open()
  const { status, body, text } = await write(
    multipart(
      ['business', 'Acme Bakery'],
      ['Amount', '$40,000'],
      ['papers', pdf('March.pdf')],
      ['papers', pdf('April.pdf')],
      ['uses', 'Payroll'],
      ['uses', 'Stock'],
      ['colour', 'red'],
    ),
  )
  expect(status, text).toBe(201)
  expect(body.data.cells).toMatchObject({
    business: 'Acme Bakery',
    amount: 40000,
    papers: [
      { name: 'March.pdf', size: 9 },
      { name: 'April.pdf', size: 9 },
    ],
    uses: ['Payroll', 'Stock'],
  })
  expect(body.files.map(({ name }: { name: string }) => name)).toEqual(['March.pdf', 'April.pdf'])
  expect(body.ignored).toEqual([{ column: 'colour', why: 'no such column' }])
  expect(body.coerced).toEqual([{ column: 'amount', sent: '$40,000', stored: '40000' }])
  const [row] = (await as('viewer')('GET', '/rows')).body.data
  const content = await service.api('GET', `/v1/files/${row.cells.papers[1].id}/content`, {
    token: desk.tokens.viewer,
  })
  expect(content.text).toBe('April.pdf')
})

test('a form can be urlencoded', async () => {
  const { write } = await open()
  const sent = urlencoded(['business', 'Café & Söhne'], ['uses', 'Stock'], ['uses', 'Payroll'])
  const { status, body } = await write(sent, ENCODED)
  expect(status).toBe(201)
  expect(body.data.cells).toEqual({ business: 'Café & Söhne', uses: ['Stock', 'Payroll'] })
})

test('a form of a page brings its own id', async () => {
  const { write } = await open('page')
  const send = (business: string, onConflict?: string) =>
    write(
      multipart(
        ['business', business],
        ['external_id', 'form-1'],
        ...(onConflict ? [['onConflict', onConflict] as Field] : []),
      ),
    )
  expect((await send('Acme')).body.outcome).toBe('created')
  expect((await send('Bolt')).body.outcome).toBe('replayed')
  const updated = await send('Bolt', 'update')
  expect([updated.body.outcome, updated.body.data.cells]).toEqual(['updated', { business: 'Bolt' }])
})

test('a file input in which nobody chose a file is empty', async () => {
  const { write } = await open()
  const empty = new File([], '', { type: 'application/octet-stream' })
  const before = await kept()
  const { status, body } = await write(multipart(['business', 'Acme'], ['papers', empty]))
  expect([status, body.data.cells]).toEqual([201, { business: 'Acme' }])
  expect(await kept()).toEqual(before)
})

test('a dry run of a form keeps nothing', async () => {
  const { write } = await open()
  const before = await kept()
  const tried = await write(multipart(['business', 'Acme'], ['papers', pdf('a.pdf')]), {
    query: '?dryRun=true',
  })
  expect([tried.status, tried.body.files]).toMatchObject([200, [{ name: 'a.pdf' }]])
  expect(await kept()).toEqual(before)
})

test('a retry of a form makes one row and keeps one copy of its files', async () => {
  const { write } = await open()
  const form = () => multipart(['business', 'Acme'], ['papers', pdf('a.pdf', 'bytes')])
  const first = await write(form(), { retry: 'form-1' })
  expect(first.status).toBe(201)
  const before = await kept()
  const again = await write(form(), { retry: 'form-1' })
  expect(again.text).toBe(first.text)
  const other = multipart(['business', 'Acme'], ['papers', pdf('a.pdf', 'others')])
  expect((await write(other, { retry: 'form-1' })).body.error.code).toBe('idempotency_key_reused')
  expect(await kept()).toEqual(before)
})

const LARGE = 'x'.repeat(1024 * 1024 + 1)

test('a file that is too large is named in a dry run and in the receipt', async () => {
  const { write, as } = await open()
  const form = () => multipart(['business', 'Acme'], ['papers', pdf('b.pdf', LARGE)])
  const tried = await write(form(), { query: '?dryRun=true' })
  const written = await write(form())
  expect([tried.status, tried.body.error.errors]).toEqual([400, written.body.error.errors])
  const receipts = (await as('owner')('GET', '/receipts')).body.data
  expect(receipts).toMatchObject([
    { outcome: 'refused', refused: { items: [{ column: 'papers', reason: 'file_too_large' }] } },
  ])
})

test('a file for a column that does not exist is left out, however large, and the receipt names it', async () => {
  const { write, as } = await open()
  const form = () =>
    multipart(
      ['business', 'Acme'],
      ['scans', pdf('a.pdf')],
      ['Scans', pdf('b.pdf', LARGE)],
      ['scans', pdf('c.pdf')],
      ['colour', 'red'],
    )
  const ignored = [
    { column: 'scans', why: 'no such column; not kept: "a.pdf", "c.pdf"' },
    { column: 'colour', why: 'no such column' },
    { column: 'Scans', why: 'no such column; not kept: "b.pdf"' },
  ]
  const sorted = (items: { column: string }[]) => items.map((item) => JSON.stringify(item)).sort()
  for (const query of ['?dryRun=true', '']) {
    const { status, body } = await write(form(), { query })
    expect([status, sorted(body.ignored)]).toEqual([query ? 200 : 201, sorted(ignored)])
  }
  for (const role of ['owner', 'viewer'] as const) {
    const [receipt] = (await as(role)('GET', '/receipts')).body.data
    expect(receipt.ignored.count).toBe(3)
    expect(sorted(receipt.ignored.items)).toEqual(
      sorted(ignored.map((item) => ({ index: 0, ...item }))),
    )
  }
  const [day] = (await as('viewer')('GET', '/receipts/daily')).body.data.days
  expect(day.ignored).toBe(3)
})

test('so is one for a column that the key may not write', async () => {
  const { write, key } = await open()
  await restrict(service, desk.workspaceId, key, 'papers', { editableBy: 'nobody' })
  const { body } = await write(multipart(['business', 'Acme'], ['papers', pdf('a.pdf')]))
  const why = 'this column cannot be written here; not kept: "a.pdf"'
  expect(body.ignored).toEqual([{ column: 'papers', why }])
})

test('a record that is sent again says so again', async () => {
  const { write } = await open('page')
  const form = () =>
    multipart(['external_id', 'crm-1'], ['business', 'Acme'], ['scans', pdf('a.pdf')])
  const ignored = [{ column: 'scans', why: 'no such column; not kept: "a.pdf"' }]
  for (const outcome of ['created', 'replayed']) {
    expect((await write(form())).body).toMatchObject({ outcome, ignored })
  }
})

test('a form that is larger than any can be is not read', async () => {
  const { write } = await open()
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(29 * 1024 * 1024),
  }
  const answer = await write('--b', { headers }).catch(() => undefined)
  expect(answer?.body.error).toMatchObject({
    code: 'payload_too_large',
    message: 'The form is larger than 28 MiB, files and all.',
  })
})

describe('a form that is refused keeps nothing', () => {
  const many = Array.from({ length: 21 }, (_, at): Field => ['papers', pdf(`${at}.pdf`)])
  test.each<[string, Field[], number, object]>([
    [
      'a wrong cell',
      [
        ['business', 'Acme'],
        ['amount', 'lots'],
        ['papers', pdf('a.pdf')],
      ],
      400,
      { code: 'invalid_rows', errors: [{ column: 'amount' }] },
    ],
    [
      'a required cell that is missing',
      [['papers', pdf('a.pdf')]],
      400,
      { code: 'invalid_rows', errors: [{ column: 'business', reason: 'required' }] },
    ],
    [
      'a file for a column of another type',
      [['business', pdf('a.pdf')]],
      400,
      {
        code: 'invalid_rows',
        errors: [
          { column: 'business', message: 'business: "a.pdf" is a file; send it to a file column' },
        ],
      },
    ],
    [
      'a file that is too large',
      [
        ['business', 'Acme'],
        ['papers', pdf('a.pdf')],
        ['papers', pdf('b.pdf', LARGE)],
      ],
      400,
      {
        code: 'invalid_rows',
        errors: [
          {
            index: 0,
            column: 'papers',
            reason: 'file_too_large',
            message: 'papers: "b.pdf" is larger than 1 MiB; send a smaller file',
          },
        ],
      },
    ],
    [
      'two files that are too large, and a wrong cell',
      [
        ['amount', 'lots'],
        ['papers', pdf('a.pdf', LARGE)],
        ['papers', pdf('b.pdf', LARGE)],
      ],
      400,
      {
        errors: [
          { column: 'papers', values: { sent: '"a.pdf"' } },
          { column: 'papers', values: { sent: '"b.pdf"' } },
          { column: 'amount' },
          { column: 'business', reason: 'required' },
        ],
      },
    ],
    [
      'a file for a column of another type, which is too large besides',
      [['business', pdf('a.pdf', LARGE)]],
      400,
      { errors: [{ column: 'business', reason: 'file_not_taken' }] },
    ],
    ['too many files', [['business', 'Acme'], ...many], 400, { code: 'invalid_request' }],
    [
      'an own id on a board',
      [
        ['business', 'Acme'],
        ['external_id', 'a'],
        ['papers', pdf('a.pdf')],
      ],
      400,
      { code: 'invalid_rows' },
    ],
    [
      'a NUL',
      [
        ['business', 'a\0b'],
        ['papers', pdf('a.pdf')],
      ],
      400,
      {},
    ],
  ])('%s', async (_, fields, status, error) => {
    const { write, as } = await open()
    const before = await kept()
    const answer = await write(multipart(...fields))
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.error).toMatchObject(error)
    expect(await kept()).toEqual(before)
    expect((await as('owner')('GET', '/rows')).body.data).toEqual([])
  })

  test('one that breaks off', async () => {
    const { write } = await open()
    const before = await kept()
    const cut = [
      '--b',
      'Content-Disposition: form-data; name="papers"; filename="a.pdf"',
      '',
      'half of',
    ].join('\r\n')
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await write(cut, { headers })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await kept()).toEqual(before)
  })
})

test('a refused form leaves a receipt that names the cell', async () => {
  const { write, as } = await open()
  await write(multipart(['business', 'Acme'], ['amount', 'lots']))
  const [receipt] = (await as('owner')('GET', '/receipts')).body.data
  expect(receipt).toMatchObject({ outcome: 'refused', refused: { items: [{ column: 'amount' }] } })
})
