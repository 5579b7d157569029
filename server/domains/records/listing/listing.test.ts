import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListedBoard, makeListedBoard } from '../../../tests/listing/board.ts'
import { filters, periods, pieces, sorts } from '../../../tests/listing/filters.ts'
import {
  type AnsweredRow,
  cellOf,
  composed,
  found,
  passes,
  sorted,
  startOf,
} from '../../../tests/listing/model.ts'
import { cells, columns, LABELS } from '../../../tests/listing/values.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: ListedBoard
let people: number[]
const token = () => desk.tokens.owner

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  people = [desk.seats.owner, desk.seats.admin, desk.seats.viewer]
  board = await makeListedBoard(service, token(), people, 60)
})
afterAll(() => service.stop())

async function list(query: Record<string, string>, as = token()) {
  const answer = await service.api('GET', `${board.path}/rows?${new URLSearchParams(query)}`, {
    token: as,
  })
  if (answer.status !== 200) throw new Error(`${JSON.stringify(query)}: ${answer.text}`)
  return answer.body
}

/** Every page of a list, one after the other. */
async function pages(query: Record<string, string>, limit: number): Promise<AnsweredRow[]> {
  const rows: AnsweredRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const body: { data: AnsweredRow[]; nextCursor: string | null } = await list({
      ...query,
      limit: String(limit),
      ...(cursor ? { cursor } : {}),
    })
    expect(body.data.length).toBeLessThanOrEqual(limit)
    rows.push(...body.data)
    cursor = body.nextCursor
  }
  return rows
}

const positions = (rows: AnsweredRow[]) => rows.map(({ position }) => position)
const runs = Number(process.env.LISTING_RUNS ?? 250)

test('the board has full and empty cells of every type', () => {
  const keys = [...columns.map(({ name }) => name), 'link'].filter((name) => name !== 'papers')
  for (const key of keys) {
    const full = board.rows.filter(({ cells }) => cells[key] !== undefined)
    expect(full.length, key).toBeGreaterThan(0)
    if (!['nr', 'made', 'maker', 'large', 'shout'].includes(key))
      expect(full.length, key).toBeLessThan(60)
  }
  const errors = board.rows.filter(({ cells }) => typeof cells.inverse === 'object')
  expect(errors.length).toBeGreaterThan(0)
})

