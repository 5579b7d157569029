import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { formOf, importerOf } from '../../../tests/support/desks/imports.ts'
import { integration, openRecords, restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { workbookOf } from '../../../tests/support/inputs/zip.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { contextOf } from '../rows/row-context.ts'

/** What the tests read of rows, lines and receipts in answers. */
interface Item {
  id: string
  externalId: string | null
  outcome: string
  cells: { name?: string; company: string[]; boss?: string[] }
  values: { Name: string }
  errors: { reason: string }[]
}

let service: TestService
let desk: Desk
let companies: Rows
/** What the refusals call the page of the companies. */
let page: string
/** The ids of the companies, by their own ids. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  companies = await openRows(
    service,
    desk,
    [
      { name: 'Name', type: 'text', unique: true },
      { name: 'Email', type: 'email', unique: true },
      { name: 'Number', type: 'number', unique: true },
      { name: 'Code', type: 'text', unique: true },
      { name: 'Note', type: 'text' },
    ],
    'page',
  )
  await restrict(service, desk.workspaceId, companies.key, 'code', { visibleTo: 'roles' })
  page = (await companies.as('owner')('GET', '')).body.data.name
  ids.acme = await known('crm-1', { name: 'Acme, Inc.', email: 'desk@acme.example', number: 7 })
  ids.beta = await known('crm-2', { name: 'Beta', email: 'beta@beta.example', number: 8 })
  ids.seven = await known('crm-3', { name: '8' })
  await companies.as('owner')('PATCH', `/rows/${ids.beta}`, { cells: { code: 'B-77' } })
})
afterAll(() => service.stop())

const keyOf = (of: Rows, family: 'board' | 'page' = 'board') =>
  integration(service, of.secret, family)

async function known(external_id: string, cells: object, on = companies): Promise<string> {
  const { body, text } = await keyOf(on, 'page').write({ external_id, cells })
  expect(body.outcome, text).toBe('created')
  return body.data.id
}

const toLink = (key: string, definitionKey: string, multiple = false): NewColumn => ({
  name: key,
  key,
  type: 'link',
  settings: { definitionKey, multiple },
})

const openDeals = (multiple = true, kind: 'board' | 'page' = 'board') =>
  openRows(
    service,
    desk,
    [{ name: 'Title', type: 'text', unique: true }, toLink('company', companies.key, multiple)],
    kind,
  )

/** A page whose rows link to each other. */
async function openPeople() {
  const people = await openRecords(service, desk.tokens.owner, [
    { name: 'Name', type: 'text', unique: true },
    { name: 'Age', type: 'number' },
  ])
  const base = `/v1/definitions/${people.key}`
  await service.api('POST', `${base}/columns`, {
    token: desk.tokens.admin,
    body: toLink('boss', people.key),
  })
  const as = (method: string, path: string, body?: unknown) =>
    service.api(method, `${base}${path}`, { token: desk.tokens.member, body })
  const bosses = async (all?: Item[]) => {
    const rows = all ?? (await people.rows())
    const names = new Map(rows.map((row: Item) => [row.id, row.cells.name ?? row.externalId]))
    return Object.fromEntries(
      rows.map((row: Item) => [names.get(row.id), names.get(row.cells.boss?.[0]) ?? null]),
    )
  }
  return { ...people, as, bosses }
}

describe('a cell names a row', () => {
  test('in every form, whoever writes it, and the receipt says which row it is', async () => {
    const deals = await openDeals()
    const { acme, beta } = ids
    for (const [sent, stored] of [
      [acme, [acme]],
      [{ external_id: 'crm-1' }, [acme]],
      ['crm-1', [acme]],
      [{ email: ' DESK@acme.example ' }, [acme]],
      [{ Email: 'desk@acme.example' }, [acme]],
      ['Desk@acme.example', [acme]],
      [{ number: '7' }, [acme]],
      [7, [acme]],
      ['crm-2, desk@acme.example', [beta, acme]],
      [
        [{ external_id: 'crm-2' }, acme, 'crm-1', { name: 'Acme, Inc.' }, 'Beta'],
        [beta, acme],
      ],
      [['Acme, Inc.', null, ' '], [acme]],
    ] as const) {
      const byPerson = await deals.as('member')('POST', '/rows', { cells: { company: sent } })
      const byKey = await keyOf(deals).write({ cells: { company: sent } })
      for (const { status, body, text } of [byPerson, byKey]) {
        expect(status, text).toBe(201)
        expect(body.data.cells.company).toEqual(stored)
        expect(body.coerced).toEqual([
          { column: 'company', sent: expect.any(String), stored: stored.join(', ') },
        ])
      }
    }
    const same = await keyOf(deals).write({ cells: { company: [acme] } })
    expect(same.body.coerced).toEqual([])
  })

  test('in an edit, in a batch of edits and in a batch of new rows', async () => {
    const deals = await openDeals()
    const made = await deals.as('member')('POST', '/rows', {
      rows: [{ cells: { company: 'crm-1' } }, { cells: { company: { name: 'beta' } } }],
    })
    expect(made.status).toBe(400)
    expect(made.body.issues).toEqual([
      expect.objectContaining({ path: 'body.rows[1].cells.company', reason: 'no_such_row' }),
    ])
    const good = await deals.as('member')('POST', '/rows', {
      rows: [{ cells: { company: 'crm-1' } }, { cells: { company: { name: 'Beta' } } }],
    })
    const [first, second] = good.body.data
    expect(first.cells.company).toEqual([ids.acme])
    const one = await deals.as('member')('PATCH', `/rows/${first.id}`, {
      cells: { company: 'Beta' },
    })
    expect(one.body.data.cells.company).toEqual([ids.beta])
    const both = await deals.as('member')('PATCH', '/rows', {
      rows: [
        { id: first.id, cells: { company: { external_id: 'crm-3' } } },
        { id: second.id, cells: { company: 'desk@acme.example,crm-2' } },
      ],
    })
    expect(both.body.data.map((row: Item) => row.cells.company)).toEqual([
      [ids.seven],
      [ids.acme, ids.beta],
    ])
    const back = await companies.as('viewer')('GET', `/rows/${ids.seven}/links`)
    expect(back.body.data[0].rows).toEqual([{ id: first.id, title: null }])
  })

  test('as the whole text, commas and all, in a column for one row', async () => {
    const deals = await openDeals(false)
    const write = (company: unknown) => keyOf(deals).write({ cells: { company } })
    expect((await write('Acme, Inc.')).body.data.cells.company).toEqual([ids.acme])
    expect((await write(['crm-1', 'crm-2'])).body.error.errors[0].reason).toBe('one_row_only')
    expect((await write(`${ids.acme}, ${ids.beta}`)).body.error.errors[0].reason).toBe(
      'one_row_only',
    )
    expect((await write(['crm-1', { name: 'Acme, Inc.' }])).body.data.cells.company).toEqual([
      ids.acme,
    ])
  })

  test('by its own id before a unique value', async () => {
    const deals = await openDeals()
    const other = await known('Beta', { name: 'Not Beta' })
    const { body } = await keyOf(deals).write({ cells: { company: 'Beta' } })
    expect(body.data.cells.company).toEqual([other])
    await companies.as('owner')('DELETE', `/rows/${other}`)
    const again = await keyOf(deals).write({ cells: { company: 'Beta' } })
    expect(again.body.data.cells.company).toEqual([ids.beta])
  })

  test('in a dry run and in a form', async () => {
    const deals = await openDeals()
    const dry = await keyOf(deals).write({ cells: { company: 'crm-1' } }, { query: '?dryRun=true' })
    expect(dry.body.data.cells.company).toEqual([ids.acme])
    const { body } = await service.api('POST', '/v1/ingest/rows', {
      token: deals.secret,
      body: formOf({ title: 'By form', company: 'crm-1,Beta' }),
    })
    expect(body.data.cells.company).toEqual([ids.acme, ids.beta])
  })

  test('with as many queries for 500 rows as for one', async () => {
    const deals = await openDeals()
    const row = (i: number) => ({
      company: [{ external_id: `crm-${1 + (i % 2)}` }, 'Beta', { number: 7 + (i % 2) }, `x${i}`],
    })
    const actor = { kind: 'system', workspaceId: desk.workspaceId } as const
    const queriesFor = (count: number) =>
      service.db.withWorkspace(actor, async (tx) => {
        const definition = (await findDefinition(tx, deals.id))!
        let queries = 0
        const run: Tx['run'] = (text, values) => {
          queries++
          return tx.run(text, values)
        }
        const counting: Tx = {
          run,
          runComposed: tx.runComposed.bind(tx),
          queue: tx.queue.bind(tx),
          send: tx.send.bind(tx),
          bind: tx.bind.bind(tx),
          canWrite: tx.canWrite,
          showsWriters: tx.showsWriters,
          workspaceId: tx.workspaceId,
          definitionIds: tx.definitionIds,
        }
        const sent = Array.from({ length: count }, (_, i) => row(i))
        const { linkable } = await contextOf(counting, definition, { sent, actor })
        expect([...linkable!.values()][0]!.size).toBe(count === 1 ? 4 : 505)
        return queries
      })
    expect(await queriesFor(500)).toBe(await queriesFor(1))
  })
})

describe('a cell is refused', () => {
  const refusalOf = async (company: unknown, multiple = true) => {
    const deals = await openDeals(multiple)
    const { status, body } = await keyOf(deals).write({ cells: { company } })
    expect(status, JSON.stringify(body)).toBe(400)
    const [error] = body.error.errors
    const people = await deals.as('member')('POST', '/rows', { cells: { company } })
    expect(people.body.issues[0]).toMatchObject({ reason: error.reason })
    return error
  }

  test('if there is no such row, with the value and the board', async () => {
    for (const [sent, shown] of [
      [{ external_id: 'crm-9' }, 'crm-9'],
      [{ email: 'nobody@acme.example' }, 'nobody@acme.example'],
      [{ email: 'nobody' }, 'nobody'],
      ['crm-1, crm-9', 'crm-9'],
      [['Gamma'], 'Gamma'],
    ] as const) {
      const error = await refusalOf(sent)
      expect(error).toMatchObject({
        column: 'company',
        reason: 'no_such_row',
        values: { sent: `"${shown}"`, board: page },
        message: `company: "${shown}" is not a row of ${page}`,
      })
    }
  })

  test('if several rows could be meant, and says what to send', async () => {
    const error = await refusalOf('8')
    expect(error).toMatchObject({
      reason: 'several_rows',
      values: { sent: '"8"', count: 2, board: page },
    })
    expect(error.message).toContain('send the id of one')
    const deals = await openDeals()
    const named = await keyOf(deals).write({ cells: { company: [{ number: 8 }, { name: '8' }] } })
    expect(named.body.data.cells.company).toEqual([ids.beta, ids.seven])
  })

  test('if it names a column that is not unique or does not exist', async () => {
    for (const column of ['note', 'nothing', 'code']) {
      const error = await refusalOf({ [column]: 'B-77' })
      expect(error).toMatchObject({
        reason: 'no_unique_column',
        values: { column: `"${column}"`, board: page },
      })
    }
  })

  test('if it names no row at all', async () => {
    for (const sent of [
      { external_id: '' },
      { external_id: 'x'.repeat(256) },
      { external_id: ['crm-1'] },
      { email: null },
      { email: 'a@b.example', name: 'Acme' },
      { create: true },
      { email: 'a@b.example', create: 'yes' },
      {},
      [['crm-1']],
      true,
    ]) {
      expect((await refusalOf(sent)).reason).toBe('not_row_ids')
    }
  })

  test('even if the text could break a query', async () => {
    for (const sent of ["'; DROP TABLE rows", '{"a":1}', '%', '\t', 'x'.repeat(300)]) {
      expect((await refusalOf([`x${sent}`])).reason).toBe('no_such_row')
    }
    const deals = await openDeals()
    const { status } = await service.api('POST', '/v1/ingest/rows', {
      token: deals.secret,
      body: formOf({ company: 'a\0b' }),
    })
    expect(status).toBe(400)
  })

  test('if the row is in the trash', async () => {
    const late = await known('crm-late', { name: 'Late' })
    await companies.as('owner')('DELETE', `/rows/${late}`)
    for (const sent of ['crm-late', { external_id: 'crm-late' }, 'Late', { name: 'Late' }]) {
      expect((await refusalOf(sent)).reason).toBe('no_such_row')
    }
  })

  test('if the row is of another workspace', async () => {
    const strangers = await makeDesk(service)
    const theirs = await openRecords(service, strangers.tokens.owner, [
      { name: 'Name', type: 'text', unique: true },
    ])
    await theirs.record('crm-foreign', { name: 'Foreign' })
    for (const sent of [{ external_id: 'crm-foreign' }, { name: 'Foreign' }, 'Foreign']) {
      expect((await refusalOf(sent)).reason).toBe('no_such_row')
    }
  })

  test('if the value is in a column that the writer cannot see', async () => {
    expect((await refusalOf('B-77')).reason).toBe('no_such_row')
    const deals = await openDeals()
    for (const sent of ['B-77', { code: 'B-77' }]) {
      const manager = await deals.as('manager')('POST', '/rows', { cells: { company: sent } })
      expect(manager.body.data.cells.company).toEqual([ids.beta])
    }
  })

  test('if the request names more than 10,000 rows by what is not their id', async () => {
    const deals = await openDeals()
    const name = (row: number, at: number) => ({ external_id: `many-${row}-${at}` })
    const rows = Array.from({ length: 500 }, (_, row) => ({
      company: Array.from({ length: 21 }, (_, at) => name(row, at)),
    }))
    const { body } = await keyOf(deals).write({ rows })
    const reasons = body.error.errors.map(({ reason }: { reason: string }) => reason)
    expect([reasons[0], reasons.at(-1)]).toEqual(['no_such_row', 'too_many_names'])
    expect(reasons.indexOf('too_many_names')).toBe(Math.ceil(10_000 / 21))
  })

  test('if the linked board was deleted', async () => {
    const gone = await openRows(service, desk, [{ name: 'Name', type: 'text', unique: true }])
    await gone.as('owner')('POST', '/rows', { cells: { name: 'A' } })
    const deals = await openRows(service, desk, [toLink('company', gone.key)])
    expect((await keyOf(deals).write({ cells: { company: 'A' } })).status).toBe(201)
    await gone.as('owner')('DELETE', '')
    const late = await keyOf(deals).write({ cells: { company: 'A' } })
    expect(late.body.error.errors[0].reason).toBe('linked_deleted')
  })
})

describe('a link that may make its row', () => {
  const openCompanies = (columns: NewColumn[] = [], kind: 'board' | 'page' = 'page') =>
    openRows(service, desk, [{ name: 'Name', type: 'text', unique: true }, ...columns], kind)

  const openLinking = async (to: Rows) => {
    const deals = await openRows(service, desk, [
      { name: 'Title', type: 'text' },
      toLink('company', to.key, true),
    ])
    return {
      deals,
      add: (company: unknown, role: 'member' | 'viewer' = 'member') =>
        deals.as(role)('POST', '/rows', { cells: { title: 'A deal', company } }),
    }
  }

  test('makes it with the value alone, once, and links to it the next time', async () => {
    const to = await openCompanies()
    const { add, deals } = await openLinking(to)
    const both = [
      { create: true, external_id: 'n-1' },
      { create: true, name: ' Acme ' },
    ]
    const first = await add(both)
    expect(first.status, first.text).toBe(201)
    const { rows } = await to.dump()
    expect(rows.map((row) => [row.id, row.external_id, row.cells, row.source])).toEqual([
      [first.body.data.cells.company[0], 'n-1', {}, 'manual'],
      [first.body.data.cells.company[1], null, { 1: 'Acme' }, 'manual'],
    ])
    expect(first.body.coerced[0].stored).toBe(first.body.data.cells.company.join(', '))
    const second = await add([...both, { create: true, name: 'Acme' }, 'n-1'])
    expect(second.body.data.cells.company).toEqual(first.body.data.cells.company)
    const edit = await deals.as('member')('PATCH', `/rows/${first.body.data.id}`, {
      cells: { company: { create: true, name: 'Beta' } },
    })
    expect(edit.status, edit.text).toBe(200)
    const after = await to.dump()
    expect(after.rows.map((row) => row.cells[1])).toEqual([undefined, 'Acme', 'Beta'])
    expect(after.count).toBe(3)
    const sent = await keyOf(to, 'page').write({ external_id: 'n-1', cells: { name: 'Late' } })
    expect(sent.body).toMatchObject({ outcome: 'replayed', data: { id: rows[0]!.id } })
    const updated = await keyOf(to, 'page').write({
      external_id: 'n-1',
      onConflict: 'update',
      cells: { name: 'Late' },
    })
    expect(updated.body).toMatchObject({ outcome: 'updated', data: { id: rows[0]!.id } })
  })

  test('makes one row for several cells of a batch, and none if anything is refused', async () => {
    const to = await openCompanies()
    const { deals } = await openLinking(to)
    const company = { create: true, name: 'Shared' }
    const write = (rows: object[]) => deals.as('member')('POST', '/rows', { rows })
    const refused = await write([
      { cells: { company } },
      { cells: { company: { create: false, name: 'Other' } } },
    ])
    expect(refused.status).toBe(400)
    expect((await to.dump()).rows).toEqual([])
    const { body } = await write([
      { cells: { company } },
      { cells: { company: { create: true, Name: ' Shared ' } } },
    ])
    expect((await to.dump()).rows.map(({ id }) => id)).toEqual(body.data[0].cells.company)
    expect(body.data[1].cells.company).toEqual(body.data[0].cells.company)
  })

  test('refuses what the new row could not be', async () => {
    const strict = await openCompanies([{ name: 'Owner', type: 'text', required: true }])
    const board = await openCompanies([], 'board')
    const locked = await openCompanies()
    await restrict(service, desk.workspaceId, locked.key, 'name', { editableBy: 'nobody' })
    const mails = await openCompanies([{ name: 'Email', type: 'email', unique: true }])
    for (const [to, link, why] of [
      [strict, { name: 'A' }, 'owner: is required; send a value for it'],
      [board, { external_id: 'A' }, 'only rows of pages have own ids'],
      [locked, { name: 'A' }, 'name: this column cannot be written here'],
      [mails, { email: 'nobody' }, 'email: "nobody" is not an email address'],
    ] as const) {
      const before = (await to.dump()).rows.length
      const { add } = await openLinking(to)
      const { status, body } = await add({ create: true, ...link })
      expect([status, body.issues?.[0].reason]).toEqual([400, 'row_not_made'])
      expect(body.issues[0].values.why).toContain(why)
      expect((await to.dump()).rows).toHaveLength(before)
    }
    const { add } = await openLinking(await openCompanies())
    expect((await add({ create: true, name: 'A' }, 'viewer')).status).toBe(403)
  })

  test('makes at most 500 in a request', async () => {
    const to = await openCompanies()
    const { deals } = await openLinking(to)
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        cells: { company: { create: true, name: `n${i}` } },
      }))
    const most = rows(500)
    const company = [{ create: true, name: 'one more' }, most[0]!.cells.company]
    const refused = await deals.as('member')('POST', '/rows', {
      rows: [...most.slice(1), { cells: { company } }],
    })
    expect(refused.body.issues).toEqual([
      expect.objectContaining({ path: 'body.rows[499].cells.company', reason: 'row_not_made' }),
    ])
    expect((await to.dump()).rows).toEqual([])
    expect((await deals.as('member')('POST', '/rows', { rows: most })).status).toBe(201)
    expect((await to.dump()).rows).toHaveLength(500)
  })

  test('makes none for a key on another board, but links to a row that is there', async () => {
    const to = await openCompanies()
    const there = await known('k-1', { name: 'There' }, to)
    const { deals } = await openLinking(to)
    for (const company of [
      { create: true, name: 'New' },
      { create: true, external_id: 'k-2' },
    ]) {
      const { status, body } = await keyOf(deals).write({ cells: { company } })
      expect(status).toBe(400)
      expect(body.error.errors[0]).toMatchObject({ reason: 'row_not_made' })
      expect(body.error.errors[0].message).toContain('a key can add rows only to its own board')
    }
    const found = await keyOf(deals).write({ cells: { company: { create: true, name: 'There' } } })
    expect(found.body.data.cells.company).toEqual([there])
    expect((await to.dump()).rows).toHaveLength(1)
  })

  test('makes rows for a key on its own page, which are undone with its batch', async () => {
    const people = await openPeople()
    const rows = [
      {
        external_id: 'p-1',
        cells: { name: 'Ann', boss: { create: true, external_id: 'p-0' } },
      },
      { external_id: 'p-2', cells: { name: 'Bob', boss: { create: true, name: 'Cleo' } } },
    ]
    const dry = await people.write({ rows }, { query: '?dryRun=true' })
    expect(dry.status, dry.text).toBe(200)
    expect(await people.rows()).toEqual([])
    expect((await people.write({ rows })).status).toBe(201)
    expect(await people.bosses()).toEqual({ 'p-0': null, Cleo: null, Ann: 'p-0', Bob: 'Cleo' })
    const runs = await people.as('GET', '/imports')
    expect(runs.body.data).toHaveLength(1)
    const undone = await people.as('POST', `/imports/${runs.body.data[0].id}/undo`)
    expect(undone.body.data.undo ?? undone.body, undone.text).toBeTruthy()
    expect(await people.rows()).toEqual([])
  })

  test('is refused if another row of the request takes its value', async () => {
    const people = await openPeople()
    await people.record('p-1', { name: 'Ann' })
    const [ann] = await people.rows()
    const { status, body } = await people.as('PATCH', '/rows', {
      rows: [{ id: ann.id, cells: { name: 'Cleo', boss: { create: true, name: 'Cleo' } } }],
    })
    expect([status, body.code]).toEqual([400, 'invalid_rows'])
    expect(await people.bosses()).toEqual({ Ann: null })
  })
})

