import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import {
  calendly,
  openHook,
  signed,
  stripe,
  typeform,
} from '../../../tests/support/desks/hook-bodies.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { sweepHooks } from './received-hooks.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const open = (body?: object, columns?: NewColumn[], kind?: 'board' | 'page') =>
  openHook({ service, desk }, body, columns, kind)

const ANSWERS = 'form_response.answers'
const ofTypeform = [
  { path: `${ANSWERS}[field.ref=ref_business].text`, column: 'business' },
  { path: `${ANSWERS}[field.ref=ref_email].email`, column: 'email' },
  { path: `${ANSWERS}[field.ref=ref_industry].choice.label`, column: 'industry' },
  { path: 'form_response.submitted_at', column: 'received' },
]

describe.each(['board', 'page'] as const)('a hook of a %s', (kind) => {
  test('makes a row of an event, with its receipt and event, once', async () => {
    const at = await open({ fields: ofTypeform }, undefined, kind)
    const event = typeform()
    const first = await at.send(event)
    expect(first.status).toBe(201)
    expect(first.headers.get('ratelimit-limit')).not.toBeNull()
    const [row, ...others] = await at.rows()
    expect(others).toEqual([])
    expect(first.body).toEqual({ data: { outcome: 'created', rowId: row.id } })
    expect(row).toMatchObject({
      createdBy: `hook:${at.hook.id}`,
      cells: {
        business: 'Acme Bakery',
        email: 'rosa@acme.example',
        industry: 'Food',
        received: '2026-11-20T10:02:28.000Z',
      },
    })
    expect(await at.receipts('viewer')).toMatchObject([
      {
        hookId: at.hook.id,
        keyId: null,
        outcome: 'created',
        rowCount: 1,
        firstPosition: row.position,
      },
    ])
    const again = await at.send(event)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await at.rows()).toHaveLength(1)
    expect(await at.receipts()).toHaveLength(1)
    expect((await at.now()).lastReceivedAt).not.toBeNull()
    await service.eventsReadable()
    const { data } = (
      await service.api('GET', '/v1/events?types=rows.created&limit=1000', {
        token: desk.tokens.owner,
      })
    ).body
    expect(
      data.filter(({ actor }: { actor: string }) => actor === `hook:${at.hook.id}`),
    ).toHaveLength(1)
    const counts = (await at.api('GET', '/receipts/daily')).body.data.days
    expect(counts).toMatchObject([{ hookId: at.hook.id, formId: null, filled: 1, requests: 1 }])
  })
})

