import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openForm, visitor } from '../../../tests/support/desks/forms.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService({ maxFileBytes: 1024 * 1024, formLeastMs: 0 })
  desk = await makeDesk(service, 'Harbor')
})
afterAll(() => service.stop())

const COLUMNS: NewColumn[] = [
  { name: 'Business name', type: 'text', required: true },
  { name: 'Email', type: 'email' },
  { name: 'Amount', type: 'currency' },
  { name: 'Founded', type: 'date' },
  { name: 'Agrees', type: 'checkbox' },
  {
    name: 'Uses',
    type: 'multi_select',
    settings: { options: [{ label: 'Payroll' }, { label: 'Stock' }] },
  },
  { name: 'Papers', type: 'file', settings: { maxFiles: 2, accept: ['application/pdf'] } },
]
const open = (body: object = {}, columns = COLUMNS, kind: 'board' | 'page' = 'board') =>
  openForm({ service, desk }, columns, { ...body }, kind)
const pdf = (name: string, bytes = name) => new File([bytes], name, { type: 'application/pdf' })

const emailAndFile = ({ cells }: { cells: { email: string; papers: { name: string }[] } }) => [
  cells.email,
  cells.papers[0]!.name,
]

async function stored(): Promise<number> {
  const entries = await readdir(service.directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

describe.each(['board', 'page'] as const)('a form of a %s', (kind) => {
  test('is one row with its files, in the name of the form', async () => {
    const { visitor, form, rows, receipts, api } = await open({}, COLUMNS, kind)
    const sent = await visitor().send([
      ['c.business_name', 'Acme Bakery'],
      ['c.email', 'Ann@Acme.Example'],
      ['c.amount', '40k'],
      ['c.founded', '2019-04-01'],
      ['c.agrees', 'yes'],
      ['c.uses', 'Payroll'],
      ['c.uses', 'Stock'],
      ['c.papers', pdf('March.pdf')],
      ['c.papers', pdf('April.pdf')],
    ])
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/f/${form.publicId}/thanks`])
    const [row] = await rows()
    expect(row).toMatchObject({
      createdBy: `form:${form.id}`,
      source: kind === 'board' ? 'api' : 'page',
      cells: {
        business_name: 'Acme Bakery',
        email: 'ann@acme.example',
        amount: 40_000,
        founded: '2019-04-01',
        agrees: true,
        uses: ['Payroll', 'Stock'],
        papers: [{ name: 'March.pdf' }, { name: 'April.pdf' }],
      },
    })
    const [receipt] = await receipts()
    expect(receipt).toMatchObject({
      keyId: null,
      formId: form.id,
      addressId: null,
      hookId: null,
      outcome: 'created',
      firstPosition: row.position,
      coerced: { count: 2 },
      files: { count: 2 },
    })
    const { days } = (await api('GET', `/receipts/daily?formId=${form.id}`)).body.data
    expect(days).toMatchObject([{ formId: form.id, keyId: null, filled: 1, blocked: 0 }])
    const content = await service.api('GET', `/v1/files/${row.cells.papers[0].id}/content`, {
      token: desk.tokens.viewer,
    })
    expect(content.text).toBe('March.pdf')
    await service.eventsReadable()
    const events = await service.api('GET', '/v1/events?types=rows.created&order=newest', {
      token: desk.tokens.owner,
    })
    expect(events.body.data[0]).toMatchObject({ actor: `form:${form.id}` })
  })
})

test('a form without files may be sent as urlencoded', async () => {
  const { visitor, rows } = await open({}, COLUMNS.slice(0, 3))
  const page = await visitor().open()
  expect(page.html).not.toContain('multipart')
  expect((await visitor().send([['c.business_name', 'Acme']], { encoded: true })).status).toBe(303)
  expect(await rows()).toMatchObject([{ cells: { business_name: 'Acme' } }])
})

test('every problem is at its field, and nothing that was typed or uploaded is lost', async () => {
  const { visitor, rows, receipts } = await open()
  const guest = visitor()
  const again = await guest.send([
    ['c.email', 'nobody"><script>alert(1)</script>'],
    ['c.amount', '12 or so'],
    ['c.founded', '31.31.2019'],
    ['c.uses', 'Stock'],
    ['c.papers', pdf('March.pdf')],
  ])
  expect(again.status).toBe(422)
  expect(again.html).toContain('<h2>Please check 4 answers</h2>')
  expect(again.html).toContain('<a href="#f-business_name">Business name: Fill this in.</a>')
  expect(again.html).toContain('<p class="e" id="f-amount-e">')
  expect(again.html).toContain('value="12 or so"')
  expect(again.html).toContain('value="nobody&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(again.html).not.toContain('<script>alert')
  expect(again.html).toMatch(/<input [^>]*type="text" value="31.31.2019"/)
  expect(again.html).toMatch(/value="Stock" checked/)
  expect(again.html).toContain('March.pdf')
  expect(await rows()).toEqual([])
  expect(await receipts()).toMatchObject([{ outcome: 'refused', refused: { count: 4 } }])
  // Corrected, without choosing the file again.
  const sent = await guest.send(
    [
      ['c.business_name', 'Acme'],
      ['c.email', 'ann@acme.example'],
      ['c.papers', new File([], '')],
    ],
    { page: again },
  )
  expect(sent.status).toBe(303)
  expect(await rows()).toMatchObject([{ cells: { papers: [{ name: 'March.pdf' }] } }])
})

test('a file of another kind, or one that is too large, has to be chosen again; the others are kept', async () => {
  const { visitor, rows } = await open()
  const before = await stored()
  const guest = visitor()
  const again = await guest.send([
    ['c.business_name', 'Acme'],
    ['c.papers', new File(['<svg onload=alert(1)>'], 'a.svg', { type: 'image/svg+xml' })],
  ])
  expect(again.status).toBe(422)
  expect(again.html).toContain('is not a kind of file that we take here')
  expect(again.hidden.kept).toBeUndefined()
  const large = await guest.send([
    ['c.business_name', ''],
    ['c.papers', pdf('Large.pdf', 'x'.repeat(1024 * 1024 + 1))],
    ['c.papers', pdf('Small.pdf')],
  ])
  expect(large.html).toContain('“Large.pdf” is larger than 1 MiB')
  expect(large.html).toContain('Business name: Fill this in.')
  expect(large.hidden.kept).toHaveLength(1)
  expect(await stored()).toBe(before + 1)
  expect(await rows()).toEqual([])
  const dropped = await guest.send(
    [
      ['c.business_name', 'Acme'],
      ['drop', /name="drop" value="([^"]+)"/.exec(large.html)![1]!],
    ],
    { page: large },
  )
  expect(dropped.status).toBe(303)
  expect((await rows())[0].cells.papers).toBeUndefined()
})

test('a page writes one row, however often it is sent', async () => {
  const { visitor, rows } = await open()
  const guest = visitor()
  const page = await guest.open()
  const fields: [string, string | File][] = [
    ['c.business_name', 'Acme'],
    ['c.papers', pdf('March.pdf')],
  ]
  const before = await stored()
  const answers = await Promise.all([1, 2, 3].map(() => guest.send(fields, { page })))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await rows()).toHaveLength(1)
  expect(await stored()).toBe(before + 1)
})

test('who goes back, corrects an answer and sends the page again is heard, once', async () => {
  const { visitor, rows, receipts } = await open()
  const guest = visitor()
  const page = await guest.open()
  const send = (email: string) =>
    guest.send(
      [
        ['c.business_name', 'Acme'],
        ['c.email', email],
        ['c.papers', pdf('March.pdf')],
      ],
      { page },
    )
  expect((await send('ann@acme.exmaple')).status).toBe(303)
  const corrected = await Promise.all([1, 2].map(() => send('ann@acme.example')))
  expect(corrected.map(({ status }) => status)).toEqual([303, 303])
  expect((await send('ann@acme.exmaple')).status).toBe(303)
  expect((await rows()).map(emailAndFile)).toEqual([
    ['ann@acme.exmaple', 'March.pdf'],
    ['ann@acme.example', 'March.pdf'],
  ])
  // One proof of work does not open the way for any number of answers.
  for (const n of [1, 2, 3, 4, 5]) expect((await send(`ann${n}@acme.example`)).status).toBe(303)
  expect(await rows()).toHaveLength(6)
  expect(await receipts('&outcome=blocked')).toMatchObject([{ blocked: { why: 'too_many' } }])
})

test('a form in which nothing was filled in is shown again, unless it asks only for ticks', async () => {
  const columns = COLUMNS.map((column) => ({ ...column, required: false }))
  const { visitor, rows, receipts } = await open({}, columns)
  const guest = visitor()
  const again = await guest.send([
    ['c.business_name', '  '],
    ['c.email', ''],
    ['c.papers', new File([], '')],
  ])
  expect(again.status).toBe(422)
  expect(again.html).toContain('Nothing was filled in')
  expect(await rows()).toEqual([])
  expect(await receipts()).toMatchObject([
    { outcome: 'refused', refused: { items: [{ message: 'nothing was filled in' }] } },
  ])
  expect((await guest.send([['c.email', 'ann@acme.example']], { page: again })).status).toBe(303)
  const ticks = await open({}, [{ name: 'Agrees', type: 'checkbox' }])
  expect((await ticks.visitor().send([])).status).toBe(303)
  expect(await ticks.rows()).toHaveLength(1)
})

test('a page that is a day old, or that no page of ours is, is sent once more', async () => {
  const { visitor, rows } = await open()
  const guest = visitor()
  const forged = { ...(await guest.open()), hidden: { stamp: ['x'.repeat(100)] }, once: '' }
  const again = await guest.send([['c.business_name', 'Acme']], { page: forged })
  expect(again.status).toBe(422)
  expect(again.html).toContain('open for a long time')
  expect(again.html).toContain('value="Acme"')
  expect(await rows()).toEqual([])
  expect((await guest.send([['c.business_name', 'Acme']], { page: again })).status).toBe(303)
})

test('a stamp and a file of another form do not work', async () => {
  const [first, second] = [await open(), await open()]
  const guest = first.visitor()
  const again = await guest.send([['c.papers', pdf('March.pdf')]])
  const stolen = await second.visitor().open()
  const sent = await second.visitor().send([['c.business_name', 'Acme']], {
    page: { ...stolen, hidden: { ...stolen.hidden, kept: again.hidden.kept! } },
  })
  expect(sent.status).toBe(303)
  expect((await second.rows())[0].cells.papers).toBeUndefined()
  const page = await guest.open()
  const foreign = await second.visitor().send([['c.business_name', 'B']], { page })
  expect(foreign.status).toBe(422)
})

test('a form writes its own columns and nothing else', async () => {
  const { visitor, rows } = await open({ columns: [{ key: 'business_name' }] })
  await visitor().send([
    ['c.business_name', 'Acme'],
    ['c.amount', '5'],
    ['external_id', 'x'],
    ['business_name', 'Other'],
  ])
  expect((await rows())[0].cells).toEqual({ business_name: 'Acme', agrees: undefined })
})

test('it writes a column that its maker sees and others do not, and nobody learns of it', async () => {
  const { visitor, api, form, key } = await open()
  await service.api('PUT', `/v1/definitions/${key}/column-policies/amount`, {
    token: desk.tokens.owner,
    body: { visibleTo: { mode: 'roles', roles: ['admin'] } },
  })
  const sent = await visitor().send([
    ['c.business_name', 'Acme'],
    ['c.amount', '5'],
  ])
  expect(sent.status).toBe(303)
  const [row] = (await api('GET', '/rows')).body.data
  expect(row.cells.amount).toBe(5)
  const columnsOf = async (role: 'admin' | 'member') =>
    (await api('GET', `/forms/${form.id}`, undefined, role)).body.data.columns.map(
      (column: { key: string }) => column.key,
    )
  expect(await columnsOf('admin')).toContain('amount')
  expect(await columnsOf('member')).not.toContain('amount')
})

test('a visitor adds no options', async () => {
  const settings = { options: [{ label: 'A' }], allowNewOptions: true }
  const { visitor, rows } = await open({}, [{ name: 'Kind', type: 'select', settings }])
  const again = await visitor().send([['c.kind', 'Mine']])
  expect(again.status).toBe(422)
  expect(again.html).toContain('Choose one of the options.')
  expect(await rows()).toEqual([])
})

test('a link is found by own id or a unique value, as in a CSV', async () => {
  const brokers = await openForm({ service, desk }, [{ name: 'Code', type: 'text', unique: true }])
  await brokers.api('POST', '/rows', { cells: { code: 'B-7' } })
  const settings = { definitionKey: brokers.key }
  const { visitor, rows } = await open({}, [{ name: 'Broker', type: 'link', settings }])
  expect((await visitor().send([['c.broker', 'B-7']])).status).toBe(303)
  expect(await rows()).toHaveLength(1)
  // The page must not tell anybody which brokers there are.
  expect((await visitor().send([['c.broker', 'B-8']])).status).toBe(303)
  expect((await rows())[1]).toMatchObject({ cells: {}, unresolved: { broker: ['B-8'] } })
})

test('a value that must be unique says no more than that it was sent before', async () => {
  const columns: NewColumn[] = [{ name: 'Email', type: 'email', unique: true }]
  const { visitor, rows } = await open({}, columns)
  await visitor().send([['c.email', 'ann@acme.example']])
  const again = await visitor().send([['c.email', 'ann@acme.example']])
  expect(again.status).toBe(422)
  expect(again.html).toContain('Email: Somebody has sent this before.')
  expect(await rows()).toHaveLength(1)
})

describe('what looks like spam', () => {
  test('is kept apart, and becomes a row when somebody accepts it', async () => {
    const { visitor, rows, receipts, api, form } = await open()
    const sent = await visitor().send([
      ['c.business_name', 'Acme'],
      ['c.papers', pdf('March.pdf')],
      ['second_homepage', 'https://spam.example'],
    ])
    expect(sent.headers.get('location')).toBe(`/f/${form.publicId}/thanks`)
    expect(await rows()).toEqual([])
    const [receipt] = await receipts('&outcome=blocked')
    expect(receipt).toMatchObject({ outcome: 'blocked', rowCount: 1, firstPosition: null })
    expect(receipt.blocked).toMatchObject({
      why: 'trap',
      acceptedBy: null,
      rowId: null,
      cells: expect.arrayContaining([
        { column: 'business_name', sent: 'Acme' },
        { column: 'papers', sent: 'March.pdf' },
      ]),
    })
    const accept = (as: keyof Desk['tokens']) =>
      api('POST', `/receipts/${receipt.id}/accept`, undefined, as)
    expect((await accept('viewer')).status).toBe(403)
    const accepted = await accept('member')
    expect(accepted.status).toBe(201)
    expect(await rows()).toMatchObject([
      {
        id: accepted.body.data.rowId,
        createdBy: `form:${form.id}`,
        cells: { business_name: 'Acme', papers: [{ name: 'March.pdf' }] },
      },
    ])
    const again = await accept('owner')
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_accept'])
    expect((await receipts('&outcome=blocked'))[0].blocked).toMatchObject({
      acceptedBy: `user:${desk.seats.member}`,
      rowId: accepted.body.data.rowId,
    })
    const { days } = (await api('GET', '/receipts/daily')).body.data
    expect(days[0]).toMatchObject({ filled: 1, blocked: 1, requests: 2 })
  })

  test('can be read and accepted for 30 days', async () => {
    const { visitor, receipts, api } = await open()
    const fields: [string, string | File][] = [
      ['c.business_name', 'Acme'],
      ['c.papers', pdf('Blocked.pdf')],
      ['second_homepage', 'x'],
    ]
    await visitor().send(fields)
    const [receipt] = await receipts()
    await service.sql(`UPDATE blocked_arrivals SET at = now() - interval '30 days 1 minute'`)
    const late = await api('POST', `/receipts/${receipt.id}/accept`)
    expect([late.status, late.body.code]).toEqual([409, 'nothing_to_accept'])
    const { purgeBlocked } = await import('../../ingest/writing/arrivals.ts')
    await service.db.withWorkspace(desk, (tx) => purgeBlocked(tx))
    expect((await receipts())[0].blocked).toMatchObject({ why: 'trap', cells: [] })
    expect(await service.sql('SELECT FROM blocked_arrivals')).toEqual([])
    const { purgeFiles } = await import('../../records/files/purge.ts')
    await service.sql(
      "UPDATE files SET loose_since = now() - interval '25 hours' WHERE loose_since <> 'infinity'",
    )
    await purgeFiles(service.db, service.files, new AbortController().signal)
    expect(await service.sql(`SELECT name FROM files WHERE name = 'Blocked.pdf'`)).toEqual([])
  })

  test('is what comes sooner than somebody could fill it in', async () => {
    const { form, rows, receipts } = await open()
    const patient = await service.beside({ formLeastMs: 3_600_000 })
    const sent = await visitor(patient, form.url).send([['c.business_name', 'Acme']])
    expect(sent.status).toBe(303)
    expect(await rows()).toEqual([])
    expect(await receipts()).toMatchObject([{ outcome: 'blocked', blocked: { why: 'too_fast' } }])
  })

  test('without JavaScript a few are fine, and many are not', async () => {
    const { visitor, rows, receipts } = await open()
    const guest = visitor()
    for (let n = 0; n < 7; n++) {
      const sent = await guest.send([['c.business_name', `Acme ${n}`]], { proven: false })
      expect(sent.status).toBe(303)
    }
    expect(await rows()).toHaveLength(5)
    expect(await receipts('&outcome=blocked')).toMatchObject([
      { blocked: { why: 'too_many' } },
      { blocked: { why: 'too_many' } },
    ])
    expect((await guest.send([['c.business_name', 'Proven']])).status).toBe(303)
    expect(await rows()).toHaveLength(6)
  })

  test('from one address is refused before it is read, once there is too much of it', async () => {
    const { visitor, rows, form } = await open()
    const guest = visitor()
    const page = await guest.open()
    for (let n = 0; n < 20; n++) await guest.send([['c.email', 'x']], { page })
    const over = await guest.send([['c.business_name', 'Acme']], { page })
    expect(over.status).toBe(429)
    expect(over.html).toContain('Please wait a little')
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(500)
    const elsewhere = await guest.send([['c.business_name', 'Acme']], { from: '10.99.0.1' })
    expect(elsewhere.status).toBe(303)
    await service.sql(`UPDATE form_rates SET sent = 600 WHERE form_id = $1 AND sender = ''`, [
      form.id,
    ])
    const flood = await guest.send([['c.business_name', 'Acme']], { from: '10.99.0.2' })
    expect(flood.status).toBe(429)
    await service.sql(
      `UPDATE form_rates SET since = now() - interval '11 minutes' WHERE form_id = $1`,
      [form.id],
    )
    expect((await guest.send([['c.business_name', 'Late']])).status).toBe(303)
    expect(await rows()).toHaveLength(2)
  })
})

describe('a form that takes nothing says so', () => {
  test('after it was closed', async () => {
    const { visitor, api, form, rows } = await open()
    const guest = visitor()
    const page = await guest.open()
    await api('PATCH', `/forms/${form.id}`, { closesAt: '2020-01-01T00:00:00Z' })
    const closed = await guest.open()
    expect([closed.status, closed.html.includes('This form is closed')]).toEqual([410, true])
    const sent = await guest.send([['c.business_name', 'Acme']], { page })
    expect(sent.status).toBe(410)
    expect(await rows()).toEqual([])
    const { body } = await api('GET', `/forms/${form.id}`)
    expect(body.data).toMatchObject({ open: false, closedBecause: 'past_closing' })
  })

  test('at its limit for the day, to all who send at once', async () => {
    const { visitor, api, form, rows } = await open({ limitPerDay: 2 })
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => visitor().send([['c.business_name', `Acme ${n}`]])),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 429, 429])
    expect(await rows()).toHaveLength(2)
    expect((await visitor().open()).html).toContain('full for today')
    const { body } = await api('GET', `/forms/${form.id}`)
    expect(body.data.closedBecause).toBe('limit_reached')
    await service.sql(`UPDATE form_days SET day = day - 1 WHERE form_id = $1`, [form.id])
    expect((await visitor().send([['c.business_name', 'Acme 5']])).status).toBe(303)
  })

  test('when it was deleted, or never was', async () => {
    const { visitor, api, form, rows } = await open()
    const guest = visitor()
    const page = await guest.open()
    expect((await api('DELETE', `/forms/${form.id}`)).status).toBe(204)
    expect((await guest.open()).status).toBe(404)
    expect((await guest.send([['c.business_name', 'Acme']], { page })).status).toBe(404)
    expect(await rows()).toEqual([])
    for (const path of ['/f/nothing', '/f/AAAAAAAAAAAAAAAA', '/f/AAAAAAAAAAAAAAAA/embed']) {
      const unknown = await guest.ask(path)
      expect([unknown.status, unknown.html.includes('There is no form here')]).toEqual([404, true])
    }
  })

  test('when its columns are gone, and when a new column must be filled', async () => {
    const { visitor, api, form } = await open({}, [
      { name: 'Name', type: 'text' },
      { name: 'City', type: 'text' },
    ])
    await api('DELETE', '/columns/city')
    const seen = (await api('GET', `/forms/${form.id}`)).body.data
    expect(seen).toMatchObject({
      open: true,
      columns: [{ key: 'name' }],
      skipped: [{ key: 'city', why: 'deleted' }],
    })
    expect((await visitor().open()).html).not.toContain('City')
    await api('POST', '/columns', { name: 'State', type: 'text', required: true })
    expect((await api('GET', `/forms/${form.id}`)).body.data.closedBecause).toBe('lacks_required')
    expect((await visitor().open()).status).toBe(410)
    await api('DELETE', '/columns/state')
    await api('DELETE', '/columns/name')
    expect((await api('GET', `/forms/${form.id}`)).body.data.closedBecause).toBe('no_columns')
  })
})

describe('in a frame', () => {
  test('only the sites that the form names may show it, and only that page of it', async () => {
    const origins = ['https://www.example.com', 'http://localhost:5173/']
    const { visitor, form } = await open({ origins })
    expect(form.embedUrl).toBe(`${form.url}/embed`)
    const plain = await visitor().open()
    expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(plain.headers.get('x-frame-options')).toBe('DENY')
    const embed = await visitor().open('/embed')
    expect(embed.status).toBe(200)
    expect(embed.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://www.example.com http://localhost:5173',
    )
    expect(embed.headers.get('x-frame-options')).toBeNull()
    expect(embed.html).toContain(`action="/f/${form.publicId}/embed"`)
  })

  test('nobody may without origins', async () => {
    const { visitor, form } = await open()
    expect(form.embedUrl).toBeNull()
    const embed = await visitor().open('/embed')
    expect(embed.status).toBe(404)
    expect(embed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

test('after it was sent, the browser goes where the form says', async () => {
  const redirectUrl = 'https://desk.example/thanks;script-src?x=1'
  const { visitor, api, form } = await open({ redirectUrl })
  const page = await visitor().open()
  const policy = page.headers.get('content-security-policy')!.split(/; ?/)
  // Only the site: what follows could add to the policy.
  expect(policy).toContain("form-action 'self' https://desk.example")
  expect(policy.filter((one) => one.startsWith('script-src'))).toHaveLength(1)
  const sent = await visitor().send([['c.business_name', 'Acme']])
  expect(sent.headers.get('location')).toBe(redirectUrl)
  await api('PATCH', `/forms/${form.id}`, { thanks: 'We <b>call</b> you.\n\nSoon.' })
  const thanks = await visitor().open('/thanks')
  expect(thanks.html).toContain('<p class="m">We &lt;b&gt;call&lt;/b&gt; you.</p>')
})

test('scripts in every text of a form stay text', async () => {
  const evil = '"><script>alert(1)</script>'
  const columns: NewColumn[] = [
    { name: `Name ${evil}`, type: 'text' },
    { name: 'Kind', type: 'select', settings: { options: [{ label: `A ${evil}` }] } },
    { name: 'Many', type: 'multi_select', settings: { options: [{ label: `B ${evil}` }] } },
  ]
  const { visitor, form, api } = await open({ title: evil, intro: evil, thanks: evil }, columns)
  await api('PATCH', `/forms/${form.id}`, {
    columns: form.columns.map(({ key }: { key: string }) => ({ key, label: evil, help: evil })),
  })
  for (const page of [await visitor().open(), await visitor().open('/thanks')]) {
    expect(page.html).not.toContain('<script>alert')
    expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.html).not.toMatch(/\son\w+=/)
  }
})

test('no other origin is let in, and the page needs no more than itself', async () => {
  const { visitor } = await open()
  const page = await visitor().open()
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'nonce-/,
  )
  expect(page.html).not.toMatch(/https?:\/\//)
  expect(page.html.length).toBeLessThan(40 * 1024)
  const script = /<script src="([^"]+)"/.exec(page.html)![1]!
  const answer = await visitor().ask(script)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
})

test('what no browser sends is refused as a page', async () => {
  const { visitor, path } = await open().then((form) => ({ ...form, path: form.visitor().path }))
  const json = await visitor().ask(path, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8'])
  const cut = await visitor().ask(path, {
    method: 'POST',
    body: '--x\r\nContent-Disposition: form-data; name="c.email"\r\n\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(cut.status).toBe(400)
  expect(cut.html).toContain('This did not work')
})

test('what a killed process had stored of a form leaves neither a file nor a row', async () => {
  const { visitor, rows, path } = await open().then((form) => ({
    ...form,
    path: form.visitor().path,
  }))
  const before = await stored()
  const page = await visitor().open()
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const { hostname, port } = new URL(service.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n`,
  )
  socket.write(
    part('stamp', page.hidden.stamp![0]!) +
      part('c.business_name', 'Killed') +
      part('c.papers', 'the bytes', '; filename="Killed.pdf"\r\nContent-Type: application/pdf') +
      '--x\r\nContent-Disposition: form-data; name="c.email"\r\n\r\nnever ends',
  )
  // The file is whole, and the row is not there: this is where the process dies.
  const announced = `SELECT FROM files WHERE sha256 = '' AND created_by LIKE 'form:%'`
  await expect.poll(async () => (await service.sql(announced)).length).toBe(1)
  await expect.poll(stored).toBe(before + 1)
  await service.sql(`UPDATE files SET loose_since = now() - interval '25 hours' WHERE sha256 = ''`)
  const { purgeFiles } = await import('../../records/files/purge.ts')
  await purgeFiles(service.db, service.files, new AbortController().signal)
  expect(await service.sql(announced)).toEqual([])
  expect(await stored()).toBe(before)
  socket.destroy()
  expect(await rows()).toEqual([])
})

test('a file that is a page with a script in it is stored as bytes and never shown as a page', async () => {
  const { visitor, rows } = await open({}, [{ name: 'Papers', type: 'file' }])
  const evil = '<svg><script>alert(1)</script></svg>'
  const names = ['../../etc/passwd.svg', 'a.html']
  const files = names.map((name) => new File([evil], name, { type: 'text/html' }))
  const sent = await visitor().send(files.map((file) => ['c.papers', file]))
  expect(sent.status).toBe(303)
  const { papers } = (await rows())[0].cells
  expect(papers.map(({ name }: { name: string }) => name)).toEqual(['passwd.svg', 'a.html'])
  for (const { id } of papers) {
    const content = await service.api('GET', `/v1/files/${id}/content`, {
      token: desk.tokens.owner,
    })
    expect(content.headers.get('content-type')).toBe('application/octet-stream')
    expect(content.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(content.headers.get('content-security-policy')).toContain('sandbox')
  }
})

test('two workspaces with the same board and form know nothing of each other', async () => {
  const other = await makeDesk(service, 'Other')
  const [ours, theirs] = [
    await open(),
    await openForm({ service, desk: other }, COLUMNS, { title: 'Theirs' }),
  ]
  await ours.visitor().send([['c.business_name', 'Ours']])
  await theirs.visitor().send([
    ['c.business_name', 'Theirs'],
    ['second_homepage', 'x'],
  ])
  expect(await ours.rows()).toMatchObject([{ cells: { business_name: 'Ours' } }])
  expect(await theirs.rows()).toEqual([])
  const [receipt] = await theirs.receipts()
  const taken = await ours.api('POST', `/receipts/${receipt.id}/accept`)
  expect(taken.status).toBe(404)
  const foreign = await service.api('GET', `${theirs.base}/forms/${theirs.form.id}`, {
    token: desk.tokens.owner,
  })
  expect(foreign.status).toBe(404)
})
