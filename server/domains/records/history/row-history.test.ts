import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
]
const open = (kind: 'board' | 'page' = 'board') => openRows(service, desk, columns, kind)
const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

async function add(rows: Rows, cells: object): Promise<string> {
  const made = await rows.as('owner')('POST', '/rows', { cells })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.id
}
const patch = async (rows: Rows, id: string, cells: object) => {
  const changed = await rows.as('owner')('PATCH', `/rows/${id}`, { cells })
  if (changed.status !== 200) throw new Error(changed.text)
}
const history = async (rows: Rows, id: string, role: keyof Desk['tokens'] = 'owner', query = '') =>
  (await rows.as(role)('GET', `/rows/${id}/history${query}`)).body.data
const short = (
  entries: { action: string; cells: { column: string; from: unknown; to: unknown }[] }[],
) => entries.map(({ action, cells }) => [action, ...cells.map((c) => [c.column, c.from, c.to])])

describe.each(['board', 'page'] as const)('the history of a row of a %s', (kind) => {
  test('shows who changed what, newest first, down to its creation', async () => {
    const rows = await open(kind)
    const id = await add(rows, { name: 'Ann', amount: 1 })
    await rows.as('member')('PATCH', `/rows/${id}`, { cells: { amount: 2, stage: 'New' } })
    await patch(rows, id, { amount: '' })
    await patch(rows, id, { name: 'Ann' })
    await rows.as('owner')('DELETE', `/rows/${id}`)
    expect((await rows.as('viewer')('GET', `/rows/${id}/history`)).status).toBe(404)
    expect((await history(rows, id, 'viewer', '?trashed=true'))[0].action).toBe('deleted')
    await rows.as('owner')('POST', `/rows/${id}/restore`)
    const entries = await history(rows, id, 'viewer')
    expect(short(entries)).toEqual([
      ['restored'],
      ['deleted'],
      ['updated', ['amount', 2, null]],
      ['updated', ['amount', 1, 2], ['stage', null, 'New']],
      ['created', ['name', null, 'Ann'], ['amount', null, 1]],
    ])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const { seats } = desk
    expect(entries[3]).toEqual({
      id: expect.any(String),
      at: time,
      actor: `user:${seats.member}`,
      action: 'updated',
      runId: null,
      cells: entries[3].cells,
    })
    expect(entries[4]).toMatchObject({ id, actor: `user:${seats.owner}`, at: time })
  })
})