describe('a list matches a plain model', () => {
  test('for any filter', async () => {
    await fc.assert(
      fc.asyncProperty(filters(board.known), async (filter) => {
        const { data, total } = await list({
          filter: JSON.stringify(filter),
          limit: '1000',
          count: 'true',
        })
        const wanted = board.rows.filter((row) => passes(board, row, filter))
        expect(positions(data)).toEqual(positions(wanted))
        expect(data).toEqual(wanted)
        expect(total).toBe(wanted.length)
      }),
      { numRuns: runs },
    )
  })

  test('for every period', async () => {
    for (const column of ['due', 'called', 'later', 'made']) {
      for (const value of periods) {
        const filter = { column, op: 'within', value }
        const { data } = await list({ filter: JSON.stringify(filter), limit: '1000' })
        const wanted = board.rows.filter((row) => passes(board, row, filter))
        expect(positions(data), `${column} ${value}`).toEqual(positions(wanted))
      }
    }
  })

  test('in any order, cut into pages of any size', async () => {
    const query = fc.record({
      sort: sorts,
      limit: fc.constantFrom(1, 7, 30, 59, 60, 61),
      filter: fc.option(filters(board.known), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ sort, limit, filter }) => {
        const wanted = filter ? board.rows.filter((row) => passes(board, row, filter)) : board.rows
        const sent = { sort, ...(filter ? { filter: JSON.stringify(filter) } : {}) }
        const listed = await pages(sent, Math.max(limit, Math.ceil(wanted.length / 8)))
        expect(positions(listed)).toEqual(positions(sorted(board, wanted, sort)))
      }),
      { numRuns: Math.ceil(runs / 3) },
    )
  })

  test('from any offset, and on from there', async () => {
    const query = fc.record({
      sort: sorts,
      offset: fc.constantFrom(0, 1, 7, 29, 45, 59, 60, 61, 1_000_000),
      filter: fc.option(filters(board.known), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ sort, offset, filter }) => {
        const wanted = filter ? board.rows.filter((row) => passes(board, row, filter)) : board.rows
        const sent = { sort, limit: '9', ...(filter ? { filter: JSON.stringify(filter) } : {}) }
        const first = await list({ ...sent, offset: String(offset) })
        const next = first.nextCursor && (await list({ ...sent, cursor: first.nextCursor }))
        expect(positions([...first.data, ...(next ? next.data : [])])).toEqual(
          positions(sorted(board, wanted, sort).slice(offset, offset + 18)),
        )
      }),
      { numRuns: Math.ceil(runs / 3) },
    )
  })

  test('for any search', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), async (piece, upper) => {
        const search = upper ? piece.toUpperCase() : piece
        const { data } = await list({ search, limit: '1000' })
        const wanted = board.rows.filter((row) => found(board, row, search))
        expect(positions(data)).toEqual(positions(wanted))
      }),
      { numRuns: Math.ceil(runs / 3) },
    )
  })

  test('in groups, with their counts and sums', async () => {
    const grouped = fc.record({
      group: fc.constantFrom('status', 'agreed', 'text', 'due', 'agent', 'number'),
      sort: fc.option(sorts, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(grouped, async ({ group, sort }) => {
        const sent = { group, sum: 'amount,number', ...(sort ? { sort } : {}) }
        const { data, groups } = await list({ ...sent, limit: '1000' })
        // Positions always rise within groups, whichever way the other columns are sorted.
        const by = sort
          ? [group, ...sort.split(',').filter((s) => s.replace('-', '') !== group)]
          : [group]
        const order = sorted(board, board.rows, by.join(','))
        const keyed = ({ cells }: AnsweredRow) => {
          const value = cells[group] ?? (group === 'agreed' ? false : null)
          return typeof value === 'string' ? composed(startOf(value)) : value
        }
        expect(data.map(keyed)).toEqual(order.map(keyed))
        expect(groups.map(({ value }: { value: unknown }) => composed(value))).toEqual([
          ...new Set(order.map(keyed)),
        ])
        for (const { value, count, sums } of groups) {
          const members = board.rows.filter((row) => keyed(row) === composed(value))
          expect(count).toBe(members.length)
          for (const column of ['amount', 'number']) {
            const sum = members.reduce(
              (all, { cells }) => all + ((cells[column] as number) ?? 0),
              0,
            )
            expect(Math.abs(sums[column] - sum)).toBeLessThanOrEqual(Math.abs(sum) * 1e-15 + 1e-6)
          }
        }
      }),
      { numRuns: Math.ceil(runs / 5) },
    )
  })

  test('in groups in the order of options, page by page and from any offset', async () => {
    const query = fc.record({
      sort: fc.option(sorts, { nil: undefined }),
      limit: fc.constantFrom(7, 30, 61),
      offset: fc.constantFrom(0, 1, 7, 29, 45, 59, 60),
      filter: fc.option(filters(board.known), { nil: undefined }),
    })
    const rank = ({ cells }: AnsweredRow) =>
      cells.status ? LABELS.indexOf(cells.status as string) : LABELS.length
    await fc.assert(
      fc.asyncProperty(query, async ({ sort, limit, offset, filter }) => {
        const passing = filter ? board.rows.filter((row) => passes(board, row, filter)) : board.rows
        const base = sort ? sorted(board, passing, sort) : passing
        const wanted = base.toSorted((a, b) => rank(a) - rank(b))
        const sent = {
          group: 'status',
          groupOrder: 'options',
          ...(sort ? { sort } : {}),
          ...(filter ? { filter: JSON.stringify(filter) } : {}),
        }
        const listed = await pages(sent, Math.max(limit, Math.ceil(wanted.length / 8)))
        expect(positions(listed)).toEqual(positions(wanted))
        const jumped = await list({ ...sent, offset: String(offset), limit: '9' })
        expect(positions(jumped.data)).toEqual(positions(wanted.slice(offset, offset + 9)))
        const { groups } = await list({ ...sent, limit: '1' })
        expect(groups.map(({ value }: { value: unknown }) => value)).toEqual([
          ...new Set(wanted.map(({ cells }) => cells.status ?? null)),
        ])
      }),
      { numRuns: Math.ceil(runs / 5) },
    )
  })
})

