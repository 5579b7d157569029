import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../../shared/roles.ts'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import {
  INBOUND_DOMAIN,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: { id: string; key: string }
const columns = [
  { name: 'Email', type: 'email' },
  { name: 'Subject', type: 'text' },
  { name: 'Notes', type: 'long_text' },
  { name: 'Papers', type: 'file' },
  { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
  { name: 'Number', type: 'auto_number' },
]
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, columns, { name: 'Contact form' })
})
afterAll(() => service.stop())

const as =
  (role: Role, at = `/v1/boards/${board.id}/addresses`) =>
  (method: string, body?: object, rest = '') =>
    service.api(method, `${at}${rest}`, { token: desk.tokens[role], body })
const create = async (sent: object) => {
  const { status, text, body } = await as('admin')('POST', { columns: sent })
  expect(status, text).toBe(201)
  return body.data
}

test('an address is made from the name of its board, and is listed until it is deleted', async () => {
  const made = await create({ from: 'EMAIL', subject: 'subject', attachments: 'Papers' })
  expect(made).toMatchObject({
    address: expect.stringMatching(/^contact-form-\w{5}-\w{5}@in\.example\.com$/),
    columns: { from: 'email', subject: 'subject', attachments: 'papers' },
    enabled: true,
    createdBy: `user:${desk.seats.admin}`,
    lastReceivedAt: null,
  })
  const changed = await as('admin')(
    'PATCH',
    { columns: { body: 'notes' }, enabled: false },
    `/${made.id}`,
  )
  expect(changed.body.data).toEqual({ ...made, columns: { body: 'notes' }, enabled: false })
  const same = await as('admin')('PATCH', { enabled: true }, `/${made.id}`)
  expect(same.body.data).toEqual({ ...made, columns: { body: 'notes' } })
  const listed = await as('viewer')('GET')
  expect(listed.body).toEqual({
    data: [same.body.data],
    nextCursor: null,
    domain: INBOUND_DOMAIN,
  })
  expect((await as('admin')('DELETE', undefined, `/${made.id}`)).status).toBe(204)
  expect((await as('viewer')('GET')).body.data).toEqual([])
  for (const [method, body] of [['PATCH', { enabled: true }], ['DELETE']] as const) {
    expect((await as('admin')(method, body, `/${made.id}`)).status).toBe(404)
  }
})

test('a page has addresses too, paged', async () => {
  const page = await makePage(service, desk.tokens.owner, [{ name: 'Subject', type: 'text' }])
  const here = as('owner', `/v1/definitions/${page.key}/addresses`)
  for (let nth = 0; nth < 20; nth++) {
    expect((await here('POST', { columns: { subject: 'subject' } })).status).toBe(201)
  }
  const first = await here('GET', undefined, '?limit=15')
  const second = await here('GET', undefined, `?limit=15&cursor=${first.body.nextCursor}`)
  expect([first.body.data.length, second.body.data.length]).toEqual([15, 5])
  const another = await here('POST', { columns: { subject: 'subject' } })
  expect(another.body).toMatchObject({ code: 'invalid_request' })
  expect(another.body.error).toContain('at most 20')
  expect((await here('GET', undefined, '?cursor=x')).body.code).toBe('invalid_cursor')
})

test('all that is wrong with the columns is told at once, for each part', async () => {
  const { body } = await as('admin')('POST', {
    columns: {
      from: 'amount',
      name: 'nobody',
      subject: 'number',
      body: 'email',
      attachments: 'notes',
    },
  })
  expect(body.issues.map(({ path, reason }: Record<string, string>) => [path, reason])).toEqual([
    ['body.columns.from', 'not_a_column_for_mail'],
    ['body.columns.name', 'names_no_column'],
    ['body.columns.subject', 'not_a_column_for_mail'],
    ['body.columns.body', 'not_a_column_for_mail'],
    ['body.columns.attachments', 'not_a_column_for_mail'],
  ])
  const twice = await as('admin')('POST', { columns: { subject: 'subject', body: 'Subject' } })
  expect(twice.body.issues).toMatchObject([{ path: 'body.columns.body', reason: 'used_for_mail' }])
  for (const wrong of [{}, { columns: {} }, { columns: { to: 'email' } }]) {
    expect((await as('admin')('POST', wrong)).body).toMatchObject({ code: 'invalid_request' })
  }
})

