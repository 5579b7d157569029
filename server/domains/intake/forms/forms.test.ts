import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openForm } from '../../../tests/support/desks/forms.ts'
import {
  PUBLIC_URL,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const COLUMNS: NewColumn[] = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Email', type: 'email' },
  { name: 'Agent', type: 'person' },
  { name: 'Size', type: 'number' },
  { name: 'Twice', type: 'formula', settings: { expression: 'size * 2' } },
]
const open = (kind: 'board' | 'page' = 'board') =>
  openForm({ service, desk }, COLUMNS, { columns: [{ key: 'name' }] }, kind)

describe.each(['board', 'page'] as const)('a form of a %s', (kind) => {
  test('is made, listed, changed and deleted', async () => {
    const { api, form } = await open(kind)
    expect(form).toEqual({
      id: form.id,
      publicId: expect.stringMatching(/^[\w-]{16}$/),
      name: 'Apply',
      title: 'Apply for funding',
      intro: null,
      columns: [{ key: 'name', label: null, help: null, required: true }],
      skipped: [],
      thanks: null,
      redirectUrl: null,
      origins: [],
      closesAt: null,
      limitPerDay: null,
      notify: [],
      drafts: false,
      url: `${PUBLIC_URL}/f/${form.publicId}`,
      embedUrl: null,
      open: true,
      closedBecause: null,
      createdAt: form.createdAt,
      createdBy: `user:${desk.seats.owner}`,
      updatedAt: form.updatedAt,
    })
    const change = {
      title: ' Apply ',
      intro: 'Hello',
      columns: [
        { key: 'Email', label: 'Your email', help: 'We answer there.', required: true },
        { key: 'name' },
      ],
      origins: ['https://www.example.com', 'https://www.example.com/'],
      closesAt: '2031-01-01T00:00:00Z',
      limitPerDay: 5,
      notify: [desk.seats.member],
      drafts: true,
    }
    const changed = (await api('PATCH', `/forms/${form.id}`, change, 'admin')).body.data
    expect(changed).toMatchObject({
      ...change,
      title: 'Apply',
      columns: [
        { key: 'email', label: 'Your email', help: 'We answer there.', required: true },
        { key: 'name', label: null, help: null, required: true },
      ],
      origins: ['https://www.example.com'],
      closesAt: '2031-01-01T00:00:00.000Z',
      embedUrl: `${form.url}/embed`,
    })
    expect((await api('GET', `/forms/${form.id}`, undefined, 'viewer')).body.data).toEqual(changed)
    const second = (
      await api('POST', '/forms', { name: 'Second', title: 'T', columns: [{ key: 'name' }] })
    ).body.data
    const first = (await api('GET', '/forms?limit=1', undefined, 'viewer')).body
    expect(first.data).toEqual([changed])
    const rest = (await api('GET', `/forms?cursor=${first.nextCursor}`)).body
    expect([rest.data, rest.nextCursor]).toEqual([[second], null])
    expect((await api('DELETE', `/forms/${form.id}`)).status).toBe(204)
    for (const [method, body] of [['GET'], ['PATCH', { title: 'T' }], ['DELETE']] as const) {
      expect((await api(method, `/forms/${form.id}`, body)).status).toBe(404)
    }
    expect((await api('GET', '/forms')).body.data).toEqual([second])
    // The name is free again.
    const again = await api('POST', '/forms', {
      name: 'Apply',
      title: 'T',
      columns: [{ key: 'name' }],
    })
    expect(again.status).toBe(201)
  })

  test('is found under its own board or page only', async () => {
    const [first, second] = [await open(kind), await open(kind)]
    expect((await second.api('GET', `/forms/${first.form.id}`)).status).toBe(404)
    expect((await second.api('DELETE', `/forms/${first.form.id}`)).status).toBe(404)
  })
})