test('groups of values that are no option come after the options, and empty cells last', async () => {
  const settings = { options: ['B', 'Z', 'A'].map((label) => ({ label })) }
  const own = await openRows(service, desk, [{ name: 'Stage', type: 'select', settings }])
  const owner = own.as('owner')
  const stages = ['A', null, 'Z', 'B', 'A', 'Z']
  await owner('POST', '/rows', { rows: stages.map((stage) => ({ cells: { stage } })) })
  const kept = { settings: { options: ['B', 'A'].map((label) => ({ label })) } }
  expect((await owner('PATCH', '/columns/stage', kept)).status).toBe(200)
  const { body } = await owner('GET', '/rows?group=stage&groupOrder=options')
  const cells = body.data.map((row: AnsweredRow) => row.cells.stage ?? null)
  const groups = body.groups.map(({ value }: { value: unknown }) => value)
  expect([...new Set(cells)]).toEqual(groups)
  expect(groups).toEqual(['B', 'A', 'Z', null])
  expect(cells).toHaveLength(6)
})

test('totals are those of all rows that match, on the first page only', async () => {
  const numbers = ['number', 'amount', 'share', 'inverse']
  const days = ['due', 'called', 'later', 'made']
  const others = ['text', 'agreed', 'status', 'tags', 'agent', 'link', 'papers', 'shout', 'large']
  const asked = [
    ...numbers.flatMap((column) => ['sum', 'average', 'min', 'max'].map((of) => [column, of])),
    ...days.flatMap((column) => ['min', 'max'].map((of) => [column, of])),
  ]
  const counted = [...numbers, ...days, ...others].map((column) => [column, 'filled'])
  const near = (value: unknown, wanted: number) =>
    expect(Math.abs(Number(value) - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-12 + 1e-6)
  await fc.assert(
    fc.asyncProperty(fc.option(filters(board.known), { nil: undefined }), async (filter) => {
      const wanted = filter ? board.rows.filter((row) => passes(board, row, filter)) : board.rows
      const narrowed: Record<string, string> = filter ? { filter: JSON.stringify(filter) } : {}
      for (const pairs of [asked, counted]) {
        const totals = pairs.map((pair) => pair.join(':')).join()
        const body = await list({ ...narrowed, totals, limit: '1' })
        expect(body.totals.map(({ column, total }: Totaled) => [column, total])).toEqual(pairs)
        for (const { column, total, value } of body.totals as Totaled[]) {
          const cells = wanted
            .map((row) => cellOf(row, column))
            .filter((cell) => cell !== undefined)
          const sum = (cells as number[]).reduce((all, cell) => all + cell, 0)
          const inOrder = (cells as (number | string)[]).toSorted((a, b) => (a < b ? -1 : 1))
          if (total === 'filled') expect(value, column).toBe(cells.length)
          else if (total === 'sum') near(value, sum)
          else if (cells.length === 0) expect(value).toBe(null)
          else if (total === 'average') near(value, sum / cells.length)
          else expect(value, column).toBe(total === 'min' ? inOrder[0] : inOrder.at(-1))
        }
        const { nextCursor } = body
        if (nextCursor) {
          const next = await list({ ...narrowed, totals, limit: '1', cursor: nextCursor })
          expect(next).not.toHaveProperty('totals')
        }
      }
    }),
    { numRuns: Math.ceil(runs / 10) },
  )
})
interface Totaled {
  column: string
  total: string
  value: unknown
}

test('rows that are added while a list is read make it neither repeat nor skip a row', async () => {
  const own = await makeListedBoard(service, token(), people, 40)
  const fresh = fc.sample(cells(own.known), { numRuns: 40, seed: 9 })
  for (const sort of ['number,-text', '-due', 'row.position', '-row.position', '-made']) {
    const before = (
      await service.api('GET', `${own.path}/rows?limit=1000&sort=${sort}`, { token: token() })
    ).body.data as AnsweredRow[]
    const seen: AnsweredRow[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = new URLSearchParams({ sort, limit: '9', ...(cursor ? { cursor } : {}) })
      const { body } = await service.api('GET', `${own.path}/rows?${query}`, { token: token() })
      seen.push(...body.data)
      cursor = body.nextCursor
      await service.api('POST', `${own.path}/rows`, {
        token: token(),
        body: { rows: fresh.splice(0, 1).map((each) => ({ cells: each })) },
      })
      if (fresh.length === 0) fresh.push(...fc.sample(cells(own.known), 20))
      if (seen.length > 500) break
    }
    const old = new Set(before.map(({ id }) => id))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.filter(({ id }) => old.has(id)).map(({ id }) => id)).toEqual(
      before.map(({ id }) => id),
    )
  }
})

