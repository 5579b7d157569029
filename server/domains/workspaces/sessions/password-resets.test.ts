import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { signUp } from '../../../tests/support/desks/people.ts'
import { startSink } from '../../../tests/support/outside/smtp-sink.ts'
import {
  PUBLIC_URL,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { accountBucket } from '../accounts/throttle.rules.ts'

let sink: Awaited<ReturnType<typeof startSink>>
let service: TestService
beforeAll(async () => {
  sink = await startSink({ login: { user: 'desk', pass: 'mail' } })
  const url = `smtp://desk:mail@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`
  service = await startService({
    systemMail: { url, from: { name: 'Häfen Desk', address: 'sourcebook@records.example.com' } },
  })
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})
beforeEach(() => {
  sink.behaves('take')
  sink.mailed.length = 0
})

let asked = 0
const ask = (email: string, from = `10.9.0.${++asked}`) =>
  service.api('POST', '/v1/auth/password-reset', { body: { email }, from })
const confirm = (token: string, password = 'battery staple') =>
  service.api('POST', '/v1/auth/password-reset/confirm', { body: { token, password } })
const signIn = (email: string, password: string) =>
  service.api('POST', '/v1/auth/signin', { body: { email, password } })

async function mailedTo(email: string): Promise<string> {
  const found = () => sink.mailed.find(({ to }) => to.includes(email))
  await until(() => found() !== undefined, `a mail to ${email}`)
  return found()!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}
async function linked(email: string): Promise<string> {
  const raw = await mailedTo(email)
  const [, token] = /https:\/\/records\.example\.com\/reset\/([\w-]{43})\r?\n/.exec(raw) ?? []
  expect(raw).toContain(`${PUBLIC_URL}/reset/`)
  sink.mailed.length = 0
  return token!
}
const invalid = { status: 400, body: { code: 'invalid_token' } }

test('a forgotten password is replaced by a mailed link, once, and every session ends', async () => {
  const person = await signUp(service)
  const asked = await ask(person.email.toUpperCase())
  expect([asked.status, asked.body]).toEqual([201, { data: { requested: true } }])
  const token = await linked(person.email)
  expect(await confirm(token, 'short')).toMatchObject({ status: 400 })
  const changed = await confirm(token)
  expect([changed.status, changed.body]).toEqual([201, { data: { changed: true } }])
  expect((await person.api('GET', '/v1/auth/session')).status).toBe(401)
  expect((await signIn(person.email, person.password)).status).toBe(401)
  expect((await signIn(person.email, 'battery staple')).status).toBe(201)
  expect(await confirm(token)).toMatchObject(invalid)
})

test('the mail is from the service, to that person, in plain text', async () => {
  const person = await signUp(service)
  await ask(person.email)
  const raw = await mailedTo(person.email)
  expect(raw).toContain('From: =?UTF-8?Q?H=C3=A4fen_Desk?= <sourcebook@records.example.com>')
  expect(raw).toContain('Content-Type: text/plain')
  expect(sink.mailed[0]).toMatchObject({ user: 'desk', to: [person.email] })
})

test('an email without an account is answered the same, and nothing is mailed', async () => {
  const person = await signUp(service)
  const known = await ask(person.email)
  const invited = await person.api('POST', '/v1/workspace/seats', {
    body: { email: 'never.here@example.com', role: 'viewer' },
  })
  await mailedTo('never.here@example.com')
  await linked(person.email)
  for (const email of ['nobody@example.com', 'no address', invited.body.data.email]) {
    const unknown = await ask(email)
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  }
  await sleep(200)
  expect(sink.mailed).toEqual([])
})

test('a link is good for an hour, and is not kept as it is', async () => {
  const person = await signUp(service)
  await ask(person.email)
  const token = await linked(person.email)
  const [kept] = await service.sql(
    `SELECT row_to_json(r)::text AS row, expires_at > now() + interval '59 minutes' AS fresh
     FROM password_resets r WHERE account_id = $1`,
    [person.accountId],
  )
  expect(kept.fresh).toBe(true)
  expect(kept.row).not.toContain(token)
  await service.sql("UPDATE password_resets SET expires_at = now() - interval '1 second'")
  expect(await confirm(token)).toMatchObject(invalid)
})

test('of two who use a link at once, one changes the password', async () => {
  const person = await signUp(service)
  await ask(person.email)
  const token = await linked(person.email)
  const racing = await Promise.all([confirm(token, 'password one'), confirm(token, 'password two')])
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 400])
})

