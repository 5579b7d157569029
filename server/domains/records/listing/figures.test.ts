import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { BIG_BOARD } from '../indexes/column-indexes.rules.ts'
import { purgeTrash } from '../trash/trash-purge.ts'
import { groupFigure } from './figures.rules.ts'
import { figureOf } from './figures.ts'
import { openListing, type RowsQuery } from './listing.ts'

// The figures of a big board are kept, and changed by what changes in its rows. A plain model counts them anew.

let service: TestService
let desk: Desk
let rows: Rows
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  rows = await openRows(service, desk, [
    { name: 'Stage', type: 'select', settings: { options: STAGES.map((label) => ({ label })) } },
    { name: 'Amount', type: 'currency' },
    { name: 'Paid', type: 'checkbox' },
    { name: 'Due', type: 'date' },
    { name: 'Name', type: 'text' },
    { name: 'Half', type: 'formula', settings: { expression: 'amount / 2' } },
  ])
  for (let made = 0; made < BIG_BOARD + 500; made += 500) {
    await create(Array.from({ length: 500 }, (_, n) => cellsOf(made + n)))
  }
}, 120_000)
afterAll(() => service.stop())

const STAGES = ['New', 'Won', 'Zürich', 'aside', 'Lost']

interface Cells {
  stage?: string | null
  amount?: number | null
  paid?: boolean | null
  due?: string | null
  name?: string | null
}

const cellsOf = (n: number): Cells => ({
  ...(n % 7 ? { stage: STAGES[n % 4]! } : {}),
  ...(n % 5 ? { amount: ((n * 37) % 900) + 0.01 } : {}),
  ...(n % 3 ? { paid: n % 2 === 0 } : {}),
  ...(n % 4 ? { due: `2026-11-${String((n % 28) + 1).padStart(2, '0')}` } : {}),
  name: `Row ${n % 50}`,
})

interface Row {
  id: string
  position: number
  cells: Cells
}

/** The rows outside the trash and those in it, by position. */
const live: Row[] = []
const trashed: Row[] = []
const byPosition = (a: Row, b: Row) => a.position - b.position

async function call(method: string, path: string, body?: unknown) {
  const answer = await rows.as('owner')(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.body
}

async function create(cells: Cells[]): Promise<void> {
  const { data } = await call('POST', '/rows', { rows: cells.map((each) => ({ cells: each })) })
  live.push(...data.map(({ id, position }: Row, n: number) => ({ id, position, cells: cells[n]! })))
}

async function move(from: Row[], to: Row[], path: string, at: number, count: number) {
  const moved = from.splice(at % Math.max(from.length, 1), count)
  if (moved.length === 0) return
  await call('POST', `/rows/${path}`, { ids: moved.map(({ id }) => id) })
  to.push(...moved)
  to.sort(byPosition)
}

const numberOf = (value: unknown) => Number(value ?? 0)

function groups(of: readonly Row[], key: keyof Cells) {
  const counted = new Map<unknown, { count: number; cents: number }>()
  for (const { cells } of of) {
    const value = key === 'paid' ? (cells.paid ?? false) : (cells[key] ?? null)
    const group = counted.get(value) ?? { count: 0, cents: 0 }
    group.count++
    group.cents += Math.round(numberOf(cells.amount) * 100)
    counted.set(value, group)
  }
  return [...counted].map(([value, { count, cents }]) => ({
    value,
    count,
    sums: { amount: cents / 100 },
  }))
}

const inSomeOrder = (found: ReturnType<typeof groups>) =>
  found.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1))

const isBig = ({ cells }: Row) => numberOf(cells.amount) >= 450
const filter = `filter=${encodeURIComponent('{"column":"stage","op":"in","value":["Won","Lost"]}')}`
const isFiltered = ({ cells }: Row) => cells.stage === 'Won' || cells.stage === 'Lost'

let asked = 0