test.each([
  [
    'an unknown column',
    { columns: [{ key: 'nope' }] },
    'unknown_column',
    'body.columns[0].key',
    'names_no_column',
  ],
  [
    'a column twice',
    { columns: [{ key: 'name' }, { key: 'Name' }] },
    'invalid_request',
    'body.columns[1].key',
    'same_column',
  ],
  [
    'a formula',
    { columns: [{ key: 'name' }, { key: 'twice' }] },
    'invalid_request',
    'body.columns[1].key',
    'form_takes_none',
  ],
  [
    'people',
    { columns: [{ key: 'name' }, { key: 'agent' }] },
    'invalid_request',
    'body.columns[1].key',
    'form_takes_none',
  ],
  [
    'a required column left out',
    { columns: [{ key: 'email' }] },
    'invalid_request',
    'body.columns',
    'form_leaves_out',
  ],
  [
    'no site',
    { origins: ['https://www.example.com/path'] },
    'invalid_request',
    'body.origins[0]',
    'not_an_origin',
  ],
  [
    'a site that is a script',
    { origins: ['javascript:alert(1)'] },
    'invalid_request',
    'body.origins[0]',
    'not_an_origin',
  ],
  [
    'a second directive',
    { origins: ['https://a.example; script-src *'] },
    'invalid_request',
    'body.origins[0]',
    'not_an_origin',
  ],
  [
    'a redirect to a script',
    { redirectUrl: 'javascript:alert(1)' },
    'invalid_request',
    'body.redirectUrl',
    'not_an_address',
  ],
  [
    'thanks and a redirect',
    { thanks: 'T', redirectUrl: 'https://a.example' },
    'invalid_request',
    'body.redirectUrl',
    'not_with',
  ],
  ['nobody', { notify: [2_000_000_000] }, 'unknown_reference', 'body.notify[0]', 'no_active_seat'],
  ['no limit', { limitPerDay: 0 }, 'invalid_request', 'body.limitPerDay', 'below_minimum'],
])('a form with %s is refused', async (_, body, code, path, reason) => {
  const { api, form } = await open()
  for (const [method, rest] of [
    ['POST', '/forms'],
    ['PATCH', `/forms/${form.id}`],
  ] as const) {
    const sent =
      method === 'POST' ? { name: 'New', title: 'T', columns: [{ key: 'name' }], ...body } : body
    const refused = await api(method, rest, sent)
    expect(refused.body).toMatchObject({ code, issues: [{ path, reason }] })
  }
  expect((await api('GET', '/forms')).body.data).toEqual([form])
})

test('only admins make forms; a column that nobody can edit cannot be asked for', async () => {
  const { api, form, key } = await open()
  const body = { name: 'Mine', title: 'T', columns: [{ key: 'name' }] }
  expect((await api('POST', '/forms', body, 'manager')).status).toBe(403)
  expect((await api('PATCH', `/forms/${form.id}`, { title: 'T' }, 'member')).status).toBe(403)
  await service.api('PUT', `/v1/definitions/${key}/column-policies/email`, {
    token: desk.tokens.owner,
    body: { editableBy: { mode: 'nobody' } },
  })
  const refused = await api('POST', '/forms', {
    ...body,
    columns: [{ key: 'name' }, { key: 'email' }],
  })
  expect(refused.body.issues).toMatchObject([{ reason: 'form_column_locked' }])
  const taken = await api('POST', '/forms', { ...body, name: 'APPLY' })
  expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
})

test('one of thanks and a redirect replaces the other', async () => {
  const { api, form } = await open()
  const patch = async (body: object) => (await api('PATCH', `/forms/${form.id}`, body)).body.data
  expect(await patch({ redirectUrl: 'https://a.example/x' })).toMatchObject({ thanks: null })
  expect(await patch({ thanks: 'T' })).toMatchObject({ thanks: 'T', redirectUrl: null })
  expect(await patch({ thanks: null })).toMatchObject({ thanks: null, redirectUrl: null })
})

test('admins hear of changes to forms', async () => {
  const { api, form } = await open()
  await api('PATCH', `/forms/${form.id}`, { name: 'Renamed' })
  await api('DELETE', `/forms/${form.id}`)
  await service.eventsReadable()
  const events = (as: 'admin' | 'member') =>
    service.api('GET', '/v1/events?types=form.*&order=newest&limit=3', { token: desk.tokens[as] })
  expect((await events('admin')).body.data).toMatchObject([
    { type: 'form.deleted', subject: `form:${form.id}`, data: { name: 'Renamed' } },
    { type: 'form.updated', data: { name: 'Renamed' } },
    { type: 'form.created', data: { name: 'Apply' } },
  ])
  expect((await events('member')).body.data).toEqual([])
})
