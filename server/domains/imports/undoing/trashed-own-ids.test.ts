// A row in the trash has its own id until a person needs it for another row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chance, chanceOf, newSeed } from '../../../tests/scenarios/chance.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { openRecords } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from '../../records/trash/trash-purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

/** A page of people, who can have a boss among them. */
async function open() {
  const token = desk.tokens.owner
  const made = await openRecords(service, token, [{ name: 'Name', type: 'text' }])
  const path = `/v1/definitions/${made.key}`
  const as = (method: string, to: string, body?: object) =>
    service.api(method, `${path}${to}`, { token, body })
  await as('POST', '/columns', {
    name: 'Boss',
    type: 'link',
    settings: { definitionKey: made.key, multiple: true },
  })
  const importer = importerOf(service.api, token, { definitionKey: made.key })
  return {
    ...made,
    as,
    importer,
    /** Imports rows with these own ids, named after them and the attempt. */
    send: (externalIds: readonly string[], attempt: string, form = {}) => {
      const lines = externalIds.map((id) => `${id} ${attempt},${id}`)
      return importer.run({ file: ['Name,External ID', ...lines, ''].join('\n'), ...form })
    },
    /** The rows outside the trash. */
    standing: async (): Promise<{ id: string; externalId: string; cells: { name: string } }[]> =>
      importer.rows(),
    trashed: async (): Promise<{ id: string; externalId: string; cells: { name: string } }[]> =>
      (await as('GET', '/rows?trashed=true&limit=1000')).body.data,
  }
}
type Page = Awaited<ReturnType<typeof open>>

const names = (rows: readonly { cells: { name: string } }[]) =>
  rows.map(({ cells }) => cells.name).toSorted()

describe('after an undo', () => {
  test('the same file comes in again, and either run can be redone while the other is undone', async () => {
    const page = await open()
    const first = await page.send(['a', 'b'], 'wrong')
    expect((await page.importer.post(`/${first.id}/undo`)).status).toBe(201)
    const file = 'Name,External ID,Boss\na right,a,b\nb right,b,\n'
    const { counts } = (await page.importer.preview({ file })).body.data
    expect(counts).toMatchObject({ wouldImport: 2, wouldFail: 0 })
    const second = await page.importer.run({ file })
    expect(second).toMatchObject({ status: 'completed', imported: 2, failed: 0 })
    const [a, b] = await page.standing()
    // A link by an own id leads to the row that has it now.
    expect(a).toMatchObject({ externalId: 'a', cells: { name: 'a right', boss: [b!.id] } })

    const refused = await page.importer.post(`/${first.id}/redo`)
    expect([refused.status, refused.body.code]).toEqual([409, 'value_taken'])
    expect(refused.body.issues).toHaveLength(2)
    expect(refused.body.error).toContain(`row ${a!.id} now has the same external_id, "a"`)
    expect(names(await page.standing())).toEqual(['a right', 'b right'])

    expect((await page.importer.post(`/${second.id}/undo`)).status).toBe(201)
    expect((await page.importer.post(`/${first.id}/redo`)).status).toBe(201)
    expect(names(await page.standing())).toEqual(['a wrong', 'b wrong'])
    expect((await page.importer.post(`/${second.id}/redo`)).body.code).toBe('value_taken')
    const again = await page.send(['a'], 'again')
    expect(again).toMatchObject({ status: 'failed', failed: 1 })
  })

  test('the same file can update and create by own ids', async () => {
    const page = await open()
    const first = await page.send(['a', 'b'], 'wrong')
    await page.importer.post(`/${first.id}/undo`)
    await page.as(
      'POST',
      `/rows/${(await page.trashed()).find((r) => r.externalId === 'b')!.id}/restore`,
    )
    const second = await page.send(['a', 'b'], 'right', { matchOn: 'external_id' })
    expect(second).toMatchObject({ status: 'completed', imported: 2 })
    expect(names(await page.standing())).toEqual(['a right', 'b right'])
    expect(names(await page.trashed())).toEqual(['a wrong'])
  })
})

