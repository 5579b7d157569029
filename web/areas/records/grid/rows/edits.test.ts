import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedEvent } from '../../../../../sdk/client.ts'
import { signal } from '../../list/signal.ts'
import type { Row } from '../../list/types.ts'
import { answer } from './answer.ts'
import { Edits } from './edits.ts'
import type { PasteReport } from './report.rules.ts'
import { RowSource } from './row-source.ts'
import { RowTotals } from './row-totals.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Shown = [id: string, a: unknown, b: unknown]
interface Asked {
  name: string
  does: () => object
  answer: (result: object) => void
}

/**
 * A grid of some rows, and the service as a plain list. It does one write at a time and answers when it is told; its
 * events and its answers to reads come at any time later.
 */
async function makeDesk(answers = true, count = 4) {
  let made = 0
  let rows: Row[] = []
  let trash: Row[] = []
  const events: FeedEvent[] = []
  const writes: Asked[] = []
  /** Every value that column `a` of a row has had. */
  const stored = new Set<string>()
  /** The values of column `a` that were replaced from here, and by what. */
  const replaced: [before: string, after: string][] = []
  const reads: (() => void)[] = []
  const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value))
  const tell = (type: string, data: object) =>
    events.push(copyOf({ type, data: { definition: { key: 'board' }, ...data } }) as never)
  const create = (cells: object) => {
    const row = {
      id: `row ${++made}`,
      position: made,
      version: 1,
      cells: { a: null, b: null, ...cells },
    }
    rows.push(row as never)
    return row
  }
  for (let a = 1; a <= count; a++) create({ a })
  const receipt = { coerced: [], ignored: [] }
  const refuse = (code: string, places = [0]) => {
    return { ok: false, code, issues: places.map((place) => ({ path: `body.rows[${place}].id` })) }
  }
  const wrongIn = (edits: { cells: object }[]) => {
    const paths = edits.flatMap(({ cells }, i) =>
      Object.entries(cells).flatMap(([key, value]) =>
        value === 'wrong' ? [`body.rows[${i}].cells.${key}`] : [],
      ),
    )
    const issues = paths.map((path) => ({ path }))
    return issues.length > 0 ? { ok: false, code: 'invalid_rows', issues } : undefined
  }
  const change = (edits: { id: string; version?: number; cells: object }[], by = 'me') => {
    const found = edits.map(({ id }) => rows.find((row) => row.id === id))
    const places = (isWrong: (row: Row | undefined, i: number) => boolean) =>
      [...found.keys()].filter((i) => isWrong(found[i], i))
    const missing = places((row) => !row)
    if (missing.length > 0) return refuse('unknown_reference', missing)
    if (edits.some(({ cells }) => Object.values(cells).includes('locked')))
      return refuse('column_locked', [])
    const wrong = wrongIn(edits)
    if (wrong) return wrong
    const stale = places((row, i) => (edits[i]!.version ?? row!.version) !== row!.version)
    if (stale.length > 0) return refuse('row_changed', stale)
    const changed = found.map((row, i) => {
      return { ...row!, cells: { ...row!.cells, ...edits[i]!.cells }, version: row!.version + 1 }
    })
    rows = rows.map((row) => changed.find(({ id }) => id === row.id) ?? row)
    tell('rows.updated', { rows: changed })
    for (const [i, { id, cells }] of changed.entries()) {
      stored.add(`${id} ${cells.a}`)
      if (by === 'me') replaced.push([String(found[i]!.cells.a), String(cells.a)])
    }
    return { ok: true, data: changed, receipts: changed.map(() => receipt) }
  }
  const kept = new Map<string, { body: string; answer: object }>()
  const does: Record<string, (params: { rowId: string }, body: never) => object> = {
    createRows: (_, body: { rows: { cells: object }[] }) => {
      const wrong = wrongIn(body.rows)
      if (wrong) return wrong
      const data = body.rows.map(({ cells }) => create(cells))
      tell('rows.created', { rows: data })
      return { ok: true, data, receipts: data.map(() => receipt) }
    },
    updateRow: ({ rowId }, body: { version: number; cells: object }) => {
      if (!rows.some(({ id }) => id === rowId)) return refuse('not_found')
      const { data, ...answer } = change([{ id: rowId, ...body }]) as { data?: object[] }
      return { ...answer, ...receipt, data: data?.[0] }
    },
    updateRows: (_, body: { rows: [] }) => change(body.rows),
    removeRows: (_, { ids }: { ids: string[] }) => {
      trash = [...trash, ...rows.filter(({ id }) => ids.includes(id))]
      rows = rows.filter(({ id }) => !ids.includes(id))
      tell('rows.deleted', { rowIds: ids })
      return { ok: true }
    },
    restoreRows: (_, { ids }: { ids: string[] }) => {
      const back = trash
        .filter(({ id }) => ids.includes(id))
        .map((row) => ({ ...row, version: row.version + 1 }))
      trash = trash.filter(({ id }) => !ids.includes(id))
      rows = [...rows, ...back].sort((one, other) => one.position - other.position)
      tell('rows.restored', { rows: back })
      return { ok: true }
    },
    getRow: ({ rowId }) => {
      const data = rows.find(({ id }) => id === rowId)
      return data ? { ok: true, data } : refuse('not_found')
    },
  }
  const service = Object.fromEntries(
    Object.entries(does).map(([name, perform]) => [
      name,
      (params: { rowId: string }, body: never, options?: { idempotencyKey?: string }) =>
        new Promise((answer) => {
          let done: object | undefined
          const { idempotencyKey } = options ?? {}
          const once = () => {
            const known = idempotencyKey ? kept.get(idempotencyKey) : undefined
            if (known && known.body !== JSON.stringify(body)) throw new Error('another body')
            const answer = known?.answer ?? copyOf(perform(params, copyOf(body)))
            // A key is kept with what was done under it.
            if (idempotencyKey && 'ok' in answer && answer.ok)
              kept.set(idempotencyKey, { body: JSON.stringify(body), answer })
            return answer
          }
          writes.push({ name, does: () => (done ??= once()), answer })
        }),
    ]),
  )
  const read = async <T>(answer: T): Promise<T> => {
    await new Promise<void>((go) => reads.push(go))
    return answer
  }
  let isListed = (_: Row) => true
  const listed = () => {
    const data = copyOf(rows.filter(isListed))
    return read({ data, total: data.length, nextCursor: null, groups: null })
  }
  const sum = () => rows.reduce((all, { cells }) => all + Number(cells.a ?? 0), 0)
  const open = (earlier?: Edits) => {
    const source = new RowSource('board', listed as never, service as never)
    const totals = new RowTotals(source, (() => read({ totals: [{ value: sum() }] })) as never)
    const report = signal<PasteReport | null>(null)
    const edits = new Edits(source, report, earlier)
    // A write whose answer was lost was made all the same, so the next one may meet it.
    const { questions } = edits
    if (answers) questions.subscribe(() => answer({ edits }, questions.get(), 'mine'))
    source.ask({}, [])
    return { source, totals, edits, report }
  }
  let page = open()
  const now = () => vi.advanceTimersByTimeAsync(0)
  const desk = {
    page: () => page,
    get edits() {
      return page.edits
    },
    shown: () =>
      Array.from({ length: page.source.total }, (_, i): Shown => {
        const { id, cells } = page.source.rowAt(i)!
        return [id, cells.a, cells.b]
      }),
    /** Leaves the page with everything on its way, and opens it again. */
    async reload() {
      const text = page.edits.written()
      page.source.dispose()
      vi.clearAllTimers()
      writes.length = 0
      events.length = 0
      reads.length = 0
      page = open()
      if (text !== null) page.edits.goOn(text)
      await desk.settle()
      desk.askTotals()
      await desk.settle()
    },
    askTotals: () => page.totals.ask({}, [{ key: 'a', kind: 'sum', isNumber: true }], false),
    stored: () => rows.map(({ id, cells }): Shown => [id, cells.a, cells.b]),
    total: () => page.totals.shown.get().map(({ value, isSure }) => [value, isSure]),
    sum,
    everStored: (rowId: string, value: unknown) => stored.has(`${rowId} ${value}`),
    replaced,
    isCreating: () => writes[0]?.name === 'createRows',
    /** Opens the same board again, with nothing on its way. */
    async reopen() {
      page.source.dispose()
      page = open(page.edits)
      await desk.settle()
    },
    /** Lists other rows, as another filter does. */
    list: (which: (row: Row) => boolean) => {
      isListed = which
      page.source.ask({ search: 'others' }, [])
    },
    /** Somebody else changes a cell. */
    writeTheirs: (id: string, a: unknown) => void change([{ id, cells: { a } }], 'others'),
    async take(what: string) {
      const [write] = writes
      if (what === 'perform') write?.does()
      else if (what === 'hear' && events.length > 0) page.source.hear(events.shift()!)
      else if (what === 'read') reads.shift()?.()
      else if (what === 'wait') await vi.advanceTimersByTimeAsync(400)
      else if (what === 'answer' || what === 'fail' || what === 'lose') {
        writes.shift()
        const code = what === 'fail' ? 'overloaded' : 'unreachable'
        write?.answer(what === 'answer' ? write.does() : { ...refuse(code), issues: [] })
      }
      await now()
    },
    async settle() {
      while (writes.length + events.length + reads.length + vi.getTimerCount() > 0) {
        while (writes.length > 0) await desk.take('answer')
        while (events.length > 0) await desk.take('hear')
        for (const answer of reads.splice(0)) answer()
        await vi.advanceTimersByTimeAsync(2_000)
      }
    },
  }
  await desk.settle()
  desk.askTotals()
  await desk.settle()
  return desk
}

