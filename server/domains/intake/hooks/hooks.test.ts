import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../../shared/roles.ts'
import { createSeal, opens } from '../../../platform/secrets/seal.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { calendly, openHook, stripe, typeform } from '../../../tests/support/desks/hook-bodies.ts'
import {
  PUBLIC_URL,
  SECRET_KEY,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { sealOf } from './hooks.ts'
import { sweepHooks } from './received-hooks.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const open = (body?: object, kind?: 'board' | 'page') =>
  openHook({ service, desk }, body, undefined, kind)
const EMAIL = 'form_response.answers[field.ref=ref_email].email'

describe.each(['board', 'page'] as const)('a hook of a %s', (kind) => {
  test('is made, listed, changed and deleted', async () => {
    const { api, hook, change, key } = await open({}, kind)
    expect(hook).toEqual({
      id: hook.id,
      name: 'Typeform',
      url: expect.stringMatching(new RegExp(`^${PUBLIC_URL}/v1/ingest/hooks/[\\w-]{32}$`)),
      fields: [],
      misfits: 'leave_empty',
      signature: 'none',
      eventPath: null,
      enabled: true,
      createdAt: hook.createdAt,
      createdBy: `user:${desk.seats.admin}`,
      lastReceivedAt: null,
      wrongSignatures: 0,
      lastWrongSignatureAt: null,
    })
    const wanted = {
      name: 'Applications',
      fields: [
        { path: EMAIL, column: 'EMAIL' },
        { path: 'amount', column: 'amount', as: 'minor_units' },
      ],
      misfits: 'refuse',
      signature: 'typeform',
      secret: 'a-secret-of-ours',
      eventPath: 'event_id',
      enabled: false,
    }
    const changed = await change(wanted, 'admin')
    const { secret: _, ...shown } = wanted
    const fields = [{ path: EMAIL, column: 'email' }, wanted.fields[1]]
    expect(changed.body.data).toEqual({ ...hook, ...shown, fields })
    expect(changed.text).not.toContain('a-secret')
    const seen = (await api('GET', '/hooks', undefined, 'viewer')).body
    expect(seen).toEqual({ data: [{ ...changed.body.data, url: null }], nextCursor: null })
    // What is not sent stays, also the secret.
    expect((await change({ name: 'Again' })).body.data).toEqual({
      ...changed.body.data,
      name: 'Again',
    })
    expect((await api('DELETE', `/hooks/${hook.id}`)).status).toBe(204)
    expect((await api('GET', '/hooks')).body.data).toEqual([])
    const ways = [
      ['PATCH', '', { enabled: true }],
      ['DELETE', ''],
      ['GET', '/samples'],
      ['POST', '/preview', { sampleId: hook.id, fields: [] }],
    ] as const
    for (const [method, rest, body] of ways) {
      expect((await api(method, `/hooks/${hook.id}${rest}`, body)).status, method).toBe(404)
    }
    expect(key).toBeDefined()
  })
})

test('all that is wrong with its columns is told at once', async () => {
  const { api, change, key } = await open()
  await service.api('PUT', `/v1/definitions/${key}/column-policies/phone`, {
    token: desk.tokens.owner,
    body: { editableBy: { mode: 'nobody' } },
  })
  const { body } = await change({
    fields: [
      { path: 'a b', column: 'email' },
      { path: 'a', column: 'nobody' },
      { path: 'a', column: 'papers' },
      { path: 'a', column: 'phone' },
      { path: 'a', column: 'Email' },
      { path: 'a', column: 'business', as: 'unix_seconds' },
    ],
    eventPath: 'a.',
  })
  expect(body.issues.map(({ path, reason }: Record<string, string>) => [path, reason])).toEqual([
    ['body.fields[0].path', 'hook_path_unread'],
    ['body.fields[1].column', 'names_no_column'],
    ['body.fields[2].column', 'hook_takes_none'],
    ['body.fields[3].column', 'hook_column_locked'],
    ['body.fields[4].column', 'same_column'],
    ['body.fields[5].as', 'hook_reading_unfit'],
    ['body.eventPath', 'hook_path_unread'],
  ])
  for (const wrong of [{}, { name: ' ' }, { secret: 'short' }, { signature: 'twitter' }]) {
    expect((await api('POST', '/hooks', { name: 'X', ...wrong, extra: 1 })).status).toBe(400)
  }
})

test('a board has at most 20, listed page by page', async () => {
  const { api } = await open()
  for (let nth = 1; nth < 20; nth++) {
    expect((await api('POST', '/hooks', { name: `Hook ${nth}` })).status).toBe(201)
  }
  const first = (await api('GET', '/hooks?limit=15')).body
  const rest = (await api('GET', `/hooks?cursor=${first.nextCursor}`)).body
  expect([first.data.length, rest.data.length, rest.nextCursor]).toEqual([15, 5, null])
  const another = await api('POST', '/hooks', { name: 'One more' })
  expect([another.status, another.body.reason]).toEqual([400, 'too_many_hooks'])
})

test('what signs needs a secret, which is stored sealed and goes with the kind of signature', async () => {
  const { hook, change, api } = await open({ signature: 'stripe', secret: 'whsec_of_stripe' })
  const stored = async () =>
    (await service.sql('SELECT secret FROM intake_hooks WHERE id = $1', [hook.id]))[0].secret
  const context = sealOf(desk.workspaceId, hook.id)
  expect(Buffer.from(await stored()).includes('whsec')).toBe(false)
  expect(opens(createSeal(SECRET_KEY), { bytes: await stored(), context })).toBe(true)
  const reasons = async (body: object) =>
    (await change(body)).body.issues?.map(({ path, reason }: Record<string, string>) => [
      path,
      reason,
    ])
  const missing = [['body.secret', 'hook_secret_missing']]
  expect(await reasons({ signature: 'github' })).toEqual(missing)
  expect(await reasons({ signature: 'standard', secret: 'no-base64!' })).toEqual([
    ['body.secret', 'hook_secret_unread'],
  ])
  const unsigned = await api('POST', '/hooks', { name: 'X', signature: 'tally' })
  expect(unsigned.body.issues).toMatchObject([{ reason: 'hook_secret_missing' }])
  expect((await change({ signature: 'none' })).status).toBe(200)
  expect(await stored()).toBeNull()
})

describe('only admins and owners manage hooks and see samples', () => {
  test.each([
    ['viewer', 403],
    ['member', 403],
    ['manager', 403],
    ['admin', 200],
    ['owner', 200],
  ] as const)('a %s gets %i', async (role, status) => {
    const { api, hook, change, send, samples } = await open()
    await send({ email: 'a@b.example' })
    const [{ id: sampleId }] = await samples()
    const answers = [
      await api('GET', `/hooks/${hook.id}/samples`, undefined, role),
      await api('POST', `/hooks/${hook.id}/preview`, { sampleId, fields: [] }, role),
      await change({ name: 'Mine' }, role),
    ]
    const posted = status === 200 ? 201 : status
    expect(answers.map((answer) => answer.status)).toEqual([status, posted, status])
    const made = await api('POST', '/hooks', { name: 'X' }, role)
    expect(made.status).toBe(posted)
    const gone = await api('DELETE', `/hooks/${hook.id}`, undefined, role)
    expect(gone.status).toBe(status === 200 ? 204 : 403)
  })
})

test('a hook of another board or workspace is not there', async () => {
  const { hook } = await open()
  const other = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const theirs = await makeDesk(service)
  for (const [token, board] of [
    [desk.tokens.owner, other],
    [theirs.tokens.owner, other],
  ] as const) {
    const path = `/v1/boards/${board.id}/hooks/${hook.id}`
    const asked = [
      service.api('PATCH', path, { token, body: { enabled: false } }),
      service.api('DELETE', path, { token }),
      service.api('GET', `${path}/samples`, { token }),
    ]
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(404)
  }
})

test('what is done to hooks is told to admins, and the first bodies are too', async () => {
  const { api, hook, change, send } = await open()
  await send({ email: 'a@b.example' })
  await change({ fields: [{ path: 'email', column: 'email' }] })
  await send({ email: 'a@b.example' })
  await api('DELETE', `/hooks/${hook.id}`)
  await service.eventsReadable()
  const told = async (role: Role) =>
    (
      await service.api('GET', '/v1/events?types=hook.*&limit=1000', { token: desk.tokens[role] })
    ).body.data.filter(({ subject }: { subject: string }) => subject === `hook:${hook.id}`)
  expect(
    (await told('admin')).map(({ type, actor }: Record<string, string>) => [type, actor]),
  ).toEqual([
    ['hook.created', `user:${desk.seats.admin}`],
    ['hook.sampled', `hook:${hook.id}`],
    ['hook.updated', `user:${desk.seats.owner}`],
    ['hook.deleted', `user:${desk.seats.owner}`],
  ])
  expect(await told('manager')).toEqual([])
})

describe('samples', () => {
  const guessesOf = async (body: object) => {
    const { send, samples } = await open()
    expect((await send(body)).body.data).toEqual({ outcome: 'kept', rowId: null })
    const [{ fields }] = await samples()
    const guessed = fields.filter(({ guess }: { guess: object | null }) => guess)
    return {
      fields,
      guesses: Object.fromEntries(
        guessed.map(({ path, guess }: { path: string; guess: object }) => [path, guess]),
      ),
    }
  }

  test('of Typeform are answers by their questions', async () => {
    const { fields, guesses } = await guessesOf(typeform('01F'))
    expect(fields).toContainEqual({
      path: EMAIL,
      label: 'Where can we write to?',
      example: 'rosa@acme.example',
      guess: { column: 'email' },
    })
    expect(guesses).toMatchObject({
      'form_response.answers[field.ref=ref_business].text': { column: 'business' },
      'form_response.answers[field.ref=ref_industry].choice.label': { column: 'industry' },
      'form_response.submitted_at': { column: 'received' },
    })
  })

  test('of Calendly are answers by their questions', async () => {
    const { guesses } = await guessesOf(calendly())
    expect(guesses).toMatchObject({
      'payload.email': { column: 'email' },
      'payload.questions_and_answers[question=Phone number].answer': { column: 'phone' },
    })
  })

  test('of Stripe have amounts in cents and times in seconds', async () => {
    const { guesses } = await guessesOf(stripe())
    expect(guesses).toMatchObject({
      'data.object.customer_details.email': { column: 'email' },
      'data.object.amount_total': { column: 'amount', as: 'minor_units' },
      created: { column: 'received', as: 'unix_seconds' },
    })
  })

  test('are the last five, and are deleted with the hook and after 30 days', async () => {
    const { api, hook, send, samples } = await open()
    for (let nth = 1; nth <= 7; nth++) await send({ nth })
    const examples = (await samples()).map(
      ({ fields }: { fields: { example: string }[] }) => fields[0]!.example,
    )
    expect(examples).toEqual(['7', '6', '5', '4', '3'])
    await service.sql(
      "UPDATE hook_samples SET received_at = now() - interval '31 days' WHERE hook_id = $1 AND body ->> 'nth' = '5'",
      [hook.id],
    )
    await service.db.withWorkspace(desk, async (tx) => sweepHooks(tx))
    expect(await samples()).toHaveLength(4)
    await api('DELETE', `/hooks/${hook.id}`)
    expect(await service.sql('SELECT FROM hook_samples WHERE hook_id = $1', [hook.id])).toEqual([])
  })

  test('of a large body are cut, and of one that stays too large there is none', async () => {
    const { send, samples } = await open()
    await send({ text: 'x'.repeat(100_000), list: Array.from({ length: 500 }, (_, nth) => nth) })
    const [{ fields }] = await samples()
    expect(fields.map(({ path }: { path: string }) => path)).toEqual(['text', 'list'])
    expect(fields[0].example).toHaveLength(200)
    const wide = Object.fromEntries(
      Array.from({ length: 9000 }, (_, nth) => [`member_${nth}`, nth]),
    )
    expect((await send(wide)).status).toBe(201)
    expect(await samples()).toHaveLength(1)
  })
})

describe('a preview', () => {
  test('shows the row that a sample would make, with what is converted and left empty, and writes nothing', async () => {
    const { api, hook, send, samples, rows, receipts } = await open()
    await send({ name: 'Acme', when: 1763632948, cents: '4010', mail: 'nobody', tags: ['a', 'b'] })
    const [{ id: sampleId }] = await samples()
    const fields = [
      { path: 'tags', column: 'business' },
      { path: 'when', column: 'received', as: 'unix_seconds' },
      { path: 'cents', column: 'amount', as: 'minor_units' },
      { path: 'mail', column: 'email' },
      { path: 'gone', column: 'phone' },
    ]
    const preview = async (more = {}) =>
      (await api('POST', `/hooks/${hook.id}/preview`, { sampleId, fields, ...more }, 'admin')).body
        .data
    expect(await preview()).toMatchObject({
      outcome: 'created',
      cells: { business: 'a, b', received: '2025-11-20T10:02:28.000Z', amount: 40.1 },
      ignored: [
        {
          column: 'email',
          why: '"nobody" is not an email address; send one, such as name@example.com',
        },
      ],
      refused: [],
    })
    expect(await preview({ misfits: 'refuse' })).toMatchObject({
      outcome: 'refused',
      cells: {},
      refused: [{ column: 'email', message: expect.stringContaining('"nobody"') }],
    })
    expect(await rows()).toEqual([])
    expect(await receipts()).toEqual([])
    const wrong = await api('POST', `/hooks/${hook.id}/preview`, {
      sampleId,
      fields: [{ path: 'x', column: 'nothing' }],
    })
    expect(wrong.body.issues).toMatchObject([{ path: 'body.fields[0].column' }])
    const missing = await api('POST', `/hooks/${hook.id}/preview`, { sampleId: hook.id, fields })
    expect(missing.body).toMatchObject({ code: 'unknown_reference' })
  })
})
