import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const linkTo = (name: string, definitionKey: string, settings: object = {}) => ({
  name,
  type: 'link',
  settings: { definitionKey, ...settings },
})

async function page(columns: object[]) {
  const made = await makePage(service, desk.tokens.owner, columns as never)
  return { ...made, ...importerOf(service.api, desk.tokens.owner, { definitionKey: made.key }) }
}
type Page = Awaited<ReturnType<typeof page>>

/** A page for people, who can have a boss among them. */
async function people() {
  const made = await page([{ name: 'Name', type: 'text' }])
  const column = await service.api('POST', `/v1/definitions/${made.key}/columns`, {
    token: desk.tokens.owner,
    body: linkTo('Boss', made.key),
  })
  expect(column.status).toBe(201)
  return made
}

const send = async ({ secret }: Page, records: object[]) => {
  const sent = await service.api('POST', '/v1/ingest/records', {
    token: secret,
    body: { rows: records },
  })
  expect(sent.status, sent.text).toBe(201)
}

const fileOf = async (path: string, format: string) => {
  const answer = await fetch(`${service.origin}/v1/${path}/export?format=${format}&ids=true`, {
    headers: { authorization: `Bearer ${desk.tokens.viewer}` },
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** The names that rows have, with those of the rows that they link to. */
const read = async ({ rows }: Page) => {
  const all = await rows()
  const names = new Map(all.map(({ id, cells }) => [id, cells.name]))
  return all.map(({ cells, externalId }) => [
    cells.name,
    names.get(cells.boss?.[0]) ?? null,
    externalId,
  ])
}

describe('an export with ids', () => {
  test.each(['csv', 'xlsx'])(
    'comes into another page as %s with its links, first try',
    async (format) => {
      const from = await people()
      await send(from, [
        { external_id: '=1042', cells: { name: 'Ann', boss: { external_id: 'b, "1"' } } },
        { external_id: 'b, "1"', cells: { name: 'Bob' } },
        { external_id: '0077', cells: { name: 'Cleo', boss: { external_id: '=1042' } } },
      ])
      const byHand = await service.api('POST', `/v1/definitions/${from.key}/rows`, {
        token: desk.tokens.member,
        body: { cells: { name: 'Dan', boss: '0077' } },
      })
      expect(byHand.status, byHand.text).toBe(201)
      await send(from, [{ external_id: 'e', cells: { name: 'Eve', boss: byHand.body.data.id } }])
      const before = await from.rows()
      const bob = before.find(({ cells }) => cells.name === 'Bob')!.id

      const to = await people()
      const file = await fileOf(`definitions/${from.key}`, format)
      const preview = await to.preview({ file })
      expect(preview.body.data.columns.at(-1)).toMatchObject({
        header: 'External ID',
        proposed: 'external_id',
        why: 'name',
      })
      expect(preview.body.data.counts).toMatchObject({ wouldImport: 5, wouldFail: 0 })
      const run = await to.run({ file })
      expect(run).toMatchObject({ status: 'completed', imported: 5, failed: 0 })
      const rows = await read(to)
      const wanted = [
        ['Ann', 'Bob', '=1042'],
        ['Bob', null, bob],
        ['Cleo', 'Ann', '0077'],
        ['Dan', 'Cleo', byHand.body.data.id],
        ['Eve', 'Dan', 'e'],
      ]
      expect(rows.toSorted()).toEqual(wanted)
      // Programs find the records by these ids.
      await send(to, [{ external_id: 'f', cells: { name: 'Fay', boss: { external_id: '=1042' } } }])
    },
  )

  test('of a board links to the rows of other pages by their own ids', async () => {
    const companies = await page([{ name: 'Name', type: 'text' }])
    await send(companies, [{ external_id: 'acme-1', cells: { name: 'Acme' } }])
    const columns = [
      { name: 'Title', type: 'text' },
      linkTo('Companies', companies.key, { multiple: true }),
    ]
    const deals = await makeBoard(service, desk.tokens.owner, columns)
    const added = await service.api('POST', `/v1/boards/${deals.id}/rows`, {
      token: desk.tokens.member,
      body: { cells: { title: 'First', companies: 'acme-1' } },
    })
    const file = await fileOf(`boards/${deals.id}`, 'csv')
    expect(Buffer.from(file).toString('utf8')).toBe(
      `\ufeffTitle,Companies,External ID\r\nFirst,acme-1,${added.body.data.id}\r\n`,
    )
    const other = await makeBoard(service, desk.tokens.owner, columns)
    const importer = importerOf(service.api, desk.tokens.owner, { boardId: other.id })
    // Boards have no own ids.
    const { columns: places } = (await importer.preview({ file })).body.data
    expect(places.map(({ proposed }: { proposed: string }) => proposed)).toEqual([
      'title',
      'companies',
      null,
    ])
    await importer.run({ file })
    const rows = await importer.rows()
    expect(rows.map(({ cells }) => cells)).toEqual([added.body.data.cells])
  })
})

describe('own ids of a file', () => {
  const csv = (...lines: string[]) => ['Name,External ID', ...lines, ''].join('\n')

  test('find the rows to update', async () => {
    const to = await people()
    await send(to, [{ external_id: 'a', cells: { name: 'Ann' } }])
    const file = csv('Anna,a', 'Bob,b', 'Bobby,b', 'Nobody,')
    const { counts } = (await to.preview({ file, matchOn: 'external_id' })).body.data
    expect(counts).toMatchObject({ wouldImport: 4, wouldUpdate: 2, wouldFail: 0 })
    const run = await to.run({ file, matchOn: 'external_id' })
    expect(run).toMatchObject({ status: 'completed', imported: 4 })
    expect(await read(to)).toEqual([
      ['Anna', null, 'a'],
      ['Bobby', null, 'b'],
      ['Nobody', null, null],
    ])
  })

  test('are refused if they are taken, twice in the file or too long, but not if a row in the trash has them', async () => {
    const to = await people()
    await send(to, [
      { external_id: 'a', cells: { name: 'Ann' } },
      { external_id: 'gone', cells: { name: 'Gone' } },
    ])
    const gone = (await to.rows()).find(({ cells }) => cells.name === 'Gone')!
    await service.api('DELETE', `/v1/definitions/${to.key}/rows/${gone.id}`, {
      token: desk.tokens.member,
    })
    const file = csv('Anna,a', 'Bob,b', 'Bo,b', `Long,${'x'.repeat(256)}`, 'Back,gone', 'Cleo,c')
    const mapping = ['name', 'external_id']
    const { counts } = (await to.preview({ file, mapping })).body.data
    expect(counts).toMatchObject({ wouldImport: 3, wouldFail: 3 })
    const run = await to.run({ file })
    const failures = (await to.get(`/${run.id}/failures`)).body.data
    const reported = failures.map(
      ({ errors: [error] }: { errors: { column: string; reason: string }[] }) => [
        error!.column,
        error!.reason,
      ],
    )
    expect(reported).toEqual([
      ['external_id', 'not_unique'],
      ['external_id', 'twin_in_file'],
      ['external_id', 'too_long'],
    ])
    expect((await read(to)).map(([name]) => name)).toEqual(['Ann', 'Bob', 'Back', 'Cleo'])
  })

  test('of updated rows stay as they are', async () => {
    const to = await page([{ name: 'Name', type: 'text', unique: true }])
    await send(to, [{ external_id: 'a', cells: { name: 'Ann' } }])
    const run = await to.run({ file: csv('Ann,z'), matchOn: 'name' })
    expect(run).toMatchObject({ status: 'completed', imported: 1 })
    expect((await to.rows()).map(({ externalId }) => externalId)).toEqual(['a'])
  })

  test('go to a column of that name if the page has one', async () => {
    const to = await page([
      { name: 'Name', type: 'text' },
      { name: 'External ID', type: 'text' },
    ])
    await to.run({ file: csv('Ann,a') })
    expect((await to.rows()).map(({ cells, externalId }) => [cells, externalId])).toEqual([
      [{ name: 'Ann', external_id: 'a' }, null],
    ])
  })
})