interface Step {
  does: string
  which: number
  to: number
}
const stepOf = (...does: string[]) =>
  fc.record({ does: fc.constantFrom(...does), which: fc.nat(9), to: fc.nat(4) })
const STEPS = [
  { weight: 4, arbitrary: stepOf('edit', 'edit', 'paste', 'delete') },
  { weight: 3, arbitrary: stepOf('undo', 'undo', 'redo') },
  { weight: 5, arbitrary: stepOf('answer', 'perform', 'hear', 'read', 'wait') },
]

/** Does something to the rows that were there from the beginning, as drawn. */
function act({ edits }: Awaited<ReturnType<typeof makeDesk>>, drawn: Shown[], step: Step): Shown[] {
  const { does, which, to } = step
  const at = which % Math.max(1, drawn.length)
  const row = drawn[at]
  const failed = () => {}
  if (!row) return drawn
  const [rowId, a, b] = row
  const replaced = (by: Shown) => drawn.toSpliced(at, 1, by)
  if (does === 'edit') {
    edits.change('Edit', [{ rowId, key: 'a', from: a, to }]).catch(failed)
    return replaced([rowId, to, b])
  }
  if (does === 'paste') {
    const work = () => {
      edits.change('Paste', [{ rowId, key: 'b', from: b, to }]).catch(failed)
      edits.add('Paste', [{ a: to }, { b: to }]).catch(failed)
    }
    edits.together('Paste', work)
    return replaced([rowId, a, to])
  }
  const ids = drawn.slice(at, at + 2).map(([id]) => id)
  edits.remove(ids).catch(failed)
  return drawn.filter(([id]) => !ids.includes(id))
}