test('a phone number is found and filtered by however it is written', async () => {
  const own = await makeBoard(service, token(), [
    { name: 'name', type: 'text' },
    { name: 'phone', type: 'phone' },
  ])
  const rows = [
    { cells: { name: 'Ann', phone: '+13125550188' } },
    { cells: { name: 'Bob', phone: '+442079460958' } },
    { cells: { name: 'Called 555-0188 twice' } },
  ]
  await service.api('POST', `/v1/boards/${own.id}/rows`, { token: token(), body: { rows } })
  const listed = async (query: Record<string, string>) => {
    const at = `/v1/boards/${own.id}/rows?${new URLSearchParams(query)}`
    return positions((await service.api('GET', at, { token: token() })).body.data)
  }
  for (const search of ['(312) 555-0188', '312.555.0188', '+1 312 555 0188', '3125550188']) {
    expect(await listed({ search }), search).toEqual([1])
  }
  expect(await listed({ search: '555-0188' })).toEqual([1, 3])
  expect(await listed({ search: '0188' })).toEqual([1, 3])
  expect(await listed({ search: '020 7946 0958' })).toEqual([2])
  expect(await listed({ search: '+44 (0)20 7946' })).toEqual([2])
  expect(await listed({ search: '555-0189' })).toEqual([])
  const filtered = (op: string, value: string) =>
    listed({ filter: JSON.stringify({ column: 'phone', op, value }) })
  expect(await filtered('contains', '(312)')).toEqual([1])
  expect(await filtered('contains', '555-0188')).toEqual([1])
  expect(await filtered('contains', '020 7946 0958')).toEqual([2])
  expect(await filtered('contains', '()')).toEqual([])
  expect(await filtered('eq', '(312) 555-0188')).toEqual([1])
})

test('a number with an extension is found by the number alone, and by both', async () => {
  const own = await makeBoard(service, token(), [{ name: 'phone', type: 'phone' }])
  const phones = ['312-555-0188', '312-555-0188 x12', '312-555-0188 x120', '+44 20 7946 0958', null]
  const rows = phones.map((phone) => ({ cells: { phone } }))
  await service.api('POST', `/v1/boards/${own.id}/rows`, { token: token(), body: { rows } })
  const listed = async (query: Record<string, string>) => {
    const at = `/v1/boards/${own.id}/rows?${new URLSearchParams(query)}`
    return positions((await service.api('GET', at, { token: token() })).body.data)
  }
  const filtered = (op: string, value: string | string[]) =>
    listed({ filter: JSON.stringify({ column: 'phone', op, value }) })
  expect(await filtered('eq', '(312) 555-0188')).toEqual([1, 2, 3])
  expect(await filtered('eq', '(312) 555-0188 ext. 12')).toEqual([2])
  expect(await filtered('ne', '(312) 555-0188')).toEqual([4, 5])
  expect(await filtered('in', ['312 555 0188 x120', '+442079460958'])).toEqual([3, 4])
  expect(await filtered('contains', '555-0188')).toEqual([1, 2, 3])
  expect(await listed({ search: '(312) 555-0188' })).toEqual([1, 2, 3])
  expect(await listed({ search: '(312) 555-0188 ext. 12' })).toEqual([1, 2, 3])
})