test('a column that an admin cannot edit is closed to email, and hidden from those who cannot see it', async () => {
  const { id, key } = await makeBoard(service, desk.tokens.owner, columns)
  const here = (role: Role) => as(role, `/v1/boards/${id}/addresses`)
  const made = await here('admin')('POST', { columns: { from: 'email', subject: 'subject' } })
  expect(made.status).toBe(201)
  const policy = (column: string, body: object) =>
    service.api('PUT', `/v1/definitions/${key}/column-policies/${column}`, {
      token: desk.tokens.owner,
      body,
    })
  await policy('email', { visibleTo: { mode: 'roles', roles: ['owner', 'admin'] } })
  await policy('notes', { editableBy: { mode: 'nobody' } })
  expect((await here('member')('GET')).body.data[0].columns).toEqual({ subject: 'subject' })
  expect((await here('admin')('GET')).body.data[0].columns).toHaveProperty('from')
  const closed = await here('admin')('POST', { columns: { body: 'notes' } })
  expect(closed.body.issues).toMatchObject([{ reason: 'closed_to_mail' }])
})

describe('only admins and owners', () => {
  test.each([
    ['viewer', 403],
    ['member', 403],
    ['manager', 403],
    ['admin', 201],
    ['owner', 201],
  ] as const)('a %s gets %i', async (role, status) => {
    expect((await as(role)('POST', { columns: { from: 'email' } })).status).toBe(status)
    if (status === 201) return
    const { id } = await create({ from: 'email' })
    expect((await as(role)('PATCH', { enabled: false }, `/${id}`)).status).toBe(403)
    expect((await as(role)('DELETE', undefined, `/${id}`)).status).toBe(403)
  })
})

test('an address of another board or workspace is not there', async () => {
  const { id } = await create({ from: 'email' })
  const other = await makeBoard(service, desk.tokens.owner, columns)
  const elsewhere = as('owner', `/v1/boards/${other.id}/addresses`)
  expect((await elsewhere('PATCH', { enabled: false }, `/${id}`)).status).toBe(404)
  const theirs = await makeDesk(service)
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const at = ['GET', 'POST'].includes(method) ? '' : `/${id}`
    const body = method === 'POST' ? { columns: { from: 'email' } } : { enabled: false }
    const answer = await service.api(method, `/v1/boards/${board.id}/addresses${at}`, {
      token: theirs.tokens.owner,
      ...(['POST', 'PATCH'].includes(method) ? { body } : {}),
    })
    expect(answer.status, method).toBe(404)
  }
})

test('without a domain, no address can be made, and those that there are have no text', async () => {
  const { id } = await create({ from: 'email' })
  const without = await service.beside({ inboundDomain: null })
  const at = `/v1/boards/${board.id}/addresses`
  const token = desk.tokens.admin
  const refused = await without.api('POST', at, { token, body: { columns: { from: 'email' } } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'inbound_domain_missing' } })
  const { body } = await without.api('GET', at, { token })
  expect(body.domain).toBeNull()
  expect(body.data.find((one: { id: string }) => one.id === id).address).toBeNull()
})

test('what is done to addresses is told to admins', async () => {
  const { id } = await create({ from: 'email' })
  await as('admin')('PATCH', { enabled: false }, `/${id}`)
  await as('admin')('DELETE', undefined, `/${id}`)
  await service.eventsReadable()
  const eventsFor = async (role: Role) =>
    (
      await service.api('GET', '/v1/events?types=address.*&limit=1000', {
        token: desk.tokens[role],
      })
    ).body.data.filter(({ subject }: { subject: string }) => subject === `address:${id}`)
  expect((await eventsFor('admin')).map(({ type }: { type: string }) => type)).toEqual([
    'address.created',
    'address.updated',
    'address.deleted',
  ])
  expect(await eventsFor('manager')).toEqual([])
})