test('edits, undo and redo are drawn at once, however late answers, events and lists are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...STEPS), { maxLength: 25 }), async (steps) => {
      const desk = await makeDesk()
      const first = desk.shown().map(([id]) => id)
      const drawn = () => desk.shown().filter(([id]) => first.includes(id))
      let wanted = drawn()
      let done: Shown[][] = []
      let undone: Shown[][] = []
      for (const step of steps) {
        if (step.does === 'undo' || step.does === 'redo') {
          const [from, to] = step.does === 'undo' ? [done, undone] : [undone, done]
          const next = from.pop()
          if (next) {
            to.push(wanted)
            wanted = next
          }
          desk.edits[step.does]()
        } else if (['edit', 'paste', 'delete'].includes(step.does)) {
          const next = act(desk, wanted, step)
          const isSame = JSON.stringify(next) === JSON.stringify(wanted)
          const isNothing = wanted.length === 0 || (step.does === 'edit' && isSame)
          if (!isNothing) [done, undone] = [[...done, wanted], []]
          wanted = next
        }
        await desk.take(step.does)
        expect(drawn()).toEqual(wanted)
      }
      await desk.settle()
      expect(drawn()).toEqual(wanted)
      expect(desk.shown()).toEqual(desk.stored())
      expect(desk.total()).toEqual([[desk.sum(), true]])
    }),
    { numRuns: 300 },
  )
})

