import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetAgreements, publish, signersOf } from '../../tests/support/desks/agreements.ts'
import { type Desk, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { openRows, type Rows } from '../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

type Role = keyof Desk['tokens']
let service: TestService
let desk: Desk
let rows: Rows
let rowId: string

async function call(method: string, path: string, body?: object, role: Role = 'owner') {
  const answer = await service.api(method, path, { token: desk.tokens[role], body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body
}
const UNTIL = '2100-01-01T00:00:00.000Z'
const today = async (role: Role = 'owner') =>
  (await call('GET', `/v1/today?deadlineTo=${UNTIL}`, undefined, role)).data

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const stage = { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } }
  rows = await openRows(
    service,
    desk,
    [{ name: 'Name', type: 'text' }, stage, { name: 'Amount', type: 'currency' }],
    'page',
  )
  const cells = { name: 'Ann', stage: 'New', amount: 40 }
  rowId = (await rows.as('owner')('POST', '/rows', { cells })).body.data.id
  await call('POST', '/v1/obligations', {
    title: 'Tax returns',
    obligationType: 'task',
    dealRowId: rowId,
    dueAt: '2099-01-01T00:00:00.000Z',
  })
  await call('POST', '/v1/accounting/deals', { name: 'Acme', currency: 'USD', dealRowId: rowId })
  await call('POST', '/v1/comms/send', {
    medium: 'email',
    to: 'ann@funding.example',
    content: 'Hello Ann',
    definition_key: rows.key,
    row_id: rowId,
  })
  const file = new FormData()
  file.set('file', new Blob(['a statement']), 'statement.txt')
  const { id: fileId } = (await call('POST', '/v1/files', file)).data
  await rows.as('owner')('POST', `/rows/${rowId}/files`, { fileId })
})
afterAll(() => service.stop())

test('what belongs to a row is what each list answers', async () => {
  const answer = await rows.as('owner')('GET', `/rows/${rowId}/related`)
  expect(answer.status).toBe(200)
  const list = async (path: string) => {
    const { data, nextCursor } = await call('GET', path)
    return { data, nextCursor }
  }
  const { body: files } = await rows.as('owner')('GET', `/rows/${rowId}/files`)
  expect(files.data).toHaveLength(1)
  expect(answer.body.data).toEqual({
    links: [],
    files,
    conversations: await list(`/v1/comms/conversations?row_id=${rowId}`),
    obligations: await list(`/v1/obligations?dealRowId=${rowId}&sort=deadlineAt`),
    deals: await list(`/v1/accounting/deals?dealRowId=${rowId}`),
  })
  expect(answer.body.data.deals.data).toHaveLength(1)
})

test('what belongs to a row has only the deals that the reader sees', async () => {
  await call('PATCH', '/v1/workspace', { moneyVisibleTo: 'managers' })
  const { body } = await rows.as('viewer')('GET', `/rows/${rowId}/related`)
  await call('PATCH', '/v1/workspace', { moneyVisibleTo: 'everyone' })
  expect(body.data.deals.data).toEqual([])
  expect(body.data.obligations.data).toHaveLength(1)
})

test('of a row that does not exist there is nothing', async () => {
  const answer = await rows.as('owner')('GET', `/rows/${crypto.randomUUID()}/related`)
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('today has the obligations, the new rows, the stages, and what is set up', async () => {
  const { obligations, newestRows, stages, setup } = await today()
  expect(obligations.data).toMatchObject([{ title: 'Tax returns' }])
  expect(newestRows[0]).toMatchObject({ id: rowId, title: 'Ann' })
  // Only a column with the key `stage` on a page counts.
  const { groups } = await call(
    'GET',
    `/v1/definitions/${rows.key}/rows?group=stage&fields=stage&sum=amount`,
  )
  expect(stages).toEqual([{ definitionKey: rows.key, amount: 'amount', groups }])
  expect(setup).toEqual({ sends: false, hasKey: true, usedKey: false, hasForm: false })
  await rows.as('owner')('POST', '/forms', {
    name: 'Apply',
    title: 'Apply',
    columns: [{ key: 'name' }],
  })
  expect((await today()).setup.hasForm).toBe(true)
})

test('today says what is set up only to those who set it up', async () => {
  expect((await today('manager')).setup).toBe(null)
  expect((await today('viewer')).setup).toBe(null)
  expect((await today('admin')).setup).not.toBe(null)
})

test.each(['', '?deadlineTo=tomorrow'])('today asks for a time until when: %s', async (query) => {
  const answer = await service.api('GET', `/v1/today${query}`, { token: desk.tokens.owner })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
})

test('today has the agreements that the reader still has to sign, and admins for the workspace too', async () => {
  const { sign } = signersOf(service, desk)
  const waiting = async (role: Role) => (await today(role)).agreements
  const version = { requiresResign: true, version: '1.0' }
  expect(await waiting('owner')).toEqual([])
  expect((await today()).nextAgreementAt).toBe(null)
  await publish(service, { ...version, effectiveAt: '2999-01-01' })
  expect(await waiting('owner'), 'one that takes effect later').toEqual([])
  for (const role of ['owner', 'viewer'] as const) {
    expect((await today(role)).nextAgreementAt).toBe('2999-01-01T00:00:00.000Z')
  }

  await publish(service, { ...version, version: '0.9' })
  const terms = {
    kind: 'terms_of_service',
    title: 'Terms of service',
    version: '0.9',
    effectiveAt: '2026-01-01T00:00:00.000Z',
    signed: false,
    signedByWorkspace: false,
  }
  for (const role of ['owner', 'member', 'viewer'] as const) {
    expect(await waiting(role), role).toEqual([terms])
    await sign(role)
  }
  expect(await waiting('member')).toEqual([])
  expect(await waiting('owner')).toEqual([{ ...terms, signed: true }])
  await sign('admin', { forWorkspace: true })
  expect(await waiting('owner')).toEqual([])
  expect(await waiting('manager')).toEqual([{ ...terms, signedByWorkspace: true }])

  await publish(service, { ...version, version: '0.95', effectiveAt: '2026-02-01' })
  expect(await waiting('member')).toMatchObject([{ version: '0.95', signed: false }])
  await forgetAgreements(service)
})
