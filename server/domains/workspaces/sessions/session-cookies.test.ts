import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPath, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { type Answer, startApp, type TestApp } from '../../../tests/support/service/app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const SAYS = { 'x-sourcebook-session': 'cookie' }
const NAME = '__Host-sourcebook_session'

const cookieOf = (answer: Answer): string => {
  const [cookie, ...attributes] = answer.headers.get('set-cookie')?.split('; ') ?? []
  expect(attributes).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']),
  )
  expect(cookie).toMatch(/^__Host-sourcebook_session=sat_[\w-]{43}$/)
  expect(answer.body.data.accessToken).toBe('')
  expect(answer.text).not.toContain(cookie!.split('=')[1])
  return cookie!
}
const signIn = async ({ email, password }: Person) =>
  cookieOf(await app.api('POST', '/v1/auth/signin', { headers: SAYS, body: { email, password } }))
const under = (cookie: string, method: string, path: string, more: object = {}, body?: unknown) =>
  app.api(method, path, { headers: { cookie, ...SAYS, ...more }, body })
const whoAmI = (cookie: string) => under(cookie, 'GET', '/v1/auth/session')

test('whoever asks for it has the session in a cookie, and no token in the answer', async () => {
  const cookie = await signIn(owner)
  const { body } = await whoAmI(cookie)
  expect(body.data.account.id).toBe(owner.accountId)
  const invited = await owner.api('POST', '/v1/workspace/seats', {
    body: { email: 'cook@example.com', role: 'member' },
  })
  const accepted = await app.api('POST', acceptPath(invited), {
    headers: SAYS,
    body: { name: 'Cook', password: 'correct horse' },
  })
  expect((await whoAmI(cookieOf(accepted))).body.data.account.name).toBe('Cook')
})

test('whoever does not ask has no cookie', async () => {
  const { email, password } = owner
  const answer = await app.api('POST', '/v1/auth/signin', { body: { email, password } })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.body.data.accessToken).toMatch(/^sat_/)
})

test('a change needs the header and an origin of the service; a look needs neither', async () => {
  const cookie = await signIn(owner)
  const make = (headers: Record<string, string>) =>
    app.api('POST', '/v1/workspace/teams', { headers, body: { name: 'Forged' } })
  const refused = { status: 403, body: { code: 'csrf_refused' } }
  expect(await make({ cookie })).toMatchObject(refused)
  expect(await make({ cookie, ...SAYS, origin: 'https://elsewhere.example' })).toMatchObject(
    refused,
  )
  expect((await owner.api('GET', '/v1/workspace/teams')).body.data).toEqual([])
  expect((await app.api('GET', '/v1/auth/session', { headers: { cookie } })).status).toBe(200)
  expect((await make({ cookie, ...SAYS, origin: 'https://records.example.com' })).status).toBe(201)
})

test('a credential that is sent wins over the cookie; a key stays a key', async () => {
  const other = await signUp(app)
  const cookie = await signIn(owner)
  const asOther = await other.api('GET', '/v1/auth/session', { headers: { cookie } })
  expect(asOther.body.data.account.id).toBe(other.accountId)
  const made = await other.api('POST', '/v1/workspace/teams', {
    headers: { cookie },
    body: { name: 'By token' },
  })
  expect(made.status).toBe(201)
  const byKey = await app.api('GET', '/v1/auth/session', { token: 'sbk_key', headers: { cookie } })
  expect(byKey).toMatchObject({ status: 403, body: { code: 'session_required' } })
  expect(await whoAmI(`${NAME}=sbk_key`)).toMatchObject({ status: 403 })
  expect(await whoAmI(`${NAME}=sat_nobody`)).toMatchObject({ status: 401 })
})

test('a switch changes the cookie, and a retry of it is handed the same one', async () => {
  const cookie = await signIn(owner)
  const body = { workspaceId: owner.workspaceId }
  const key = { 'idempotency-key': 'switch once' }
  const first = await under(cookie, 'POST', '/v1/auth/switch', key, body)
  const moved = cookieOf(first)
  expect(moved).not.toBe(cookie)
  expect((await whoAmI(cookie)).status).toBe(401)
  const again = await under(moved, 'POST', '/v1/auth/switch', key, body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(cookieOf(again)).toBe(moved)
})

test('signing out clears the cookie and ends its session', async () => {
  const cookie = await signIn(owner)
  const out = await under(cookie, 'POST', '/v1/auth/signout')
  expect(out.headers.get('set-cookie')).toMatch(/^__Host-sourcebook_session=; Path=\/; Max-Age=0;/)
  expect((await whoAmI(cookie)).status).toBe(401)
})

test('a refused sign-in leaves the cookie as it is', async () => {
  const answer = await app.api('POST', '/v1/auth/signin', {
    headers: SAYS,
    body: { email: owner.email, password: 'not the password' },
  })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
})