test('an event that comes many times at once makes one row', async () => {
  const at = await open({ fields: ofTypeform })
  const event = typeform()
  const answers = await Promise.all(Array.from({ length: 8 }, () => at.send(event)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await at.rows()).toHaveLength(1)
})

describe('an event is known again', () => {
  const fields = [{ path: 'type', column: 'business' }]
  const twice = async (
    body: object,
    headers: Record<string, string> = {},
    settings: object = {},
    second: object = body,
  ) => {
    const at = await open({ fields, ...settings })
    await at.send(body, headers)
    await at.send(second, headers)
    return (await at.rows()).length
  }
  const plain = { type: 'lead', id: 7 }

  test('by the headers and members in which services send its id', async () => {
    expect(await twice(stripe())).toBe(1)
    expect(await twice(calendly())).toBe(1)
    expect(await twice({ eventType: 'FORM_RESPONSE', eventId: 'e1', type: 'x' })).toBe(1)
    expect(await twice(plain, { 'webhook-id': 'msg_1' }, {}, { type: 'other' })).toBe(1)
    expect(await twice(plain, { 'x-github-delivery': crypto.randomUUID() })).toBe(1)
  })

  test('by the member that the hook names, and not at all without any', async () => {
    expect(await twice(plain)).toBe(2)
    expect(await twice(plain, {}, { eventPath: 'id' })).toBe(1)
    expect(await twice(plain, {}, { eventPath: 'id' }, { ...plain, id: 8 })).toBe(2)
    const booked = calendly('https://calendly.example/i/1')
    expect(await twice(booked, {}, {}, { ...booked, event: 'invitee.canceled' })).toBe(2)
  })

  test('for 30 days, and only by its own hook', async () => {
    const at = await open({ fields: ofTypeform })
    const other = await open({ fields: ofTypeform })
    const event = typeform()
    await at.send(event)
    await other.send(event)
    expect(await other.rows()).toHaveLength(1)
    const age = async (days: number) => {
      await service.sql(
        "UPDATE hook_events SET received_at = now() - $2 * interval '1 day' WHERE hook_id = $1",
        [at.hook.id, days],
      )
      await service.db.withWorkspace(desk, async (tx) => sweepHooks(tx))
      await at.send(event)
      return (await at.rows()).length
    }
    expect([await age(29), await age(31)]).toEqual([1, 2])
  })
})

describe('a value that does not fit', () => {
  const fields = [
    { path: 'name', column: 'business' },
    { path: 'contact.mail', column: 'email' },
  ]
  const bad = { name: 'Acme', contact: { mail: 'nobody' } }

  test('leaves its cell empty, which the receipt says', async () => {
    const at = await open({ fields })
    expect((await at.send(bad)).status).toBe(201)
    expect((await at.rows()).map(({ cells }: { cells: object }) => cells)).toEqual([
      { business: 'Acme' },
    ])
    expect((await at.receipts())[0].ignored).toEqual({
      count: 1,
      items: [
        {
          index: 0,
          column: 'email',
          why: '"nobody" is not an email address; send one, such as name@example.com',
        },
      ],
    })
  })

  test('refuses the row if the hook says so, and names where it is in the body', async () => {
    const at = await open({ fields, misfits: 'refuse' })
    const refused = await at.send(bad)
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        error:
          'body.contact.mail: "nobody" is not an email address; send one, such as name@example.com.',
        code: 'invalid_rows',
        issues: [
          {
            path: 'body.contact.mail',
            message: '"nobody" is not an email address; send one, such as name@example.com',
            reason: 'not_an_email',
            values: { sent: '"nobody"' },
          },
        ],
      },
    ])
    expect(await at.rows()).toEqual([])
    expect(await at.receipts()).toMatchObject([{ outcome: 'refused', refused: { count: 1 } }])
    // Nothing remembers the event: once the hook is corrected, the sender's next try makes the row.
    await at.change({ misfits: 'leave_empty' })
    expect((await at.send(bad)).status).toBe(201)
  })

  test('refuses the row if its column is required or unique', async () => {
    const columns = [
      { name: 'Business', type: 'text', required: true },
      { name: 'Email', type: 'email', unique: true },
    ]
    const at = await open({ fields }, columns)
    const missing = await at.send({ contact: { mail: 'a@b.example' } })
    expect(missing.body.issues).toMatchObject([{ path: 'body.name', reason: 'required' }])
    expect((await at.send({ name: 'A', contact: { mail: 'a@b.example' } })).status).toBe(201)
    const twin = await at.send({ name: 'B', contact: { mail: 'a@b.example' } })
    expect(twin.body.issues).toMatchObject([{ path: 'body.contact.mail', reason: 'not_unique' }])
    expect(await at.rows()).toHaveLength(1)
  })

  test('is not described to the sender if not everybody can see its column', async () => {
    const at = await open({ fields, misfits: 'refuse' })
    await service.api('PUT', `/v1/definitions/${at.key}/column-policies/email`, {
      token: desk.tokens.owner,
      body: { visibleTo: { mode: 'roles', roles: ['owner'] } },
    })
    const refused = await at.send(bad)
    expect(refused.body.issues).toMatchObject([
      { path: 'body.contact.mail', reason: 'does_not_fit' },
    ])
    expect(refused.text).not.toContain('email address')
    // It is filled all the same.
    await at.send({ name: 'Acme', contact: { mail: 'a@b.example' } })
    expect((await at.rows())[0].cells.email).toBe('a@b.example')
    const [receipt] = (await at.receipts('viewer')).slice(-1)
    expect(JSON.stringify(receipt)).not.toContain('email')
  })
})

