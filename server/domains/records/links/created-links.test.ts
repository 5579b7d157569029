// Requests with links that make rows, compared with a plain model that looks at every row.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

interface Company {
  /** Its place among all companies that were ever made. */
  nth: number
  ownId?: string
  name?: string
  number?: number
  isTrashed: boolean
}
type Link =
  | string
  | { external_id: string; create?: boolean }
  | { name: string; create?: boolean }
  | { number: string; create?: boolean }
/** A write of rows, each with the links of one cell; or the number of a company to put into the trash. */
type Step = { write: Link[][] } | { trash: number }

/** Few values, so that own ids, names and numbers are often the same. */
const word = fc.constantFrom('a', 'b', '1', '2')
/** Mostly true: a request with one link that leads nowhere makes nothing. */
const create = fc.constantFrom(...Array<true>(8).fill(true), false, undefined)
const link: fc.Arbitrary<Link> = fc.oneof(
  { weight: 1, arbitrary: word },
  { weight: 3, arbitrary: fc.record({ external_id: word, create }) },
  { weight: 3, arbitrary: fc.record({ name: word, create }) },
  { weight: 3, arbitrary: fc.record({ name: word.map((name) => ` ${name} `), create }) },
  { weight: 3, arbitrary: fc.record({ number: fc.constantFrom('1', '2', ' 1', '2.0'), create }) },
  { weight: 1, arbitrary: fc.record({ number: fc.constant('a'), create }) },
)
const cell = fc.array(link, { minLength: 1, maxLength: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ write: fc.array(cell, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ trash: fc.nat(3) }) },
)

/** What a write should do: why each refused row is refused, or the companies that each row then links to. */
function expected(all: readonly Company[], write: Link[][]) {
  const made: Company[] = []
  const live = all.filter(({ isTrashed }) => !isTrashed)
  const resolve = (sent: Link): Company | string => {
    if (typeof sent === 'string') {
      const own = live.filter(({ ownId }) => ownId === sent)
      const named = live.filter(({ name, number }) => name === sent || `${number}` === sent)
      const found = own.length > 0 ? own : named
      return found.length > 1 ? 'several_rows' : (found[0] ?? 'no_such_row')
    }
    const wanted =
      'external_id' in sent
        ? { ownId: sent.external_id }
        : 'name' in sent
          ? { name: sent.name.trim() }
          : { number: Number(sent.number) }
    const isIt = (company: Company) =>
      Object.entries(wanted).every(([key, value]) => company[key as keyof Company] === value)
    const found = live.find(isIt)
    if (found) return found
    if (!sent.create) return 'no_such_row'
    if (Number.isNaN(wanted.number)) return 'row_not_made'
    const same = made.find(isIt)
    if (same) return same
    const company = { nth: all.length + made.length, isTrashed: false, ...wanted }
    made.push(company)
    return company
  }
  const cells = write.map((links) => links.map(resolve))
  const refused = cells.flatMap((targets, row) => {
    const reasons = targets.filter((target) => typeof target === 'string')
    return reasons.length > 0 ? [{ row, reasons }] : []
  })
  return { refused, made: refused.length > 0 ? [] : made, cells: cells as Company[][] }
}

test('links make what is missing, once, and a refused request makes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { companies, deals } = await openBoards()
      const all: Company[] = []
      /** By `nth`, once the service has made the row. */
      const ids = new Map<number, string>()
      for (const step of steps) {
        if ('trash' in step) await trash(companies, all[step.trash], ids)
        else await write(companies, deals, step.write, all, ids)
      }
    }),
    { numRuns: 40 },
  )
})

async function openBoards() {
  const unique = [
    { name: 'Name', type: 'text', unique: true },
    { name: 'Number', type: 'number', unique: true },
  ]
  const companies = await openRows(service, desk, unique, 'page')
  const settings = { definitionKey: companies.key, multiple: true }
  const deals = await openRows(service, desk, [{ name: 'Company', type: 'link', settings }])
  return { companies, deals }
}

async function trash(
  companies: Rows,
  company: Company | undefined,
  ids: ReadonlyMap<number, string>,
): Promise<void> {
  if (!company || company.isTrashed) return
  await companies.as('member')('DELETE', `/rows/${ids.get(company.nth)}`)
  company.isTrashed = true
}

async function write(
  companies: Rows,
  deals: Rows,
  sent: Link[][],
  all: Company[],
  ids: Map<number, string>,
): Promise<void> {
  const { refused, made, cells } = expected(all, sent)
  const rows = sent.map((company) => ({ cells: { company } }))
  const { status, body, text } = await deals.as('member')('POST', '/rows', { rows })
  expect(status, text).toBe(refused.length > 0 ? 400 : 201)
  if (refused.length > 0) {
    const paths = refused.map(({ row }) => `body.rows[${row}].cells.company`)
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(paths)
    for (const [at, { reasons }] of refused.entries())
      expect(reasons).toContain(body.issues[at].reason)
  } else {
    all.push(...made)
    for (const [row, targets] of cells.entries()) {
      const linked: string[] = body.data[row].cells.company
      const wanted = [...new Set(targets)]
      expect(linked).toHaveLength(wanted.length)
      for (const [at, { nth }] of wanted.entries()) {
        if (!ids.has(nth)) ids.set(nth, linked[at]!)
        expect(linked[at]).toBe(ids.get(nth))
      }
    }
  }
  const { rows: stored } = await companies.dump()
  const live = stored.filter(({ deleted_at }) => deleted_at === null)
  const seen = live.map(({ id, external_id, cells }) => [id, external_id, cells[1], cells[2]])
  const wanted = all.flatMap(({ nth, ownId = null, name, number, isTrashed }) =>
    isTrashed ? [] : [[ids.get(nth), ownId, name, number]],
  )
  expect(new Set(seen.map(String))).toEqual(new Set(wanted.map(String)))
  expect(seen).toHaveLength(wanted.length)
}