describe('the rows of one request', () => {
  const ofTwo = [
    { external_id: 'b', cells: { name: 'Bob', boss: { external_id: 'a' } } },
    { external_id: 'a', cells: { name: 'Ann' } },
  ]

  test('link to each other by own id, in any order and in circles', async () => {
    for (const rows of [ofTwo, ofTwo.toReversed()]) {
      const people = await openPeople()
      const { status, text } = await people.write({ rows })
      expect(status, text).toBe(201)
      expect(await people.bosses()).toEqual({ Bob: 'Ann', Ann: null })
    }
    const people = await openPeople()
    const circle = [
      { external_id: 'a', cells: { name: 'Ann', boss: { external_id: 'b' } } },
      { external_id: 'b', cells: { name: 'Bob', boss: 'a' } },
      { external_id: 'c', cells: { name: 'Cleo', boss: { name: 'Bob' } } },
    ]
    expect((await people.write({ rows: circle })).status).toBe(201)
    expect(await people.bosses()).toEqual({ Ann: 'Bob', Bob: 'Ann', Cleo: 'Bob' })
    const again = await people.write({ rows: circle, onConflict: 'update' })
    expect(again.body.receipts.map((receipt: Item) => receipt.outcome)).toEqual([
      'updated',
      'updated',
      'updated',
    ])
    expect(await people.bosses()).toEqual({ Ann: 'Bob', Bob: 'Ann', Cleo: 'Bob' })
    expect(await people.history()).toEqual([])
  })

  test('link to each other by unique values when a person adds them', async () => {
    const people = await openPeople()
    const rows = [
      { cells: { name: 'Bob', boss: 'Ann' } },
      { cells: { name: 'Ann', boss: { name: 'Bob' } } },
    ]
    const { status, text } = await people.as('POST', '/rows', { rows })
    expect(status, text).toBe(201)
    expect(await people.bosses()).toEqual({ Bob: 'Ann', Ann: 'Bob' })
  })

  test('cannot link to themselves, in a dry run either', async () => {
    const people = await openPeople()
    const body = { external_id: 'a', cells: { name: 'Ann', boss: { external_id: 'a' } } }
    for (const query of ['', '?dryRun=true']) {
      const { status, body: answer } = await people.write(body, { query })
      expect(status).toBe(400)
      expect(answer.error.errors[0].reason).toBe('links_to_itself')
    }
    const typed = await people.as('POST', '/rows', { cells: { name: 'Ann', boss: 'Ann' } })
    expect(typed.body.issues[0].reason).toBe('links_to_itself')
    expect(await people.rows()).toEqual([])
  })

  test('cannot link to one that is in the trash, even if the request updates it there', async () => {
    const people = await openPeople()
    const gone = (await people.record('a', { name: 'Ann' })).body.data.id
    await people.as('DELETE', `/rows/${gone}`)
    for (const boss of [{ external_id: 'a' }, 'a', { name: 'Ann' }]) {
      const rows = [{ external_id: 'b', cells: { name: 'Bob', boss } }, ofTwo[1]]
      const { status, body } = await people.write({ rows, onConflict: 'update' })
      expect(status).toBe(400)
      expect(body.error.errors).toEqual([
        expect.objectContaining({ index: 0, reason: 'no_such_row' }),
      ])
    }
  })
})

