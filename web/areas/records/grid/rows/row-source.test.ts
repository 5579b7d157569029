import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedEvent } from '../../../../../sdk/client.ts'
import { Refused } from '../../../../service/api.ts'
import type { Row } from '../../list/types.ts'
import { newJob } from './jobs.ts'
import { begin, emptyLog, nothingChanged } from './log.rules.ts'
import { nothingPending, type Pending, pendingOf } from './pending.rules.ts'
import type { RowQuery } from './row-query.rules.ts'
import { RowSource } from './row-source.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Asked = { count?: true; cursor?: string; offset?: number }

/** What may happen, in any order. Numbers choose among the rows that exist, or among those that are gone. */
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('add' as const, 'they add' as const) }),
  fc.record({
    does: fc.constantFrom(...(['trash', 'restore', 'they trash', 'take back'] as const)),
    which: fc.nat(),
  }),
  fc.record({ does: fc.constantFrom('answer', 'hear', 'refresh', 'ask') }),
)
type Step = { does: string; which?: number }

const PAGE = 3

const tooSlow = () =>
  new Refused({ code: 'overloaded', reason: 'list_too_slow', message: '', issues: [] } as never)

/**
 * The service's list as a plain array, with the events not yet delivered and the reads not yet answered. A read without
 * a count returns a few rows. `counts` says whether it counts them in time.
 */
function makeList(query: RowQuery = {}, earlier?: RowSource, counts = true) {
  let made = 0
  let rows: Row[] = []
  let gone: Row[] = []
  const events: FeedEvent[] = []
  const reads: (() => void)[] = []
  const asked: Asked[] = []
  const source = new RowSource(
    'board',
    (async (_: string, query: Asked) => {
      const { count, cursor, offset = 0 } = query
      asked.push(query)
      // As the list was when it was asked for: the answer may come much later.
      const all = [...rows]
      const data = cursor
        ? all.filter(({ position }) => position > Number(cursor))
        : all.slice(offset)
      await new Promise<void>((answer) => reads.push(answer))
      if (count && !counts) throw tooSlow()
      if (count) return { data, total: all.length, nextCursor: null, groups: null }
      const nextCursor = data.length > PAGE ? String(data[PAGE - 1]!.position) : null
      return { data: data.slice(0, PAGE), nextCursor, groups: null }
    }) as never,
    undefined,
    earlier,
  )
  const addEvent = (type: string, data: object) =>
    events.push({ type, data: { definition: { key: 'board' }, ...data } } as never)
  const add = () => {
    const row = { id: `row ${++made}`, position: made, version: 1, cells: {} } as Row
    rows.push(row)
    addEvent('rows.created', { rows: [row] })
    return row
  }
  const trash = (which: number): string[] => {
    const row = rows[which % rows.length]
    if (!row) return []
    rows = rows.filter((one) => one !== row)
    gone.push(row)
    addEvent('rows.deleted', { rowIds: [row.id] })
    return [row.id]
  }
  const restore = (which: number) => {
    const row = gone.at(which % gone.length)
    if (!row) return
    gone = gone.filter((one) => one !== row)
    rows = [...rows, row].sort((a, b) => a.position - b.position)
    addEvent('rows.restored', { rows: [row] })
  }
  const hear = () => {
    const event = events.shift()
    if (event) source.hear(event)
  }
  return {
    source,
    reads,
    /** How often the list was to be counted. */
    counted: () => asked.filter(({ count }) => count).length,
    ids: () => rows.map(({ id }) => id),
    shown: () => Array.from({ length: source.total }, (_, n) => source.rowAt(n)?.id),
    async take({ does, which = 0 }: Step) {
      if (does === 'ask') source.ask({ ...query }, [])
      else if (does === 'add') {
        // Not awaited: it waits until the list is counted.
        void source.make(async () => {
          const row = add()
          hear() // before the answer
          source.append([row])
        })
      } else if (does === 'they add') add()
      else if (does === 'trash') source.remove(trash(which))
      else if (does === 'they trash') trash(which)
      else if (does === 'take back') {
        // Drawn at once; the service trashes and restores the row meanwhile.
        const ids = trash(which)
        const draw = (pending: Partial<Pending>) => {
          source.pending = () => ({ ...nothingPending, ...pending })
          source.redraw()
        }
        draw({ leaving: new Set(ids) })
        draw({ coming: new Set(ids) })
        if (ids.length > 0) restore(-1)
        source.restored(ids)
        draw({})
        source.refresh()
      } else if (does === 'restore') {
        restore(which)
        source.refresh()
      } else if (does === 'refresh') source.refresh()
      else if (does === 'hear') hear()
      else reads.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
    async settle() {
      while (events.length > 0 || reads.length > 0 || vi.getTimerCount() > 0) {
        hear()
        for (const answer of reads.splice(0)) answer()
        await vi.advanceTimersByTimeAsync(2_000)
      }
    },
  }
}

test.for([
  ['a plain list', {}, true],
  ['a list that is counted late', { search: 'row' }, true],
  ['a list that cannot be counted', { search: 'row' }, false],
] as const)(
  'whatever happens in whatever order, the rows shown end up as those of %s',
  async ([, query, counts]) => {
    const steps = fc.array(step, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const list = makeList(query, undefined, counts)
        list.source.ask(query, [])
        await list.settle()
        for (const one of steps) await list.take(one)
        await list.settle()
        expect(list.shown()).toEqual(list.ids())
      }),
      { numRuns: 300 },
    )
  },
)

