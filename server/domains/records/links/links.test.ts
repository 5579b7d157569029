import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let companies: Rows
let acme: string
let beta: string
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  companies = await openRows(service, desk, [
    { name: 'Rank', type: 'number' },
    { name: 'Name', type: 'text' },
  ])
  acme = await company('Acme')
  beta = await company('Beta')
})
afterAll(() => service.stop())

async function company(name: string, on = companies): Promise<string> {
  const made = await on.as('owner')('POST', '/rows', { cells: { name } })
  return made.body.data.id
}

const toCompanies = (multiple: boolean, on = companies) => ({
  name: 'Company',
  type: 'link',
  key: 'company',
  settings: { definitionKey: on.key, multiple },
})
const dealsOf = (multiple = true, on = companies) =>
  openRows(service, desk, [{ name: 'Title', type: 'text' }, toCompanies(multiple, on)])

async function add(deals: Rows, company: unknown, title = 'A deal') {
  return deals.as('member')('POST', '/rows', { cells: { title, company } })
}

test('a cell takes ids as a list, as text with commas or one by itself, and keeps each once', async () => {
  const deals = await dealsOf()
  for (const [sent, stored, coerced] of [
    [[acme, beta], [acme, beta], false],
    [`${beta}, ${acme.toUpperCase()}`, [beta, acme], true],
    [acme, [acme], true],
    [[acme, acme, null], [acme], true],
    [[{ id: beta, title: 'as it was answered' }], [beta], true],
  ] as const) {
    const { status, body, text } = await add(deals, sent)
    expect(status, text).toBe(201)
    expect(body.data.cells.company).toEqual(stored)
    expect(body.coerced.length > 0).toBe(coerced)
  }
  for (const none of [null, '', [], ' , ']) {
    const { body } = await add(deals, none)
    expect(body.data.cells).toEqual({ title: 'A deal' })
  }
})

test('anything that is not a row there gets the same refusal, whatever the reason', async () => {
  const deals = await dealsOf()
  const strangers = await makeDesk(service)
  const theirs = await openRows(service, strangers, [{ name: 'Name', type: 'text' }])
  const trashed = await company('Gone')
  await companies.as('owner')('DELETE', `/rows/${trashed}`)
  const unknown = '0190cafe-0000-7000-8000-00000000dead'
  const foreign = (await theirs.as('owner')('POST', '/rows', { cells: { name: 'x' } })).body
  const elsewhere = (await add(deals, null)).body.data.id
  const name = (await companies.as('owner')('GET', '')).body.data.name
  for (const id of [unknown, trashed, elsewhere, deals.id, 'Acme', '']) {
    const { status, body } = await add(deals, [acme, id || 'no'])
    expect(status).toBe(400)
    expect(body.error).toBe(`company: "${id || 'no'}" is not a row of ${name}`)
  }
  expect(foreign.data.id).toMatch(/-/)
  const answer = await add(deals, [foreign.data.id])
  expect(answer.body.error).toBe(`company: "${foreign.data.id}" is not a row of ${name}`)
  expect(answer.body.issues).toEqual([
    {
      path: 'body.cells.company',
      message: answer.body.error,
      reason: 'no_such_row',
      values: { sent: `"${foreign.data.id}"`, board: name },
    },
  ])
  const odd = await add(deals, { acme })
  expect(odd.status).toBe(400)
  const many = await add(
    deals,
    Array.from({ length: 101 }, (_, i) => `x${i}`),
  )
  expect(many.body.error).toContain('at most 100')
})

test('a column for one row takes only one', async () => {
  const deals = await dealsOf(false)
  expect((await add(deals, [acme])).status).toBe(201)
  const { status, body } = await add(deals, [acme, beta])
  expect(status).toBe(400)
  expect(body.error).toContain('links to one')
})

test('a row can link to rows of its own board, but not to itself', async () => {
  const people = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const column = await people.as('admin')('POST', '/columns', {
    name: 'Boss',
    type: 'link',
    settings: { definitionKey: people.key },
  })
  expect(column.status, column.text).toBe(201)
  const [ann, bob] = [await company('Ann', people), await company('Bob', people)]
  const to = (row: string, boss: unknown) =>
    people.as('member')('PATCH', `/rows/${row}`, { cells: { boss } })
  expect((await to(ann, [bob])).status).toBe(200)
  expect((await to(bob, [ann])).status).toBe(200)
  const before = await people.dump()
  const own = await to(ann, [ann])
  expect(own.status).toBe(400)
  expect(own.body.error).toBe('boss: a row cannot link to itself; remove it')
  expect(await people.dump()).toEqual(before)
  const expanded = await people.as('viewer')('GET', `/rows/${ann}?expand=links`)
  expect(expanded.body.data.links).toEqual({ boss: [{ id: bob, title: 'Bob' }] })
})