/** Everything that is counted is as the model counts it, whatever is asked first. */
async function expectFigures(): Promise<void> {
  const wide = await call('GET', '/rows?group=stage&groupOrder=options&sum=amount&limit=1')
  expect(inSomeOrder(wide.groups)).toEqual(inSomeOrder(groups(live, 'stage')))
  const labels = wide.groups.map(({ value }: { value: string | null }) => value)
  expect(labels).toEqual([
    ...STAGES.filter((one) => labels.includes(one)),
    ...(labels.includes(null) ? [null] : []),
  ])
  for (const key of ['paid', 'due', 'amount'] as const) {
    const { groups: found } = await call('GET', `/rows?group=${key}&sum=amount&limit=1&${filter}`)
    expect(inSomeOrder(found)).toEqual(inSomeOrder(groups(live.filter(isFiltered), key)))
  }
  const totals = 'amount:sum,amount:average,due:filled,paid:filled,amount:max'
  const found = await call('GET', `/rows?totals=${totals}&limit=1&${filter}`)
  const amounts = live.filter(isFiltered).flatMap(({ cells }) => cells.amount ?? [])
  const sum = amounts.reduce((all, one) => all + Math.round(one * 100), 0) / 100
  expect(found.totals.map(({ value }: { value: number }) => value)).toEqual([
    sum,
    expect.closeTo(sum / amounts.length, 8),
    live.filter((row) => isFiltered(row) && row.cells.due != null).length,
    live.filter((row) => isFiltered(row) && row.cells.paid != null).length,
    Math.max(...amounts),
  ])
  // Of a page that is in no memory, the transaction ends together with the statement that reads it.
  const plain = await call('GET', `/rows?totals=due:filled&limit=${(asked++ % 900) + 1}`)
  expect(plain.totals[0].value).toBe(live.filter(({ cells }) => cells.due != null).length)
  const counted = await call('GET', `/rows?count=true&limit=1&${filter}`)
  expect(counted.total).toBe(live.filter(isFiltered).length)
  const not = encodeURIComponent('{"not":{"column":"amount","op":"gte","value":450}}')
  const few = await call('GET', `/rows?count=true&limit=1&filter=${not}`)
  expect(few.total).toBe(live.filter((row) => !isBig(row)).length)
}

const sorts: Record<string, (a: Row, b: Row) => number> = {
  amount: (a, b) =>
    missing(a, b) ?? (numberOf(a.cells.amount) - numberOf(b.cells.amount) || byPosition(a, b)),
  '-amount': (a, b) =>
    missing(a, b) ?? (numberOf(b.cells.amount) - numberOf(a.cells.amount) || byPosition(b, a)),
  paid: (a, b) => Number(a.cells.paid ?? false) - Number(b.cells.paid ?? false) || byPosition(a, b),
  '-row.position': (a, b) => byPosition(b, a),
}
/** Rows without an amount come last. */
function missing(a: Row, b: Row): number | undefined {
  const [no, none] = [a.cells.amount ?? null, b.cells.amount ?? null].map((one) => one === null)
  return no === none ? undefined : no ? 1 : -1
}

async function expectOffset(sort: string, part: number, isNarrow: boolean): Promise<void> {
  const compare = sorts[sort]!
  const all = (isNarrow ? live.filter(isFiltered) : live).toSorted(compare)
  const offset = Math.floor(part * all.length)
  const narrow = isNarrow ? `&${filter}` : ''
  const { data } = await call('GET', `/rows?sort=${sort}&offset=${offset}&limit=3${narrow}`)
  expect(data.map(({ position }: Row) => position)).toEqual(
    all.slice(offset, offset + 3).map(({ position }) => position),
  )
}