test('who wants all rows waits for the first list', async () => {
  const list = makeList()
  for (let n = 0; n < 3; n++) await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  const known: number[] = []
  void list.source.counted().then(() => known.push(list.source.total))
  await vi.advanceTimersByTimeAsync(0)
  expect(known).toEqual([])
  await list.take({ does: 'answer' })
  expect(known).toEqual([3])
})

test('the first rows of a list that is long to count are shown before their number is known', async () => {
  const list = makeList({ search: 'row' })
  const { source, reads } = list
  for (let n = 0; n < 5; n++) await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  await list.take({ does: 'answer' })
  expect([list.shown(), source.isCounted.get()]).toEqual([['row 1', 'row 2', 'row 3'], false])
  const known: number[] = []
  void source.counted().then(() => known.push(source.total))
  let made = false
  void source.make(async () => {
    made = true
  })
  await vi.advanceTimersByTimeAsync(0)
  // The next rows are read while it is counted.
  expect([known, made, reads.length]).toEqual([[], false, 2])
  reads.pop()!()
  await vi.advanceTimersByTimeAsync(0)
  expect([list.shown().length, source.isCounted.get(), known, made]).toEqual([5, true, [5], true])
})

/** A list of many rows that the service gave up counting. */
async function makeUncounted(rows: number) {
  const list = makeList({ search: 'row' }, undefined, false)
  for (let n = 0; n < rows; n++) await list.take({ does: 'they add' })
  list.source.show(0, 2)
  await list.take({ does: 'ask' })
  await list.settle()
  return list
}

test('a list that takes too long to count stays, and goes on page by page to its end', async () => {
  const list = await makeUncounted(300)
  const { source } = list
  const known = source.total
  expect([source.state.get().is, source.isUncountable.get(), source.isCounted.get()]).toEqual([
    'ready',
    true,
    false,
  ])
  expect(known).toBeLessThan(300)
  expect(list.shown()).toEqual(list.ids().slice(0, known))
  source.show(known - 3, known)
  await list.settle()
  expect(source.total).toBeGreaterThan(known)
  expect([source.total < 300, source.isCounted.get()]).toEqual([true, false])
  source.show(source.total - 3, source.total)
  await list.settle()
  source.show(source.total - 3, source.total)
  await list.settle()
  expect([source.total, source.isCounted.get(), list.counted()]).toEqual([300, true, 1])
  expect(list.shown()).toEqual(list.ids())
})

test('such a list is counted again only when it is requested anew', async () => {
  const list = await makeUncounted(300)
  const { source } = list
  source.show(60, 62)
  await list.settle()
  const known = source.total
  await list.take({ does: 'they trash', which: 61 })
  await list.take({ does: 'they add' })
  await list.settle()
  source.refresh()
  await list.settle()
  expect(list.counted()).toBe(1)
  // What was known of its length stays, so that nothing jumps.
  expect(source.total).toBeGreaterThanOrEqual(known - 1)
  expect(source.rowAt(61)?.id).toBe('row 63')
  await list.take({ does: 'ask' })
  await list.settle()
  expect(list.counted()).toBe(2)
})