test('boxes that nobody ever ticked are unticked, as filters, groups and sorts tell them', async () => {
  const own = await openRows(service, desk, [
    { name: 'Signed', type: 'checkbox' },
    { name: 'Open', type: 'formula', settings: { expression: 'Signed = false' } },
    { name: 'Untouched', type: 'formula', settings: { expression: 'ISBLANK(Signed)' } },
  ])
  const owner = own.as('owner')
  await owner('POST', '/rows', {
    rows: [true, false, null, true, null].map((signed) => ({ cells: { signed } })),
  })
  const filtered = async (test: object) =>
    positions(
      (await owner('GET', `/rows?${new URLSearchParams({ filter: JSON.stringify(test) })}`)).body
        .data,
    )
  expect(await filtered({ column: 'signed', op: 'eq', value: false })).toEqual([2, 3, 5])
  expect(await filtered({ column: 'signed', op: 'ne', value: false })).toEqual([1, 4])
  expect(await filtered({ not: { column: 'signed', op: 'eq', value: true } })).toEqual([2, 3, 5])
  expect(await filtered({ column: 'signed', op: 'is_empty' })).toEqual([3, 5])
  expect(await filtered({ column: 'open', op: 'eq', value: true })).toEqual([2, 3, 5])
  expect(await filtered({ column: 'untouched', op: 'eq', value: true })).toEqual([3, 5])
  const { body } = await owner('GET', '/rows?group=signed&sort=-signed&totals=signed:filled')
  expect(
    body.groups.map(({ value, count }: { value: unknown; count: number }) => [value, count]),
  ).toEqual([
    [false, 3],
    [true, 2],
  ])
  expect(body.totals).toEqual([{ column: 'signed', total: 'filled', value: 3 }])
  expect(positions((await owner('GET', '/rows?sort=signed')).body.data)).toEqual([2, 3, 5, 1, 4])
  const first = (await owner('GET', '/rows?sort=-signed&limit=3')).body
  const rest = (await owner('GET', `/rows?sort=-signed&limit=3&cursor=${first.nextCursor}`)).body
  expect(positions([...first.data, ...rest.data])).toEqual([4, 1, 5, 3, 2])
})

test('texts that look the same are the same for filters, groups, sorts and formulas', async () => {
  const own = await openRows(service, desk, [
    { name: 'Contact', type: 'text' },
    { name: 'Is it', type: 'formula', settings: { expression: 'Contact = "Caf\u00e9"' } },
  ])
  const owner = own.as('owner')
  const long = `${'x'.repeat(98)}\u00e9\u00e9 end`
  const contacts = [
    'Caf\u00e9',
    'Cafe\u0301',
    'Cafe',
    long,
    long.normalize('NFD'),
    'O\u2019Brien\u00a0Gro\u00df',
  ]
  const made = await owner('POST', '/rows', {
    rows: contacts.map((contact) => ({ cells: { contact } })),
  })
  expect(made.body.data.map(({ cells }: AnsweredRow) => cells.contact)).toEqual(contacts)
  const filtered = async (op: string, value: unknown, column = 'contact') => {
    const filter = JSON.stringify({ column, op, value })
    return positions((await owner('GET', `/rows?${new URLSearchParams({ filter })}`)).body.data)
  }
  for (const form of ['NFC', 'NFD']) {
    const cafe = 'Caf\u00e9'.normalize(form)
    expect(await filtered('eq', cafe)).toEqual([1, 2])
    expect(await filtered('ne', cafe)).toEqual([3, 4, 5, 6])
    expect(await filtered('in', [cafe, 'Cafe'])).toEqual([1, 2, 3])
    expect(await filtered('contains', cafe)).toEqual([1, 2, 3])
    expect(await filtered('starts_with', cafe.toLowerCase())).toEqual([1, 2, 3])
    expect(await filtered('eq', long.normalize(form))).toEqual([4, 5])
  }
  expect(await filtered('eq', '\u200bCafe ')).toEqual([3])
  expect(await filtered('contains', 'cafe')).toEqual([1, 2, 3])
  expect(await filtered('contains', "o'brien gross")).toEqual([6])
  expect(await filtered('eq', "O'Brien Gross")).toEqual([])
  expect(await filtered('eq', true, 'is_it')).toEqual([1, 2])
  const { body } = await owner('GET', '/rows?group=contact')
  const counts = body.groups.map(({ value, count }: { value: string; count: number }) => [
    composed(value),
    count,
  ])
  expect(counts.slice(0, 2)).toEqual([
    ['Cafe', 1],
    ['Caf\u00e9', 2],
  ])
  for (const search of ['cafe\u0301', "O'Brien Gro\u00df", 'o\u2019brien gross']) {
    const { data } = (await owner('GET', `/rows?${new URLSearchParams({ search })}`)).body
    expect(positions(data), search).toEqual(search.startsWith('cafe') ? [1, 2, 3] : [6])
  }
})