const stage = fc.option(fc.constantFrom(...STAGES))
const amount = fc.option(fc.integer({ min: 0, max: 90_000 }).map((cents) => cents / 100))
const edit = fc.record(
  {
    stage,
    amount,
    paid: fc.boolean(),
    due: fc.option(fc.constantFrom('2026-11-03', '2027-01-01')),
    name: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [] },
)
const few = fc.nat({ max: 5 })
const at = fc.oneof(few, fc.nat())
const step = fc.oneof(
  // Few rows are edited often, and moved to the trash and back.
  { weight: 5, arbitrary: fc.record({ does: fc.constant('edit' as const), at: few, edit }) },
  fc.record({
    does: fc.constant('create' as const),
    cells: fc.array(edit, { minLength: 1, maxLength: 20 }),
  }),
  fc.record({
    does: fc.constantFrom('trash' as const, 'restore' as const, 'remove' as const),
    at,
    count: fc.integer({ min: 1, max: 30 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(one: Step): Promise<void> {
  switch (one.does) {
    case 'edit': {
      const row = live[one.at % live.length]!
      if (Object.keys(one.edit).length === 0) return
      await call('PATCH', `/rows/${row.id}`, { cells: one.edit })
      Object.assign(row.cells, one.edit)
      return
    }
    case 'create':
      return create(one.cells.map((cells) => ({ ...cells })))
    case 'trash':
      return move(live, trashed, 'delete', one.at, one.count)
    case 'restore':
      return move(trashed, live, 'restore', one.at, one.count)
    case 'remove': {
      await move(trashed, [], 'purge', one.at, one.count)
    }
  }
}

test('what a big board counts is right after any changes, and so is every jump', async () => {
  await expectFigures()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(
        fc.tuple(
          fc.constantFrom(...Object.keys(sorts)),
          fc.double({ min: 0, max: 0.9999, noNaN: true }),
          fc.boolean(),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      async (steps, jumps) => {
        for (const one of steps) await take(one)
        await expectFigures()
        for (const [sort, part, isNarrow] of jumps) await expectOffset(sort, part, isNarrow)
      },
    ),
    { numRuns: Number(process.env.FIGURE_RUNS ?? 25), endOnFailure: true },
  )
}, 240_000)

test('rows that are removed with their history are missed in no figure', async () => {
  await expectFigures()
  await move(live, trashed, 'delete', 3, 40)
  await call('POST', '/rows/purge', { ids: trashed.splice(0, 25).map(({ id }) => id) })
  await purgeTrash(service.db, service.connection, new AbortController().signal)
  await expectFigures()
})

test('an import that is undone, and people who write at once, are counted as they are', async () => {
  await expectFigures()
  service.work()
  const imports = importerOf(service.api, desk.tokens.owner, { definitionKey: rows.key })
  const lines = Array.from({ length: 300 }, (_, n) => `Won,${n}`)
  const run = await imports.run({ file: ['Stage,Amount', ...lines].join('\n') })
  expect(run.imported).toBe(300)
  const { groups: more } = await call('GET', '/rows?group=stage&sum=amount&limit=1')
  expect(more).not.toEqual((await call('GET', '/rows?group=stage&limit=1')).groups)
  expect((await imports.post(`/${run.id}/undo`)).status).toBe(201)
  await expectFigures()
  const cells = Array.from({ length: 30 }, (_, n) => cellsOf(n))
  const edited = live.slice(100, 130)
  await Promise.all([
    ...edited.map(async (row, n) => {
      await call('PATCH', `/rows/${row.id}`, { cells: { stage: STAGES[n % 5], amount: n } })
      Object.assign(row.cells, { stage: STAGES[n % 5], amount: n })
    }),
    ...cells.map((each) => create([each])),
    ...Array.from({ length: 20 }, () => call('GET', '/rows?group=stage&sum=amount&limit=1')),
  ])
  live.sort(byPosition)
  await expectFigures()
})

test('a figure that is asked for again reads what has changed, not the board', async () => {
  // A cluster keeps none.
  let canKeep = true
  const statementsOf = (query: RowsQuery): Promise<string[]> =>
    service.db.withWorkspace({ workspaceId: desk.workspaceId }, async (tx) => {
      const opened = await openListing(tx, owner, { id: rows.id }, query)
      const texts: string[] = []
      const counting: Pick<Tx, 'showsWriters' | 'canWrite' | 'runComposed'> = {
        showsWriters: tx.showsWriters,
        canWrite: tx.canWrite,
        runComposed: (text, values, isPlannedOnce) => {
          texts.push(text)
          return tx.runComposed(text, values, isPlannedOnce)
        },
      }
      await figureOf(counting as Tx, opened, groupFigure(opened.listing, opened.view, 1001))
      canKeep = tx.showsWriters
      return texts
    })
  const owner: UserActor = {
    kind: 'user',
    workspaceId: desk.workspaceId,
    accountId: '',
    crmUserId: desk.seats.owner,
    role: 'owner',
    teamIds: [],
    plan: 'free',
    sessionId: '',
  }
  await statementsOf({ group: 'paid', sum: 'amount' })
  await take({ does: 'edit', at: 7, edit: { paid: true, amount: 1 } })
  const again = await statementsOf({ group: 'paid', sum: 'amount' })
  const changes = expect.stringContaining('FROM row_history')
  expect(again).toEqual([canKeep ? changes : expect.not.stringContaining('row_history')])
  // What a formula was before is in no history.
  await statementsOf({ group: 'half' })
  const computed = await statementsOf({ group: 'half' })
  expect(computed).toEqual([expect.not.stringContaining('row_history')])
})