test('titles are the first text that the viewer sees, in a single row and in the list', async () => {
  const others = await openRows(service, desk, [
    { name: 'Rank', type: 'number' },
    { name: 'Code name', type: 'text', key: 'code' },
    { name: 'Name', type: 'text', key: 'name' },
  ])
  const row = await others.as('owner')('POST', '/rows', { cells: { code: 'Blue', name: 'Corp' } })
  const id = row.body.data.id
  await restrict(service, desk.workspaceId, others.key, 'code', { visibleTo: 'roles' })
  const deals = await dealsOf(true, others)
  const deal = (await add(deals, [id])).body.data.id
  for (const [role, title] of [
    ['owner', 'Blue'],
    ['viewer', 'Corp'],
  ] as const) {
    const one = await deals.as(role)('GET', `/rows/${deal}?expand=links`)
    expect(one.body.data.links).toEqual({ company: [{ id, title }] })
    expect(one.body.data.cells.company).toEqual([id])
    const list = await deals.as(role)('GET', '/rows?expand=links')
    expect(list.body.data[0].links).toEqual({ company: [{ id, title }] })
    const back = await others.as(role)('GET', `/rows/${id}/links`)
    expect(back.body.data).toEqual([
      { definitionKey: deals.key, column: 'company', rows: [{ id: deal, title: 'A deal' }] },
    ])
  }
  const plain = await deals.as('viewer')('GET', `/rows/${deal}`)
  expect(plain.body.data).not.toHaveProperty('links')
})

test('a row in the trash stays in the cells, without a title', async () => {
  const deals = await dealsOf()
  const late = await company('Late')
  const deal = (await add(deals, [late, acme])).body.data
  await companies.as('owner')('DELETE', `/rows/${late}`)
  const { body } = await deals.as('viewer')('GET', `/rows/${deal.id}?expand=links`)
  expect(body.data.cells.company).toEqual([late, acme])
  expect(body.data.links.company).toEqual([
    { id: late, title: null, trashed: true },
    { id: acme, title: 'Acme' },
  ])
  await companies.as('owner')('POST', `/rows/${late}/restore`)
  const again = await deals.as('viewer')('GET', `/rows/${deal.id}?expand=links`)
  expect(again.body.data.links.company[0]).toEqual({ id: late, title: 'Late' })
})

test('links in the other direction follow every change, and leave out hidden columns', async () => {
  const deals = await dealsOf()
  const target = await company('Target')
  const links = async (role: 'owner' | 'viewer' = 'viewer') => {
    const answer = await companies.as(role)('GET', `/rows/${target}/links`)
    expect(answer.status).toBe(200)
    return answer.body.data.flatMap((group: { rows: { id: string }[] }) =>
      group.rows.map(({ id }) => id),
    )
  }
  expect(await links()).toEqual([])
  const first = (await add(deals, [target, acme])).body.data.id
  const second = (await add(deals, target)).body.data.id
  expect(await links()).toEqual([first, second])
  await deals.as('member')('PATCH', `/rows/${first}`, { cells: { company: [acme] } })
  expect(await links()).toEqual([second])
  await deals.as('member')('PATCH', `/rows/${first}`, { cells: { company: [acme, target] } })
  await deals.as('member')('DELETE', `/rows/${second}`)
  expect(await links()).toEqual([first])
  await restrict(service, desk.workspaceId, deals.key, 'company', { visibleTo: 'roles' })
  expect(await links()).toEqual([])
  expect(await links('owner')).toEqual([first])
  await deals.as('owner')('DELETE', '/columns/company')
  expect(await links('owner')).toEqual([])
  const none = await companies.as('viewer')('GET', `/rows/${first}/links`)
  expect(none.status).toBe(404)
})

test('when the linked board is deleted, cells stay and the refusal of a new link says why', async () => {
  const gone = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const name = (await gone.as('owner')('GET', '')).body.data.name
  const target = await company('Old', gone)
  const deals = await dealsOf(true, gone)
  const deal = (await add(deals, target)).body.data.id
  await gone.as('owner')('DELETE', '')
  const { body } = await deals.as('viewer')('GET', `/rows/${deal}?expand=links`)
  expect(body.data.cells.company).toEqual([target])
  expect(body.data.links.company).toEqual([{ id: target, title: null, trashed: true }])
  const column = await deals.as('viewer')('GET', '/columns/company')
  expect(column.body.data.settings).toEqual({ definitionKey: gone.key, multiple: true })
  const refused = await add(deals, target)
  expect(refused.status).toBe(400)
  expect(refused.body.error).toContain(`${name}, which this column links to, was deleted`)
  expect((await add(deals, null)).status).toBe(201)
  const key = await service.api('POST', '/v1/ingest/rows', {
    token: deals.secret,
    body: { cells: { company: [target] } },
  })
  expect(key.body.error.message).toContain('was deleted')
})