describe('a signature', () => {
  const SECRET = 'a-secret-of-ours'
  test.each(['stripe', 'typeform', 'calendly', 'tally', 'github'] as const)(
    'of %s is checked on the bytes as they came; without it nothing is kept but a count',
    async (kind) => {
      const at = await open({
        signature: kind,
        secret: SECRET,
        fields: [{ path: 'a', column: 'business' }],
      })
      const body = '{ "a": "B\\u00e4ckerei" }'
      const sign = signed[kind]
      for (const headers of [{}, sign('another-secret', body), sign(SECRET, `${body} `)]) {
        const refused = await at.send(body, headers as Record<string, string>)
        expect([refused.status, refused.body.reason]).toEqual([401, 'hook_not_signed'])
      }
      expect(await at.now()).toMatchObject({ wrongSignatures: 3, lastReceivedAt: null })
      expect([await at.rows(), await at.receipts(), await at.samples()]).toEqual([[], [], []])
      const taken = await at.send(body, sign(SECRET, body) as Record<string, string>)
      expect(taken.status, taken.text).toBe(201)
      expect((await at.rows())[0].cells.business).toBe('Bäckerei')
    },
  )

  test('cannot be checked if the secret key was replaced, until somebody enters the secret again', async () => {
    const at = await open({ signature: 'github', secret: SECRET })
    await service.sql('UPDATE intake_hooks SET secret = $2 WHERE id = $1', [
      at.hook.id,
      Buffer.alloc(60),
    ])
    const body = '{"a": 1}'
    const sent = () => at.send(body, signed.github(SECRET, body))
    expect((await sent()).status).toBe(401)
    expect((await at.change({ name: 'Other' })).status).toBe(200)
    await at.change({ secret: SECRET })
    expect((await sent()).status).toBe(201)
  })

  test('that is too old is refused, so that nobody sends it again later', async () => {
    const at = await open({ signature: 'stripe', secret: SECRET })
    const body = JSON.stringify(stripe())
    const late = await at.send(body, signed.stripe(SECRET, body, Date.now() - 10 * 60_000))
    expect([late.status, late.body.reason]).toEqual([401, 'hook_signature_late'])
    expect(await at.samples()).toEqual([])
  })
})

describe('what other forms a body has:', () => {
  const fields = [
    { path: 'name', column: 'business' },
    { path: 'rawRequest.q3_email', column: 'email' },
  ]

  test('urlencoded, with JSON in a field', async () => {
    const at = await open({ fields })
    const body = new URLSearchParams({
      name: 'Bäckerei & Co',
      rawRequest: '{"q3_email":"a@b.example"}',
    })
    const type = 'application/x-www-form-urlencoded'
    expect((await at.send(body.toString(), { 'content-type': type })).status).toBe(201)
    const expected = { business: 'Bäckerei & Co', email: 'a@b.example' }
    expect((await at.rows())[0].cells).toEqual(expected)
  })

  test('multipart, as Jotform sends, whose submission is known again', async () => {
    const at = await open({ fields })
    const form = new FormData()
    form.append('formID', '1')
    form.append('submissionID', '77')
    form.append('name', 'Acme')
    form.append('rawRequest', '{"q3_email":"a@b.example"}')
    form.append('upload', new File(['x'], 'x.txt'))
    const request = new Request('http://x', { method: 'POST', body: form })
    const type = request.headers.get('content-type')!
    const bytes = await request.bytes()
    for (const status of [201, 200]) {
      const sent = await service.api('POST', at.url, {
        body: bytes,
        headers: { 'content-type': type },
      })
      expect(sent.status, sent.text).toBe(status)
    }
    const rows = await at.rows()
    expect(rows.map(({ cells }: { cells: object }) => cells)).toEqual([
      { business: 'Acme', email: 'a@b.example' },
    ])
  })

  test('a list', async () => {
    const at = await open({ fields: [{ path: '[0].name', column: 'business' }] })
    await at.send([{ name: 'Acme' }] as object)
    expect((await at.rows())[0].cells).toEqual({ business: 'Acme' })
  })
})