test('history is read page by page', async () => {
  const rows = await open()
  const id = await add(rows, { name: 'Ann' })
  for (const amount of [1, 2, 3, 4]) await patch(rows, id, { amount })
  const seen: object[] = []
  let cursor = ''
  for (let pages = 1; ; pages++) {
    const { body } = await rows.as('owner')('GET', `/rows/${id}/history?limit=2${cursor}`)
    seen.push(...body.data)
    if (body.nextCursor === null) {
      expect(pages).toBe(3)
      break
    }
    cursor = `&cursor=${body.nextCursor}`
    if (pages === 1) await patch(rows, id, { amount: 5 })
  }
  expect(seen).toEqual((await history(rows, id)).slice(1))
  for (const bad of ['x', 'WzEsMl0', 'WyJhIl0']) {
    const refused = await rows.as('owner')('GET', `/rows/${id}/history?cursor=${bad}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor'])
  }
  const far = Buffer.from(JSON.stringify([2 ** 52, NOWHERE])).toString('base64url')
  expect((await history(rows, id, 'owner', `?cursor=${far}`)).length).toBe(6)
})

test('history does not show changes of hidden and deleted columns, not even that they happened', async () => {
  const rows = await open()
  const id = await add(rows, { name: 'Ann', amount: 777 })
  await patch(rows, id, { amount: 778 })
  await patch(rows, id, { amount: 779, stage: 'New' })
  await restrict(service, desk.workspaceId, rows.key, 'amount', { visibleTo: 'roles' })
  expect(short(await history(rows, id, 'member'))).toEqual([
    ['updated', ['stage', null, 'New']],
    ['created', ['name', null, 'Ann']],
  ])
  expect(await history(rows, id, 'manager')).toHaveLength(3)
  const [, hidden] = await history(rows, id)
  const revert = (role: 'member' | 'manager', entry: string, column: string) =>
    rows.as(role)('POST', `/rows/${id}/history/${entry}/revert`, { column })
  const [unseen, none] = [
    await revert('member', hidden.id, 'stage'),
    await revert('member', NOWHERE, 'stage'),
  ]
  expect([unseen.status, unseen.text]).toEqual([404, none.text])
  const [seen] = await history(rows, id, 'member')
  const [secret, unknown] = [
    await revert('member', seen.id, 'amount'),
    await revert('member', seen.id, 'nothin'),
  ]
  expect([secret.status, secret.body.code]).toEqual([400, 'unknown_column'])
  expect(secret.text.replaceAll('amount', 'nothin')).toBe(unknown.text)
  await rows.as('owner')('DELETE', '/columns/stage')
  expect(short(await history(rows, id, 'member'))).toEqual([['created', ['name', null, 'Ann']]])
})

describe('one cell of an entry can be reverted', () => {
  test('whatever it holds now, which makes another entry', async () => {
    const rows = await open()
    const id = await add(rows, { name: 'Ann', amount: 1, stage: 'New' })
    await patch(rows, id, { amount: 2, stage: 'Won' })
    await patch(rows, id, { amount: 3, name: 'Bea' })
    const [, entry] = await history(rows, id)
    const { status, body } = await rows.as('member')(
      'POST',
      `/rows/${id}/history/${entry.id}/revert`,
      {
        column: ' AMOUNT ',
      },
    )
    expect(status).toBe(201)
    expect(body.data.cells).toEqual({ name: 'Bea', amount: 1, stage: 'Won' })
    expect(body.data.version).toBe(4)
    const [reverted, ...rest] = await history(rows, id)
    expect(short([reverted])).toEqual([['reverted', ['amount', 3, 1]]])
    expect(reverted.actor).toBe(`user:${desk.seats.member}`)
    expect(rest).toHaveLength(3)
    // Reverting the creation empties the cell.
    const cleared = await rows.as('owner')('POST', `/rows/${id}/history/${id}/revert`, {
      column: 'stage',
    })
    expect(cleared.body.data.cells).toEqual({ name: 'Bea', amount: 1 })
  })

  test('unless the value no longer fits the column, or another row has it', async () => {
    const rows = await open()
    const id = await add(rows, { name: 'Ann', email: 'a@a.example', stage: 'New' })
    await patch(rows, id, { email: 'b@a.example', stage: 'Won' })
    const [entry] = await history(rows, id)
    const revert = (column: string, of = entry.id) =>
      rows.as('owner')('POST', `/rows/${id}/history/${of}/revert`, { column })
    await add(rows, { name: 'Cyd', email: 'a@a.example' })
    const options = [{ label: 'Won' }]
    await rows.as('owner')('PATCH', '/columns/stage', { settings: { options } })
    for (const [column, text] of [
      ['email', 'another row already has this value'],
      ['stage', '"New" is not an option'],
    ]) {
      const refused = await revert(column!)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_rows'])
      expect(refused.body.issues[0].path).toBe('body.column')
      expect(refused.body.error).toContain(text)
    }
    const required = await revert('name', id)
    expect([required.status, required.body.error]).toEqual([
      400,
      'name: is required; send a value for it',
    ])
    const untouched = await revert('amount')
    expect([untouched.status, untouched.body.code]).toEqual([400, 'invalid_request'])
    expect((await rows.as('owner')('GET', `/rows/${id}`)).body.data.version).toBe(2)
  })

  test('only by people who can write the column, and only if the row and the entry exist', async () => {
    const [rows, other] = [await open(), await open()]
    const id = await add(rows, { name: 'Ann', amount: 1 })
    const theirs = await add(other, { name: 'Bea', amount: 1 })
    await patch(rows, id, { amount: 2 })
    await patch(other, theirs, { amount: 2 })
    const [entry] = await history(rows, id)
    const [foreign] = await history(other, theirs)
    const revert = (role: keyof Desk['tokens'], of = entry.id, row = id) =>
      rows.as(role)('POST', `/rows/${row}/history/${of}/revert`, { column: 'amount' })
    expect((await revert('viewer')).status).toBe(403)
    for (const [of, row] of [[foreign.id], [NOWHERE], [entry.id, theirs], [theirs]]) {
      expect((await revert('owner', of, row)).status).toBe(404)
    }
    await restrict(service, desk.workspaceId, rows.key, 'amount', { editableBy: 'roles' })
    expect((await revert('member')).body.code).toBe('column_locked')
    expect((await revert('manager')).status).toBe(201)
    await rows.as('owner')('DELETE', `/rows/${id}`)
    expect((await revert('owner')).status).toBe(404)
  })
})

test('history names the key that wrote, and has the order in which changes happened', async () => {
  const rows = await open('page')
  const record = (amount: number) =>
    service.api('POST', '/v1/ingest/records', {
      token: rows.secret,
      body: { cells: { name: 'Ann', amount }, external_id: 'a1', onConflict: 'update' },
    })
  const id = (await record(0)).body.data.id
  await Promise.all(Array.from({ length: 8 }, (_, i) => record(i + 1)))
  const entries = await history(rows, id)
  expect(new Set(entries.map(({ actor }: { actor: string }) => actor))).toEqual(
    new Set([`key:${rows.keyId}`]),
  )
  const values = entries.flatMap(
    ({ cells }: { cells: { column: string; from: number; to: number }[] }) =>
      cells.filter(({ column }) => column === 'amount'),
  )
  expect(values).toHaveLength(9)
  for (let i = 1; i < values.length; i++) expect(values[i].to).toBe(values[i - 1].from)
})