describe('a row in the trash whose own id another row has', () => {
  test('comes back only when that row is gone, alone or with others', async () => {
    const page = await open()
    await page.send(['a'], 'old')
    const [old] = await page.standing()
    await page.as('DELETE', `/rows/${old!.id}`)
    await page.send(['a'], 'new')
    const [young] = await page.standing()
    const one = await page.as('POST', `/rows/${old!.id}/restore`)
    expect([one.status, one.body.code]).toEqual([409, 'value_taken'])
    expect(one.body.issues).toEqual([
      {
        path: 'path.rowId',
        message: `row ${young!.id} now has the same external_id, "a"; delete that row first`,
        reason: 'own_id_now_used',
        values: { row: young!.id, sent: '"a"' },
      },
    ])
    await page.as('DELETE', `/rows/${young!.id}`)
    const both = await page.as('POST', '/rows/restore', { ids: [young!.id, old!.id] })
    expect([both.status, both.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
      409,
      ['body.ids[0]'],
    ])
    expect(await page.standing()).toEqual([])
    expect((await page.as('POST', `/rows/${old!.id}/restore`)).status).toBe(201)
    expect(names(await page.standing())).toEqual(['a old'])
  })

  test('keeps the first answer of its key, which counts again when it is back', async () => {
    const page = await open()
    const first = await page.record('a', { name: 'sent' })
    await page.as('DELETE', `/rows/${first.body.data.id}`)
    const retry = await page.record('a', { name: 'sent again' })
    expect(retry.body).toEqual({ ...first.body, outcome: 'replayed' })
    const run = await page.send(['a'], 'imported')
    const [row] = await page.standing()
    const late = await page.record('a', { name: 'late' }, 'update')
    expect([late.body.outcome, late.body.data.id]).toEqual(['updated', row!.id])
    await page.importer.post(`/${run.id}/undo`)
    await page.as('POST', `/rows/${first.body.data.id}/restore`)
    expect((await page.record('a', {})).body).toEqual({ ...first.body, outcome: 'replayed' })
  })
})

test('a link of a person makes a row with the own id of one in the trash, and a link of a key does not', async () => {
  const page = await open()
  const gone = await page.record('a', { name: 'gone' })
  await page.as('DELETE', `/rows/${gone.body.data.id}`)
  const boss = { external_id: 'a', create: true }
  const refused = await page.write({ cells: { name: 'x', boss } })
  expect(refused.status).toBe(400)
  expect(refused.body.error.errors[0].message).toContain('the row with this id is in the trash')
  const made = await page.as('POST', '/rows', { cells: { name: 'y', boss } })
  expect(made.status, made.text).toBe(201)
  const [owner] = made.body.data.cells.boss
  expect(owner).not.toBe(gone.body.data.id)
  const found = await page.write({ cells: { name: 'z', boss } })
  expect(found.body.data.cells.boss).toEqual([owner])
  const back = await page.as('POST', `/rows/${gone.body.data.id}/restore`)
  expect([back.status, back.body.code]).toEqual([409, 'value_taken'])
})

interface Known {
  id: string
  externalId: string
  /** When it went to the trash, as a count; undefined outside. */
  trashed: number | undefined
}

/** What a plain list of rows says of an own id: the row outside the trash, or else the one deleted last. */
const holderOf = (rows: readonly Known[], externalId: string): Known | undefined =>
  rows
    .filter((row) => row.externalId === externalId)
    .toSorted((a, b) => (b.trashed ?? Infinity) - (a.trashed ?? Infinity))[0]

const isStanding = (row: Known | undefined) => row !== undefined && row.trashed === undefined