test('a body that cannot be read is refused with a reason, which a receipt keeps', async () => {
  const at = await open({ fields: [{ path: 'a', column: 'business' }] })
  for (const [body, reason] of [
    ['{', 'ends_early'],
    ['5', 'neither'],
    ['{"a": "\\u0000"}', 'nul_character'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'too_deep'],
  ] as const) {
    const refused = await at.send(body)
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      400,
      'invalid_json',
      reason,
    ])
  }
  const receipts = await at.receipts()
  expect(receipts).toHaveLength(4)
  expect(receipts.at(-1).refused.items).toMatchObject([{ reason: 'hook_unreadable' }])
  const text = await at.send('a', { 'content-type': 'text/plain' })
  expect(text.status).toBe(415)
  const large = await at.send(JSON.stringify({ a: 'x'.repeat(1024 * 1024) }))
  expect(large.status).toBe(413)
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const form = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(1024 * 1024)}\r\n--x--\r\n`
  expect((await at.send(form, boundary)).status).toBe(413)
  expect((await at.send('nothing', boundary)).status).toBe(400)
  expect(await at.rows()).toEqual([])
})

test('a hook that is paused, deleted or unknown does not exist for the sender', async () => {
  const at = await open()
  const unknown = await service.api('POST', `/v1/ingest/hooks/${'x'.repeat(32)}`, { body: {} })
  await at.change({ enabled: false })
  const paused = await at.send({ a: 1 })
  await at.change({ enabled: true })
  expect((await at.send({ a: 1 })).status).toBe(201)
  await at.api('DELETE', `/hooks/${at.hook.id}`)
  const deleted = await at.send({ a: 1 })
  for (const answer of [unknown, paused, deleted]) {
    expect([answer.status, answer.text]).toEqual([404, unknown.text])
  }
  expect(await service.api('POST', '/v1/ingest/hooks/short', { body: {} })).toMatchObject({
    status: 404,
  })
})

test('a column that is deleted, or whose type changes, gets nothing; the rest of the row comes', async () => {
  const at = await open({
    fields: [
      { path: 'a', column: 'business' },
      { path: 'b', column: 'phone' },
    ],
  })
  await at.api('DELETE', '/columns/phone')
  expect((await at.send({ a: 'Acme', b: '+14155550199' })).status).toBe(201)
  expect((await at.rows())[0].cells).toEqual({ business: 'Acme' })
  expect((await at.now()).fields).toEqual([{ path: 'a', column: 'business' }])
})

describe('a rate', () => {
  test('limits each hook, and unsigned requests apart from those that are signed', async () => {
    const limited = await startService({ rateLimitIngest: 3 })
    try {
      const owner = await makeDesk(limited)
      const world = { service: limited, desk: owner }
      const secret = 'a-secret-of-ours'
      const at = await openHook(world, { signature: 'github', secret })
      const body = '{"a": 1}'
      const statuses = async (headers: Record<string, string>) =>
        [
          await at.send(body, headers),
          await at.send(body, headers),
          await at.send(body, headers),
          await at.send(body, headers),
        ].map(({ status }) => status)
      expect(await statuses({})).toEqual([401, 401, 401, 429])
      expect(await statuses(signed.github(secret, body))).toEqual([201, 201, 201, 429])
      const refused = await at.send(body, signed.github(secret, body))
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body.code).toBe('rate_limited')
      expect(await at.now()).toMatchObject({ wrongSignatures: 3 })
      const other = await openHook(world)
      expect((await other.send(body)).status).toBe(201)
    } finally {
      await limited.stop()
    }
  })
})