test('a list that changes all the time arrives', async () => {
  const list = makeList({ search: 'row' })
  await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  for (let n = 0; n < 3; n++) {
    for (const does of ['they add', 'hear']) await list.take({ does })
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await list.take({ does: 'answer' })
  expect([list.source.state.get().is, list.shown()]).toEqual(['ready', ['row 1']])
  await list.settle()
  expect(list.shown()).toEqual(list.ids())
})

test('a list that changes all the time is counted once', async () => {
  const list = makeList({ search: 'row' }, undefined, false)
  for (let n = 0; n < 5; n++) await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  await list.take({ does: 'answer' })
  for (let n = 0; n < 5; n++) {
    for (const does of ['they add', 'hear']) await list.take({ does })
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await list.settle()
  expect([list.counted(), list.shown()]).toEqual([1, list.ids()])
})

test('a row is added below those known of a list that cannot be counted', async () => {
  const list = await makeUncounted(300)
  const { source } = list
  const known = source.total
  source.news.begin()
  source.show(known - 3, source.count)
  await list.settle()
  expect([source.total, source.placeOf(source.news.at(0)!.id)]).toEqual([known, known])
  const row = { id: 'mine', position: 1000, version: 1, cells: {} } as Row
  source.settleNew(source.news.at(0)!.id, row, {})
  await list.settle()
  // The list goes on after it, without leaving out any.
  expect(source.rowAt(known)?.id).toBe('mine')
  expect(source.total).toBeGreaterThan(known + 1)
  expect(list.shown().filter((id) => id !== 'mine')).toEqual(list.ids().slice(0, source.total - 1))
})

test('a list that was counted and has become too slow stays, and a refused first page does not come back by itself', async () => {
  let refuses: 'nothing' | 'counts' | 'all' = 'nothing'
  let asked = 0
  const row = { id: 'row 1', position: 1, version: 1, cells: {} } as Row
  const source = new RowSource('board', (async (_: string, { count }: Asked) => {
    asked++
    if (refuses === 'all' || (count && refuses === 'counts')) throw tooSlow()
    return { data: [row], total: 1, nextCursor: null, groups: null }
  }) as never)
  source.ask({ search: 'row' }, [])
  await vi.advanceTimersByTimeAsync(0)
  refuses = 'counts'
  source.refresh()
  await vi.advanceTimersByTimeAsync(0)
  expect([source.state.get().is, source.isUncountable.get(), source.total]).toEqual([
    'ready',
    true,
    1,
  ])
  refuses = 'all'
  source.ask({ search: 'other' }, [])
  await vi.advanceTimersByTimeAsync(0)
  const failed = source.state.get()
  expect(failed).toMatchObject({ is: 'failed', error: { failure: { reason: 'list_too_slow' } } })
  const before = asked
  source.refreshSoon()
  source.show(0, 60)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toBe(before)
  refuses = 'nothing'
  if (failed.is === 'failed') failed.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([source.state.get().is, asked]).toEqual(['ready', before + 1])
})

test('a list that is opened again shows the rows as it was left, until they are read again', async () => {
  const left = makeList()
  left.source.ask({}, [])
  await left.take({ does: 'they add' })
  await left.take({ does: 'they add' })
  await left.settle()
  left.source.refresh()
  await left.settle()
  const list = makeList({}, left.source)
  await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  expect([list.shown(), list.source.state.get().is]).toEqual([['row 1', 'row 2'], 'ready'])
  await list.settle()
  expect(list.shown()).toEqual(['row 1'])

  const filtered = makeList({ search: 'row' }, left.source)
  await filtered.take({ does: 'ask' })
  expect(filtered.shown()).toEqual([])
})

test('a short list is known to be whole from its first answer', async () => {
  const list = makeList({ search: 'row' })
  await list.take({ does: 'they add' })
  await list.take({ does: 'ask' })
  await list.take({ does: 'answer' })
  expect([list.shown(), list.source.isCounted.get(), list.reads.length]).toEqual([
    ['row 1'],
    true,
    0,
  ])
})

test('rows that are trashed, restored and trashed again are gone at once', async () => {
  const list = makeList()
  list.source.ask({}, [])
  await list.settle()
  for (const does of ['add', 'add', 'hear', 'hear']) await list.take({ does })
  await list.take({ does: 'trash', which: 1 })
  await list.take({ does: 'restore' })
  await list.settle()
  expect(list.shown()).toEqual(['row 1', 'row 2'])
  await list.take({ does: 'trash', which: 1 })
  expect(list.shown()).toEqual(['row 1'])
})

test('a new row keeps its place, its name and anything typed while the service creates it', () => {
  const { source } = makeList()
  const { news } = source
  news.begin()
  const { id } = news.at(0)!
  news.write(id, 'name', 'Acme')
  news.begin()
  const next = news.at(1)!.id
  news.write(next, 'name', 'Bay')
  news.write(id, 'amount', 40)
  const seen: (number | undefined)[] = []
  news.rows.subscribe(() => seen.push(source.placeOf(id), source.placeOf(next), source.count))
  const work = { does: 'fill' as const, id, cells: news.get(id)!.cells, was: { name: 'Acme' } }
  const { log } = begin(emptyLog, newJob('Edit', work), nothingChanged)
  source.pending = () => pendingOf(log, (one) => news.made(one))
  source.settleNew(id, { id: 'r1', version: 1, cells: { name: 'Acme' } } as never, { name: 'Acme' })
  expect(seen).toEqual([0, 1, 2])
  expect([source.idAt(0), source.idAt(1)]).toEqual(['r1', next])
  expect(source.rowAt(0)!.cells).toEqual({ name: 'Acme', amount: 40 })
  expect(source.saved(id)!.cells).toEqual({ name: 'Acme' })
})

test('a list that was read before a row changed does not take the change back', async () => {
  const list = makeList()
  list.source.ask({}, [])
  await list.take({ does: 'add' })
  await list.settle()
  list.source.refresh()
  const row = list.source.rowAt(0)!
  list.source.settle([{ ...row, version: 2, cells: { name: 'Later' } } as never])
  await list.settle()
  expect(list.source.rowAt(0)).toMatchObject({ version: 2, cells: { name: 'Later' } })
})

test('a row that came between the count of a list and its rows is shown', async () => {
  const row = { id: 'row 1', position: 1, version: 1, cells: {} } as Row
  const source = new RowSource('board', (async () => ({
    data: [row],
    total: 0,
    nextCursor: null,
    groups: null,
  })) as never)
  source.ask({}, [])
  await vi.advanceTimersByTimeAsync(0)
  const data = { definition: { key: 'board' }, rows: [row] }
  source.hear({ type: 'rows.created', data } as never)
  expect(source.total).toBe(1)
  source.news.begin()
  expect(source.idAt(source.count - 1)).toBe(source.news.at(0)!.id)
})

test('the title of a row that was just linked is shown, also if another cell is saved while it is read', async () => {
  const row = { id: 'row 1', position: 1, version: 1, cells: {} } as Row
  const linked = { ...row, version: 2, cells: { company: ['c'] } } as never as Row
  const links = { company: [{ id: 'c', title: 'Acme' }] }
  const reads: ((row: Row) => void)[] = []
  const service = {
    getRow: () =>
      new Promise((answer) => {
        reads.push((data) => answer({ ok: true, data }))
      }),
  }
  const source = new RowSource(
    'board',
    (async () => ({ data: [row], total: 1, nextCursor: null, groups: null })) as never,
    service as never,
  )
  source.ask({ expand: 'links' }, ['company'])
  await vi.advanceTimersByTimeAsync(0)
  source.settle([linked])
  await vi.advanceTimersByTimeAsync(0)
  const noted = { ...linked, version: 3, cells: { ...linked.cells, notes: 'ahead' } } as Row
  source.settle([noted])
  // The first read was answered before the second cell was saved.
  reads.shift()!({ ...linked, links } as Row)
  await vi.advanceTimersByTimeAsync(0)
  reads.shift()?.({ ...noted, links } as Row)
  await vi.advanceTimersByTimeAsync(0)
  expect(source.rowAt(0)).toEqual({ ...noted, links })
})