test('a new password retires every link, however it was set', async () => {
  const person = await signUp(service)
  await ask(person.email)
  const first = await linked(person.email)
  await ask(person.email)
  const second = await linked(person.email)
  await person.api('POST', '/v1/auth/password', {
    body: { currentPassword: person.password, newPassword: 'chosen anew' },
  })
  expect(await confirm(first)).toMatchObject(invalid)
  expect(await confirm(second)).toMatchObject(invalid)
})

test('an address that asks too often is refused, for emails with and without an account', async () => {
  const person = await signUp(service)
  await service.sql('INSERT INTO signin_failures VALUES ($1, 50, now())', ['address:10.8.0.1'])
  for (const email of [person.email, 'nobody.at.all@example.com']) {
    const refused = await ask(email, '10.8.0.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await signIn(person.email, person.password)).status).toBe(201)
})

test('strangers who ask ten times have three links mailed; the person gets one from where they have been', async () => {
  const person = await signUp(service)
  for (let n = 0; n < 10; n++) expect((await ask(person.email)).status).toBe(201)
  const mailed = () => sink.mailed.filter(({ to }) => to.includes(person.email)).length
  await until(() => mailed() === 3, 'three mails')
  await signUp(service).then(({ email }) => ask(email).then(() => mailedTo(email))) // after all ten
  expect(mailed()).toBe(3)
  sink.mailed.length = 0
  await ask(person.email, '127.0.0.1')
  expect((await confirm(await linked(person.email))).status).toBe(201)
})

test('who was kept from signing in may do so with the new password, whatever strangers do', async () => {
  const person = await signUp(service)
  await service.sql('DELETE FROM signin_places')
  const flood = () =>
    service.sql(
      'INSERT INTO signin_failures VALUES ($1, 99, now()) ON CONFLICT (bucket) DO UPDATE SET failures = 99, since = now()',
      [accountBucket(person.email)],
    )
  await flood()
  expect((await signIn(person.email, person.password)).status).toBe(429)
  await ask(person.email)
  expect((await confirm(await linked(person.email))).status).toBe(201)
  await flood()
  expect((await signIn(person.email, 'battery staple')).status).toBe(201)
})

test('the workspace says that invitations are mailed, also when it is changed', async () => {
  const owner = await signUp(service)
  const read = await owner.api('GET', '/v1/workspace')
  const changed = await owner.api('PATCH', '/v1/workspace', { body: { name: 'Kontor' } })
  for (const { body } of [read, changed]) expect(body.data.emailsInvitations).toBe(true)
})

test('an invitation is mailed, and a retry of it mails nothing more', async () => {
  const owner = await signUp(service, 'Ola\r\nBcc: all@example.com')
  const invite = () =>
    owner.api('POST', '/v1/workspace/seats', {
      headers: { 'idempotency-key': 'once' },
      body: { email: 'fred@example.com', role: 'member' },
    })
  const { inviteUrl } = (await invite()).body.data
  const raw = await mailedTo('fred@example.com')
  expect(raw).toContain(inviteUrl)
  // People choose names, so a name must not start a new line, in the headers or in the body.
  expect(raw).toContain('Subject: Ola Bcc: all@example.com invited you to ')
  expect(raw).not.toMatch(/^Bcc:/m)
  await invite()
  await sleep(200)
  expect(sink.mailed.map(({ to }) => to)).toEqual([['fred@example.com']])
})

test('a mail server that fails is nothing that anybody is told', async () => {
  const person = await signUp(service)
  sink.behaves({ at: 'rcpt', code: 550 })
  expect((await ask(person.email)).status).toBe(201)
  const invited = await person.api('POST', '/v1/workspace/seats', {
    body: { email: 'lost@example.com', role: 'viewer' },
  })
  expect(invited.status).toBe(201)
})

test('without a mail server a link is neither made nor sent', async () => {
  const person = await signUp(service)
  const bare = await service.beside()
  const answer = await bare.api('POST', '/v1/auth/password-reset', {
    body: { email: person.email },
  })
  expect([answer.status, answer.body]).toEqual([201, { data: { requested: true } }])
  await sleep(100)
  const made = await service.sql('SELECT 1 FROM password_resets WHERE account_id = $1', [
    person.accountId,
  ])
  expect(made).toEqual([])
})