test('any order of imports, deletes, restores, retries and purges agrees with a plain list', async () => {
  const seed = newSeed()
  const chance = chanceOf(seed)
  const page = await open()
  const rows: Known[] = []
  let time = 0
  const pick = <T>(items: readonly T[]) => items[chance.between(0, items.length - 1)]
  const acts: Record<string, () => Promise<void>> = {
    import: async () => {
      const wanted = ['a', 'b', 'c'].filter(() => chance.happens(0.6))
      if (wanted.length === 0) return
      const free = wanted.filter((id) => !isStanding(holderOf(rows, id)))
      const run = await page.send(wanted, `${++time}`)
      expect([run.imported, run.failed]).toEqual([free.length, wanted.length - free.length])
      const known = new Set(rows.map(({ id }) => id))
      for (const { id, externalId } of await page.standing()) {
        if (!known.has(id)) rows.push({ id, externalId, trashed: undefined })
      }
    },
    remove: async () => {
      const row = pick(rows.filter(({ trashed }) => trashed === undefined))
      if (!row) return
      expect((await page.as('DELETE', `/rows/${row.id}`)).status).toBe(204)
      row.trashed = ++time
    },
    restore: async () => {
      const row = pick(rows.filter(({ trashed }) => trashed !== undefined))
      if (!row) return
      const isFree = !isStanding(holderOf(rows, row.externalId))
      const answer = await page.as('POST', `/rows/${row.id}/restore`)
      expect(answer.status, answer.text).toBe(isFree ? 201 : 409)
      if (isFree) row.trashed = undefined
    },
    retry: async () => {
      const externalId = pick(['a', 'b', 'c'])!
      const holder = holderOf(rows, externalId)
      const { outcome, data } = (await page.record(externalId, { name: 'retry' })).body
      expect([outcome, data.id]).toEqual(
        holder ? ['replayed', holder.id] : ['created', expect.any(String)],
      )
      if (!holder) rows.push({ id: data.id, externalId, trashed: undefined })
    },
    link: async () => {
      const externalId = pick(['a', 'b', 'c'])!
      const holder = holderOf(rows, externalId)
      const body = { cells: { boss: { external_id: externalId } } }
      const answer = await page.as('POST', '/rows', body)
      const isThere = isStanding(holder)
      expect(answer.status, answer.text).toBe(isThere ? 201 : 400)
      if (!isThere) return
      expect(answer.body.data.cells.boss).toEqual([holder!.id])
      await page.as('DELETE', `/rows/${answer.body.data.id}`)
    },
    purge: async () => {
      const row = pick(rows.filter(({ trashed }) => trashed !== undefined))
      if (!row) return
      expect((await page.as('POST', '/rows/purge', { ids: [row.id] })).status).toBe(201)
      await purgeTrash(service.db, service.connection, new AbortController().signal)
      rows.splice(rows.indexOf(row), 1)
    },
  }
  for (let step = 0; step < 50; step++) {
    const act = pick(Object.keys(acts))!
    await acts[act]!().catch((error) => {
      throw new Error(`seed ${seed}, step ${step}, ${act}: ${error.message}`)
    })
  }
})

/** Own ids that more than one row outside the trash has. */
const twins = ({ key }: Page) =>
  service.sql(
    `SELECT r.external_id FROM rows r JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id
     WHERE d.key = $1 AND r.deleted_at IS NULL AND r.external_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
    [key],
  )

test('imports, redos, restores, links and keys at once leave an own id to one row', async () => {
  const seed = newSeed()
  const rounds = Array.from({ length: 3 }, (_, nth) => race(chanceOf(seed + nth)))
  expect((await Promise.all(rounds)).flat(), `seed ${seed}`).toEqual([])
})

async function race(chance: Chance): Promise<string[]> {
  const page = await open()
  const ids = ['a', 'b', 'c', 'd']
  const run = await page.send(ids, 'first')
  await page.importer.post(`/${run.id}/undo`)
  const gone = await page.trashed()
  const faults: string[] = []
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      chance
        .shuffled([
          () => page.importer.post(`/${run.id}/redo`),
          () => page.importer.post(`/${run.id}/undo`),
          () => page.as('POST', `/rows/${gone[round % gone.length]!.id}/restore`),
          () => page.record(ids[round % ids.length]!, { name: 'key' }),
          () => page.as('POST', '/rows', { cells: { boss: { external_id: 'b', create: true } } }),
          async () => ({ status: 200, text: '', ...(await page.send(ids, `second ${round}`)) }),
          async () => ({ status: 200, text: '', ...(await page.send(ids, `third ${round}`)) }),
        ])
        .map((act) => act()),
    )
    faults.push(
      ...answers.filter(({ status }) => Number(status) >= 500).map(({ text }) => String(text)),
    )
    faults.push(...(await twins(page)).map(({ external_id }) => `two rows have ${external_id}`))
    const standing = (await page.standing()).filter(({ externalId }) => externalId)
    await page.as('POST', '/rows/delete', { ids: standing.map(({ id }) => id) })
  }
  return faults
}
