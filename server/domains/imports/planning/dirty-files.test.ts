// Files as they really come, imported with everything that the preview proposes.
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  { name: 'Business', type: 'text', required: true },
  { name: 'Contact', type: 'text' },
  { name: 'Phone', type: 'phone' },
  { name: 'Email', type: 'email' },
  { name: 'Amount', type: 'currency' },
  { name: 'Revenue', type: 'currency' },
  { name: 'Started', type: 'date' },
  {
    name: 'Stage',
    type: 'select',
    settings: { options: [{ label: 'New' }, { label: 'Contacted' }, { label: 'Qualified' }] },
  },
  { name: 'Consent', type: 'checkbox' },
  { name: 'Notes', type: 'long_text' },
]

interface Proposal {
  header: string
  proposed: string | null
}

/** What the wizard does if nobody changes anything. */
async function imported(file: Buffer) {
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  const { preview, run, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const onBad = { '*': 'leave_empty' }
  const { data } = (await preview({ file, onBad })).body
  const mapping = data.columns.map(({ proposed }: Proposal) => proposed)
  const done = await run({ file, mapping, onBad })
  const cells = (await rows()).map((row: { cells: object }) => row.cells)
  return { preview: data, done, cells }
}

test('a report in Windows-1252, with title rows and its own separator, comes in by defaults', async () => {
  const lines = [
    'sep=;',
    'Broker report of November;;;;;;;;;',
    ';;;;;;;;;',
    'Company;Contact person;Tel.;E-Mail;Requested;Annual revenue;Start date;Status;Opt-in;Remarks',
    'Müller Bäckerei;José Núñez;(415) 555-0110 ext. 12;JOSE@X.EXAMPLE;40k;$1.5M;3/4/25;new;x;call "Ann"',
    'Café Roma;Ann;415-555-0111 x3;n/a;$1,250.555;-;12/31/99;CONTACTED;ja;',
    'Peña & Sons;Bob;555-0112;nobody;TBD;2.3mm;11/20/2026;Closed won;no;',
    'Øst ApS;Ada;+45 32 12 34 56;a@b.example;100 EUR;$900K;soon;dead;maybe;',
    ';;;;;;;;;',
    'Ünal;Cem;4155550113;c@x.example;(500);12,000;20250304;Qualified;yes;',
  ]
  const { preview, done, cells } = await imported(Buffer.from(lines.join('\r\n'), 'latin1'))
  expect(preview.columns.map(({ header, proposed }: Proposal) => [header, proposed])).toEqual([
    ['Company', 'business'],
    ['Contact person', 'contact'],
    ['Tel.', 'phone'],
    ['E-Mail', 'email'],
    ['Requested', 'amount'],
    ['Annual revenue', 'revenue'],
    ['Start date', 'started'],
    ['Status', 'stage'],
    ['Opt-in', 'consent'],
    ['Remarks', 'notes'],
  ])
  expect(done).toMatchObject({ status: 'completed', imported: 5, failed: 0, leftEmpty: 11 })
  expect(cells).toEqual([
    {
      business: 'Müller Bäckerei',
      contact: 'José Núñez',
      phone: '+14155550110;ext=12',
      email: 'jose@x.example',
      amount: 40_000,
      revenue: 1_500_000,
      started: '2025-03-04',
      stage: 'New',
      consent: true,
      notes: 'call "Ann"',
    },
    {
      business: 'Café Roma',
      contact: 'Ann',
      phone: '+14155550111;ext=3',
      started: '1999-12-31',
      stage: 'Contacted',
      consent: true,
    },
    {
      business: 'Peña & Sons',
      contact: 'Bob',
      revenue: 2_300_000,
      started: '2026-11-20',
      consent: false,
    },
    {
      business: 'Øst ApS',
      contact: 'Ada',
      phone: '+4532123456',
      email: 'a@b.example',
      revenue: 900_000,
    },
    {
      business: 'Ünal',
      contact: 'Cem',
      phone: '+14155550113',
      email: 'c@x.example',
      amount: -500,
      revenue: 12_000,
      started: '2025-03-04',
      stage: 'Qualified',
      consent: true,
    },
  ])
})

test('a preview tells of what is left out beside numbers and addresses, which the import stores', async () => {
  const file = Buffer.from(
    [
      'Business Name,Contact Name,Email,Phone,Status',
      'Acme,Ann,ann@x.example;,(415) 555-0110 / (415) 555-0111,New',
      'Bolt,Bob,"bob@x.example, rob@x.example",p:+14155550112,New',
      'Cove,Cat,<cat@x.example>,415-555-0113 x7 (cell),New',
    ].join('\n'),
  )
  const { preview, cells } = await imported(file)
  const found = preview.problems.map(
    ({ column, effect, reason, where }: Record<string, unknown>) => ({
      column,
      effect,
      reason,
      where,
    }),
  )
  expect(found).toEqual([
    {
      column: 'phone',
      effect: 'shortened',
      reason: 'more_than_an_address',
      where: [
        { line: 2, sent: '(415) 555-0110 / (415) 555-0111' },
        { line: 4, sent: '415-555-0113 x7 (cell)' },
      ],
    },
    {
      column: 'email',
      effect: 'shortened',
      reason: 'more_than_an_address',
      where: [{ line: 3, sent: 'bob@x.example, rob@x.example' }],
    },
  ])
  expect(cells).toMatchObject([
    { email: 'ann@x.example', phone: '+14155550110' },
    { email: 'bob@x.example', phone: '+14155550112' },
    { email: 'cat@x.example', phone: '+14155550113;ext=7' },
  ])
})

test('every row of a long list that has a problem in most of its lines comes in by defaults', async () => {
  const phones = ['(415) 555-0110', '415.555.0111', '+1 415 555 0112', '555-0114', 'n/a']
  const amounts = ['$250.00', '100', '2k', '"USD 12,500"', '"$1,250.5"']
  const stages = ['New', 'contacted', 'QUALIFIED', 'Pending docs']
  const dates = ['11/3/2026', '2026-11-04', '"Nov 5, 2026"', 'soon']
  const names = ['Müller Bäckerei', '東京ラーメン', '"Smith, Jones & Co"', 'Łódź Logistics']
  const count = 3000
  const lines = Array.from({ length: count }, (_, n) => {
    const [name, phone, stage, date] = [names, phones, stages, dates].map((of) => of[n % of.length])
    const email = n % 40 === 3 ? 'not an email' : `c${n}@example.com`
    const amount = amounts[(n * 3) % 5]
    const comment = n % 20 === 0 ? '"Line one\nLine two"' : ''
    const line = [name, 'Ann Lee', email, phone, amount, stage, date, comment].join(',')
    return n % 50 === 7 ? `${line}\n,,,,,,,` : line
  })
  const header =
    'Company Name,Contact Person,E-mail,Phone #,Requested $,Status,Submitted on,Comments'
  const file = Buffer.from(`\ufeff${header}\n${lines.join('\n')}\n`)
  const { preview, done, cells } = await imported(file)
  expect(preview.columns.map(({ proposed }: Proposal) => proposed)).toEqual([
    'business',
    'contact',
    'email',
    'phone',
    'amount',
    'stage',
    'started',
    'notes',
  ])
  expect(done).toMatchObject({ status: 'completed', imported: count, failed: 0 })
  expect(cells[0]).toEqual({
    business: 'Müller Bäckerei',
    contact: 'Ann Lee',
    email: 'c0@example.com',
    phone: '+14155550110',
    amount: 250,
    stage: 'New',
    started: '2026-11-03',
    notes: 'Line one\nLine two',
  })
  // In the preview, each problem is there once, with its count in the whole file.
  const counts = preview.problems.map(({ column, reason, count }: Record<string, unknown>) => [
    column,
    reason,
    count,
  ])
  expect(counts.toSorted()).toEqual([
    ['email', 'not_an_email', count / 40],
    ['phone', 'not_a_phone_here', count / 5],
    ['phone', 'stands_for_nothing', count / 5],
    ['stage', 'unknown_option', count / 4],
    ['started', 'not_a_date', count / 4],
  ])
})