describe('an import', () => {
  beforeAll(() => {
    service.work()
  })

  test('links by own id and unique value, refuses what it cannot find, and is undone', async () => {
    const deals = await openDeals()
    const run = importerOf(service.api, desk.tokens.member, { boardId: deals.id })
    const file = `Title,Company\nOne,crm-1\nTwo,"Beta, crm-1"\nThree,nobody\nFour,8\nFive,\n`
    const preview = await run.preview({ file })
    expect(preview.body.data.counts, preview.text).toMatchObject({ wouldImport: 3, wouldFail: 2 })
    expect(preview.body.data.rows.map((row: Item) => row.errors[0]?.reason)).toEqual([
      undefined,
      undefined,
      'no_such_row',
      'several_rows',
      undefined,
    ])
    const settled = await run.run({ file })
    expect(settled).toMatchObject({ status: 'partial', imported: 3, failed: 2 })
    const rows = await run.rows()
    expect(rows.map((row: Item) => row.cells.company)).toEqual([
      [ids.acme],
      [ids.beta, ids.acme],
      undefined,
    ])
    expect((await run.post(`/${settled.id}/undo`)).status).toBe(201)
    expect(await run.rows()).toEqual([])
    expect((await run.post(`/${settled.id}/redo`)).status).toBe(201)
    expect(await run.rows()).toEqual(
      rows.map((row: Item) => expect.objectContaining({ id: row.id })),
    )
  })

  test('reads the numbers of a workbook as own ids and unique values', async () => {
    const numbered = await known('1042', { name: 'Numbered' })
    const deals = await openDeals()
    const run = importerOf(service.api, desk.tokens.member, { boardId: deals.id })
    const text = (at: string, value: string) => `<c r="${at}" t="str"><v>${value}</v></c>`
    const rows = [
      `<row r="1">${text('A1', 'Title')}${text('B1', 'Company')}</row>`,
      `<row r="2">${text('A2', 'One')}<c r="B2"><v>1042</v></c></row>`,
      `<row r="3">${text('A3', 'Two')}<c r="B3"><v>7</v></c></row>`,
    ]
    const file = workbookOf({ sheets: { Deals: rows.join('') } })
    const settled = await run.run({ file, name: 'deals.xlsx' })
    expect(settled).toMatchObject({ status: 'completed', imported: 2 })
    const stored = (await run.rows()).map((row: Item) => row.cells.company)
    expect(stored).toEqual([[numbered], [ids.acme]])
  })

  test('links its own lines in any order, in circles, and leaves out those that lead nowhere', async () => {
    const lines = ['Ann,Bob', 'Bob,Ann', 'Cleo,Dan', 'Dan,', 'Eve,Fay', 'Fay,nobody', 'Gus,Gus']
    for (const order of [lines, lines.toReversed()]) {
      const people = await openPeople()
      const run = importerOf(service.api, desk.tokens.member, { definitionKey: people.key })
      const file = `Name,Boss\n${order.join('\n')}\n`
      const preview = await run.preview({ file })
      expect(preview.body.data.counts).toMatchObject({ wouldImport: 4, wouldFail: 3 })
      const settled = await run.run({ file })
      expect(settled).toMatchObject({ status: 'partial', imported: 4, failed: 3 })
      expect(await people.bosses()).toEqual({ Ann: 'Bob', Bob: 'Ann', Cleo: 'Dan', Dan: null })
      const { body } = await run.get(`/${settled.id}/failures`)
      expect(
        Object.fromEntries(body.data.map((row: Item) => [row.values.Name, row.errors[0]?.reason])),
      ).toEqual({ Eve: 'no_such_row', Fay: 'no_such_row', Gus: 'links_to_itself' })
      await run.post(`/${settled.id}/undo`)
      expect(await run.rows()).toEqual([])
    }
  })

  test('leaves a link empty that leads nowhere in the whole file, if bad values are left empty', async () => {
    const lines = ['Ann,Bob', 'Bob,Ann', 'Eve,Fay', 'Fay,nobody', 'Hal,nobody']
    for (const order of [lines, lines.toReversed()]) {
      const people = await openPeople()
      const run = importerOf(service.api, desk.tokens.member, { definitionKey: people.key })
      const file = `Name,Boss\n${order.join('\n')}\n`
      const onBad = { Boss: 'leave_empty' }
      const preview = await run.preview({ file, onBad })
      expect(preview.body.data.counts).toMatchObject({ wouldImport: 5, wouldFail: 0, leftEmpty: 2 })
      const settled = await run.run({ file, onBad })
      expect(settled).toMatchObject({ status: 'completed', imported: 5, failed: 0, leftEmpty: 2 })
      const bosses = { Ann: 'Bob', Bob: 'Ann', Eve: 'Fay', Fay: null, Hal: null }
      expect(await people.bosses()).toEqual(bosses)
      const { body } = await run.get(`/${settled.id}/failures?which=left_empty`)
      const names = body.data.map((row: Item) => row.values.Name)
      expect(names.toSorted()).toEqual(['Fay', 'Hal'])
    }
  })

  test('links lines that are far apart, and matched ones', async () => {
    const people = await openPeople()
    await people.record(undefined, { name: 'Old' })
    const run = importerOf(service.api, desk.tokens.member, { definitionKey: people.key })
    const fill = Array.from({ length: 1200 }, (_, i) => `Filler ${i},`)
    const chain = Array.from({ length: 600 }, (_, i) => `Link ${i},Link ${i + 1}`)
    const lines = [
      'First,Last',
      'Lost,Fay',
      ...chain,
      'Old,Last',
      ...fill,
      'Link 600,First',
      'Last,First',
      'Fay,nobody',
    ]
    const file = `Name,Boss\n${lines.join('\n')}\n`
    const preview = await run.preview({ file, matchOn: 'name' })
    expect(preview.body.data.counts).toMatchObject({
      wouldImport: lines.length - 2,
      wouldUpdate: 1,
      wouldFail: 2,
    })
    expect(preview.body.data.rows).toHaveLength(20)
    expect(preview.body.data.rows[0]).toMatchObject({
      line: 2,
      values: ['First', 'Last'],
      errors: [],
    })
    const settled = await run.run({ file, matchOn: 'name' })
    expect(settled).toMatchObject({
      status: 'partial',
      total: lines.length,
      imported: lines.length - 2,
      failed: 2,
    })
    const bosses = await people.bosses(await run.rows())
    expect(bosses).toMatchObject({
      First: 'Last',
      Last: 'First',
      Old: 'Last',
      'Link 0': 'Link 1',
      'Link 599': 'Link 600',
      'Link 600': 'First',
    })
    const { body } = await run.get(`/${settled.id}/failures`)
    expect(body.data.map((row: Item) => row.values.Name)).toEqual(['Lost', 'Fay'])
    expect((await run.post(`/${settled.id}/undo`)).status).toBe(201)
    expect((await people.rows()).map((row: Item) => row.cells.name)).toEqual(['Old'])
  })
})