test('a key writes links too, and rows that link nowhere still share a commit', async () => {
  const deals = await dealsOf()
  const send = (cells: object, query = '') =>
    service.api('POST', `/v1/ingest/rows${query}`, { token: deals.secret, body: { cells } })
  const made = await send({ title: 'By key', company: `${acme},${beta}` })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data.cells.company).toEqual([acme, beta])
  const dry = await send({ company: [beta] }, '?dryRun=true')
  expect(dry.body.data.cells).toEqual({ company: [beta] })
  const wrong = await send({ company: [deals.id] })
  expect(wrong.status).toBe(400)
  expect(wrong.body.error.errors[0]).toMatchObject({ index: 0, column: 'company' })
  expect((await send({ title: 'No link' })).status).toBe(201)
  const back = await companies.as('viewer')('GET', `/rows/${acme}/links`)
  const ours = back.body.data.find(
    ({ definitionKey }: { definitionKey: string }) => definitionKey === deals.key,
  )
  expect(ours.rows).toEqual([{ id: made.body.data.id, title: 'By key' }])
  const read = await service.api('GET', '/v1/ingest/board', { token: deals.secret })
  const guide = read.body.data.writeGuide.columns.find(
    ({ column }: { column: string }) => column === 'company',
  )
  expect(guide).toMatchObject({ type: 'link', writable: true, example: '' })
  expect(read.body.data.rows[0].cells.company).toEqual([acme, beta])
})

test('an import links rows by their ids, and refuses rows of the file whose links lead nowhere', async () => {
  service.work()
  const people = await openRows(service, desk, [{ name: 'Name', type: 'text', key: 'name' }])
  await people.as('admin')('POST', '/columns', {
    name: 'Boss',
    type: 'link',
    settings: { definitionKey: people.key },
  })
  const [ann, bob] = [await company('Ann', people), await company('Bob', people)]
  const run = importerOf(service.api, desk.tokens.member, { boardId: people.id })
  const file = `Name,Boss\nCleo,${ann}\nAnn,${ann}\nBob,${ann}\nDan,nobody\n`
  const started = await run.send({ file, matchOn: 'name' })
  const settled = await run.settled(started.body.data.id)
  expect(settled).toMatchObject({ status: 'partial', imported: 2, failed: 2 })
  const { body } = await people.as('viewer')('GET', `/rows/${ann}/links`)
  expect(body.data[0].rows.map(({ title }: { title: string }) => title)).toEqual(['Bob', 'Cleo'])
  const list = await people.as('viewer')('GET', `/rows/${bob}`)
  expect(list.body.data.cells.boss).toEqual([ann])
})

test('the target of a link is checked when the column is made, and cannot change', async () => {
  const deals = await openRows(service, desk, [{ name: 'Title', type: 'text' }])
  const make = (settings: object | undefined) =>
    deals.as('admin')('POST', '/columns', { name: 'To', type: 'link', settings })
  const strangers = await makeDesk(service)
  const theirs = await openRows(service, strangers, [{ name: 'Name', type: 'text' }])
  for (const definitionKey of ['no-such-board', theirs.key]) {
    const { status, body } = await make({ definitionKey })
    expect([status, body.code]).toEqual([400, 'unknown_reference'])
    expect(body.issues[0]).toEqual({
      path: 'body.settings.definitionKey',
      message: 'names no board or page of this workspace',
      reason: 'no_such_definition',
      values: {},
    })
  }
  expect((await make(undefined)).body.code).toBe('invalid_request')
  expect((await make({ definitionKey: companies.key, definitionId: acme })).status).toBe(400)
  const { data } = (await make({ definitionKey: companies.key })).body
  expect(data.settings).toEqual({ definitionKey: companies.key, multiple: false })
  const change = (settings: object) =>
    deals.as('admin')('PATCH', `/columns/${data.id}`, { settings })
  expect((await change({ multiple: true })).body.data.settings.multiple).toBe(true)
  expect((await change({ definitionKey: companies.key })).status).toBe(200)
  const other = await change({ definitionKey: deals.key })
  expect(other.status).toBe(400)
  expect(other.body.error).toContain('cannot change')
})