test('whatever fails in between, the rows and their total end up as those of the service', async () => {
  const failing = fc.oneof(...STEPS, { weight: 2, arbitrary: stepOf('fail', 'lose') })
  await fc.assert(
    fc.asyncProperty(fc.array(failing, { maxLength: 25 }), async (steps) => {
      const desk = await makeDesk()
      for (const step of steps) {
        if (step.does === 'undo' || step.does === 'redo') desk.edits[step.does]()
        else if (['edit', 'paste', 'delete'].includes(step.does)) act(desk, desk.shown(), step)
        await desk.take(step.does)
      }
      await desk.settle()
      expect(desk.shown()).toEqual(desk.stored())
      expect(desk.total()).toEqual([[desk.sum(), true]])
    }),
    { numRuns: 300 },
  )
})

test('what waits when the page is left is done after the next start, once and in order', async () => {
  const losing = fc.oneof(...STEPS, { weight: 2, arbitrary: stepOf('lose') })
  await fc.assert(
    fc.asyncProperty(fc.array(losing, { maxLength: 20 }), async (steps) => {
      const desk = await makeDesk()
      const first = desk.shown().map(([id]) => id)
      const drawn = () => desk.shown().filter(([id]) => first.includes(id))
      let pasted = 0
      for (const step of steps) {
        if (step.does === 'undo' || step.does === 'redo') {
          const label = desk.edits[step.does]()
          if (label === 'Paste') pasted += step.does === 'undo' ? -2 : 2
        } else if (['edit', 'paste', 'delete'].includes(step.does)) {
          if (step.does === 'paste' && drawn().length > 0) pasted += 2
          act(desk, drawn(), step)
        }
        await desk.take(step.does)
      }
      const wanted = drawn()
      await desk.reload()
      expect(drawn()).toEqual(wanted)
      expect(desk.shown()).toEqual(desk.stored())
      expect(desk.shown().length - drawn().length).toBe(pasted)
      expect(desk.total()).toEqual([[desk.sum(), true]])
      expect(desk.edits.waiting).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('whatever others write in between, what is typed is saved or asked about, and replaces nothing unseen', async () => {
  const meddling = fc.oneof(
    { weight: 4, arbitrary: stepOf('edit') },
    { weight: 3, arbitrary: stepOf('theirs') },
    { weight: 1, arbitrary: stepOf('keep mine', 'reload', 'lose') },
    { weight: 5, arbitrary: stepOf('answer', 'perform', 'hear', 'read', 'wait') },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(meddling, { maxLength: 25 }), async (steps) => {
      const desk = await makeDesk(false)
      const typed = new Map<string, unknown>()
      /** What each value was typed over, or was kept over. */
      const seen = new Map<string, unknown[]>()
      const keepMine = () => {
        const asked = desk.edits.questions.get()
        for (const { mine, theirs } of asked) seen.get(String(mine))!.push(theirs)
        answer(desk.page(), asked, 'mine')
      }
      const isKept = (rowId: string, value: unknown) =>
        desk.everStored(rowId, value) ||
        desk.edits.questions.get().some((one) => one.rowId === rowId && one.mine === value)
      for (const [n, { does, which }] of steps.entries()) {
        const [rowId, from] = desk.shown()[which % 4]!
        if (does === 'edit') {
          const to = `mine ${n}`
          const change = { rowId, key: 'a', from, to }
          desk.edits.change('Edit', [change]).catch(() => {})
          typed.set(rowId, to)
          seen.set(to, [from])
        } else if (does === 'theirs') desk.writeTheirs(rowId, `theirs ${n}`)
        else if (does === 'keep mine') keepMine()
        else if (does === 'reload') await desk.reload()
        await desk.take(does)
      }
      await desk.settle()
      for (const [rowId, value] of typed) expect(isKept(rowId, value), `${value}`).toBe(true)
      // Nobody meddles any more, so each answer is the last.
      if (desk.edits.questions.get().length > 0) {
        keepMine()
        await desk.take('keep mine')
        await desk.settle()
      }
      expect(desk.edits.questions.get()).toEqual([])
      for (const [rowId, value] of typed) expect(desk.everStored(rowId, value)).toBe(true)
      for (const [before, after] of desk.replaced) {
        if (before.startsWith('theirs')) expect(seen.get(after), after).toContain(before)
      }
      expect(desk.shown()).toEqual(desk.stored())
      expect(desk.edits.waiting).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('ten rows of five cells are stored within three seconds of typing, while each answer takes 300 ms', async () => {
  const desk = await makeDesk(false, 10)
  const ids = desk.shown().map(([id]) => id)
  let now = 0
  const go = async (to: number) => {
    for (; now < to; now += 20) {
      await vi.advanceTimersByTimeAsync(20)
      if (now % 300 === 280) await desk.take('answer')
    }
  }
  for (const rowId of ids) {
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const from = key === 'a' ? Number(rowId.slice(4)) : null
      desk.edits.change('Edit', [{ rowId, key, from, to: `${rowId} ${key}` }])
      await go(now + 20)
    }
  }
  await go(now + 3_000)
  expect(desk.edits.waiting).toBe(0)
  expect(desk.stored()).toEqual(ids.map((id) => [id, `${id} a`, `${id} b`]))
})

/** Types into a cell of a new row, named by what is in column `a`, wherever the row is by now. */
function typeInto(
  desk: Awaited<ReturnType<typeof makeDesk>>,
  name: string,
  key: string,
  to: string,
) {
  const { source } = desk.page()
  const row = source.news.rows.get().find(({ cells }) => cells.a === name)
  if (row) {
    source.news.write(row.id, key, to)
    desk.edits.fill('Edit', row.id).catch(() => {})
    return
  }
  const place = desk.shown().findIndex(([, a]) => a === name)
  const { id, cells } = source.rowAt(place)!
  desk.edits.change('Edit', [{ rowId: id, key, from: cells[key] ?? null, to }]).catch(() => {})
}

function beginRow(desk: Awaited<ReturnType<typeof makeDesk>>, name: string, b?: string) {
  const { news } = desk.page().source
  news.begin()
  const { id } = news.at(news.count - 1)!
  if (b !== undefined) news.write(id, 'b', b)
  news.write(id, 'a', name)
  desk.edits.fill('Edit', id).catch(() => {})
}

test('ten new rows of five cells are stored within three seconds of typing, while each answer takes 300 ms', async () => {
  const desk = await makeDesk(false, 0)
  let now = 0
  const go = async (to: number) => {
    for (; now < to; now += 20) {
      await vi.advanceTimersByTimeAsync(20)
      if (now % 300 === 280) await desk.take('answer')
      await desk.take('hear')
    }
  }
  const names = Array.from({ length: 10 }, (_, n) => `row ${n}`)
  for (const name of names) {
    beginRow(desk, name)
    await go(now + 20)
    for (const key of ['b', 'c', 'd', 'e']) {
      typeInto(desk, name, key, `${name} ${key}`)
      await go(now + 20)
    }
  }
  await go(now + 3_000)
  expect(desk.edits.waiting).toBe(0)
  expect(desk.stored().map(([, a, b]) => [a, b])).toEqual(names.map((name) => [name, `${name} b`]))
  for (const [place] of names.entries())
    expect(desk.page().source.rowAt(place)!.cells).toMatchObject({ e: `row ${place} e` })
  // Each cell is undone on its own.
  desk.edits.undo()
  await desk.settle()
  expect(desk.page().source.rowAt(9)!.cells).toMatchObject({ d: 'row 9 d', e: null })
})

/** Rows that are created together, by a request whose answer is lost when the page is left, or which is refused. */
const lostTogether = ['reload', 'lose', 'fail', 'answer'].map((end): [Step[]] => {
  const rows = ['row', 'row', end === 'answer' ? 'wrong row' : 'row', 'row']
  return [[...rows, 'answer', 'perform', end].map((does) => ({ does, which: 0, to: 0 }))]
})

test('new rows are created once each and as they were typed, whatever is refused, lost or left in between', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: stepOf('row', 'row', 'wrong row', 'cell') },
      { weight: 1, arbitrary: stepOf('lose', 'fail', 'reload') },
      { weight: 4, arbitrary: stepOf('answer', 'perform', 'hear', 'read', 'wait') },
    ),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const desk = await makeDesk(true, 1)
      const typed = new Map<string, string | null>()
      for (const [n, { does, which }] of steps.entries()) {
        const name = `row ${n}`
        if (does === 'row' || does === 'wrong row') {
          const b = does === 'row' ? undefined : 'wrong'
          beginRow(desk, name, b)
          typed.set(name, b ?? null)
        } else if (does === 'cell' && typed.size > 0) {
          const one = [...typed.keys()][which % typed.size]!
          typeInto(desk, one, 'b', `cell ${n}`)
          typed.set(one, `cell ${n}`)
        } else if (does === 'reload') await desk.reload()
        // A change that fails is lost with a word.
        await desk.take(does === 'fail' && !desk.isCreating() ? 'wait' : does)
      }
      await desk.settle()
      for (let tries = 0; tries < 3; tries++) {
        const { news } = desk.page().source
        for (const { id, cells } of news.rows.get()) {
          if (cells.b === 'wrong') news.write(id, 'b', 'right')
          desk.edits.fill('Add a row', id).catch(() => {})
        }
        await desk.take('type')
        await desk.settle()
      }
      const stored = desk.stored().slice(1)
      expect(stored.map(([, a]) => a).sort()).toEqual([...typed.keys()].sort())
      for (const [, a, b] of stored) {
        const last = typed.get(String(a))
        expect(b, String(a)).toBe(last === 'wrong' ? 'right' : last)
      }
      expect(desk.shown()).toEqual(desk.stored())
      expect(desk.edits.waiting).toBe(0)
    }),
    { numRuns: 300, examples: lostTogether },
  )
})

test('of writes that go together, each is refused for what is wrong with it alone', async () => {
  const desk = await makeDesk(false)
  const ids = desk.shown().map(([id]) => id)
  const values = ['first', 'wrong', 'locked', 'last']
  const writes = values.map((to, i) =>
    desk.edits.change('Edit', [{ rowId: ids[i]!, key: 'b', from: null, to }]),
  )
  await desk.take('type')
  await desk.settle()
  const outcomes = await Promise.all(writes)
  expect(outcomes.map(({ refused }) => refused.map(({ rowId, key }) => [rowId, key]))).toEqual([
    [],
    [[ids[1], 'b']],
    [[ids[2], null]],
    [],
  ])
  expect(desk.stored().map(([, , b]) => b)).toEqual(['first', null, null, 'last'])
  expect(desk.shown()).toEqual(desk.stored())
})

test('what others write between two tries of a write is asked about', async () => {
  const desk = await makeDesk(false)
  const [rowId] = desk.shown()[0]!
  const changes = [
    { rowId, key: 'a', from: 1, to: 'mine' },
    { rowId, key: 'b', from: null, to: 'wrong' },
  ]
  desk.edits.change('Paste', changes)
  await desk.take('type')
  await desk.take('perform')
  desk.writeTheirs(rowId, 'theirs')
  await desk.take('hear')
  await desk.take('answer')
  await desk.settle()
  expect(desk.stored()[0]).toEqual([rowId, 'theirs', null])
  expect(desk.edits.questions.get()).toMatchObject([{ rowId, mine: 'mine', theirs: 'theirs' }])
})

test('what was undone before anybody knew of a conflict is not asked about', async () => {
  const desk = await makeDesk(false)
  const [rowId] = desk.shown()[0]!
  const type = async (from: unknown, to: string) => {
    desk.edits.change('Edit', [{ rowId, key: 'a', from, to }])
    await desk.take('type')
  }
  const undo = async () => {
    desk.edits.undo()
    await desk.take('undo')
    await desk.settle()
  }
  await type(1, 'mine')
  desk.writeTheirs(rowId, 'theirs')
  await undo()
  expect(desk.edits.questions.get()).toEqual([])
  expect(desk.shown()[0]).toEqual([rowId, 'theirs', null])

  // What is typed over it before the answer is asked about in its place, and an undo leaves the question.
  await type('theirs', 'mine')
  await type('mine', 'mine again')
  desk.writeTheirs(rowId, 'theirs again')
  await desk.settle()
  const asked = { rowId, key: 'a', mine: 'mine again', theirs: 'theirs again' }
  expect(desk.edits.questions.get()).toMatchObject([asked])
  await undo()
  expect(desk.edits.questions.get()).toMatchObject([asked])
  answer(desk.page(), desk.edits.questions.get(), 'mine')
  await desk.take('answer')
  await desk.settle()
  await undo()
  expect(desk.stored()[0]).toEqual([rowId, 'theirs again', null])
})

test('an undo that changes nothing says so', async () => {
  const desk = await makeDesk(false)
  const [rowId] = desk.shown()[0]!
  desk.edits.change('Edit contact', [{ rowId, key: 'a', from: 1, to: 'mine' }])
  await desk.take('type')
  await desk.settle()
  desk.writeTheirs(rowId, 'theirs')
  desk.edits.undo()
  await desk.take('undo')
  await desk.settle()
  expect(desk.shown()[0]).toEqual([rowId, 'theirs', null])
  expect(desk.edits.message.get()).toBe(
    'Nothing was undone: somebody else has changed the cell since.',
  )
})

test('an undo of a row that has left the list does not write over what somebody else has changed since', async () => {
  const desk = await makeDesk(false)
  const [rowId] = desk.shown()[0]!
  desk.edits.change('Edit contact', [{ rowId, key: 'a', from: 1, to: 'mine' }])
  await desk.settle()
  desk.list(({ id }) => id !== rowId)
  await desk.settle()
  desk.writeTheirs(rowId, 'theirs')
  desk.edits.undo()
  await desk.settle()
  expect(desk.stored()[0]).toEqual([rowId, 'theirs', null])
  expect(desk.edits.questions.get()).toEqual([])
  expect(desk.edits.message.get()).toBe(
    'Nothing was undone: somebody else has changed the cell since.',
  )
})

test('an undo of a row that cannot be read writes nothing', async () => {
  const desk = await makeDesk(false)
  const [rowId] = desk.shown()[0]!
  desk.edits.change('Edit contact', [{ rowId, key: 'a', from: 1, to: 'mine' }])
  await desk.settle()
  desk.list(({ id }) => id !== rowId)
  await desk.settle()
  desk.writeTheirs(rowId, 'theirs')
  desk.edits.undo()
  await desk.take('undo')
  await desk.take('fail')
  await desk.settle()
  expect(desk.stored()[0]).toEqual([rowId, 'theirs', null])
})

test('everything done before a board was left can be undone and redone when it is opened again', async () => {
  const desk = await makeDesk()
  const before = desk.stored()
  const [one, two] = desk.shown().map(([id]) => id)
  desk.edits.change('Edit A', [{ rowId: one!, key: 'a', from: 1, to: 'mine' }])
  desk.edits.remove([two!])
  await desk.settle()
  const after = desk.stored()
  await desk.reopen()
  expect(desk.edits.undo()).toBe('Delete 1 row')
  expect(desk.edits.undo()).toBe('Edit A')
  await desk.take('undo')
  await desk.settle()
  expect(desk.stored()).toEqual(before)
  expect(desk.shown()).toEqual(before)
  desk.edits.redo()
  desk.edits.redo()
  await desk.take('redo')
  await desk.settle()
  expect(desk.stored()).toEqual(after)
  expect(desk.shown()).toEqual(after)
})

test('goes on with what version 0.2.0 has kept', async () => {
  const desk = await makeDesk(false)
  const [one, two, three] = desk.shown().map(([id]) => id)
  const map = (...entries: unknown[]) => ({ '\u0000map': entries })
  const cell = (rowId: unknown, key: string, before: unknown, after: unknown) => {
    return { rowId, key, before, after }
  }
  const nothing = { cells: [], added: [], removed: [] }
  const act = (id: number, label: string, ...parts: [number, object][]) => {
    return [id, { id, label, parts: map(...parts), isThere: false }]
  }
  const job = (label: string, work: object) => ({
    label,
    work,
    key: `key of ${label}`,
    isLate: true,
  })
  const change = { rowId: one, key: 'a', from: 1, to: '2k' }
  const text = JSON.stringify({
    definition: 'board',
    log: {
      acts: map(
        act(1, 'Edit A', [2, { ...nothing, cells: [cell(one, 'a', 1, 2000)] }]),
        act(3, 'Delete 1 row', [4, { ...nothing, removed: [two] }]),
        act(5, 'Add a row', [6, nothing]),
        act(7, 'Edit B', [8, { ...nothing, cells: [cell(three, 'b', null, 'gone')] }]),
      ),
      done: [1, 3, 5],
      undone: [7],
      writes: [
        { id: 2, act: 1, does: 'part' },
        { id: 4, act: 3, does: 'part' },
        { id: 6, act: 5, does: 'part' },
        { id: 8, act: 7, does: 'part' },
        { id: 9, act: 7, does: 'undo' },
      ],
      next: 10,
    },
    jobs: [
      [2, job('Edit A', { does: 'change', changes: [change], shown: [2000] })],
      [4, job('Delete', { does: 'remove', ids: [two] })],
      [6, job('Add a row', { does: 'fill', id: 'new-1', cells: { a: 9 }, was: {} })],
      [
        8,
        job('Edit B', {
          does: 'change',
          changes: [{ rowId: three, key: 'b', from: null, to: 'gone' }],
          shown: ['gone'],
        }),
      ],
      [9, job('Edit B', { does: 'go back', verb: 'Undone' })],
    ],
    news: {
      rows: [{ id: 'new-1', cells: { a: 9 }, asked: { a: 9 }, trouble: null }],
      made: [['new-0', { rowId: three, sent: { b: null }, left: { b: 'gone' } }]],
    },
    known: [],
    notes: [],
  })
  desk.edits.goOn(text)
  await desk.take('type')
  expect(desk.shown().map(([id, a, b]) => [id, a, b])).toEqual([
    [one, 2000, null],
    [three, 3, null],
    ['row 4', 4, null],
  ])
  expect(desk.page().source.news.at(0)?.cells).toEqual({ a: 9 })
  expect(desk.edits.waiting).toBe(5)
  // Another tab may still have that version.
  const again = desk.edits.written()!
  expect(JSON.parse(again).jobs).toHaveLength(5)
  await desk.settle()
  const wanted = [
    [one, '2k', null],
    [three, 3, null],
    ['row 4', 4, null],
    ['row 5', 9, null],
  ]
  expect(desk.shown()).toEqual(wanted)
  expect(desk.stored()).toEqual(wanted)
  expect(desk.edits.waiting).toBe(0)
})
