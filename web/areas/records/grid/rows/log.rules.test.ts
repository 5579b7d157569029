import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newJob } from './jobs.ts'
import {
  answered,
  begin,
  type Change,
  cellsOf,
  changeOf,
  emptyLog,
  inverse,
  isNothing,
  type Log,
  nothingChanged,
  redo,
  shownBy,
  undo,
  type Write,
} from './log.rules.ts'

const job = (label: string) => newJob(label)

type List = Map<string, Record<string, number | null>>

const KEYS = ['a', 'b']
const STEPS = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('edit' as const), which: fc.nat(), to: fc.nat(4) }),
  },
  fc.record({ does: fc.constant('paste' as const), which: fc.nat(), to: fc.nat(4) }),
  fc.record({ does: fc.constant('delete' as const), which: fc.nat(), to: fc.nat(2) }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('redo' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom('answer' as const, 'fail' as const) }),
  },
  fc.record({ does: fc.constant('refuse half' as const) }),
)
type Step = { does: string; which?: number; to?: number }

const copyOf = (list: List): List => new Map([...list].map(([id, cells]) => [id, { ...cells }]))
const plain = (list: List) => Object.fromEntries([...list].sort(([a], [b]) => (a < b ? -1 : 1)))

/** The service's rows as a plain list, and a log of what somebody does to them. The service answers when it is told. */
function makeDesk(start: List) {
  const list = copyOf(start)
  const trash: List = new Map()
  const created: List = new Map()
  /** The cells of rows to be added, by write. */
  const adding = new Map<number, Record<string, number | null>[]>()
  let log: Log = emptyLog
  const take = (begun: { log: Log } | null) => {
    if (begun) log = begun.log
  }
  /** The rows as drawn: every write that is not answered is taken to succeed. */
  const drawn = (): List => {
    const rows = copyOf(list)
    const gone = copyOf(trash)
    for (const write of log.writes) {
      const { cells, added, removed } = shownBy(log, write)
      for (const id of removed) move(rows, gone, id)
      for (const id of added) move(gone, rows, id)
      for (const { rowId, key, after } of cells) {
        const row = rows.get(rowId)
        if (row) row[key] = after as number | null
      }
    }
    return rows
  }
  const set = (cells: Change['cells']) =>
    cells.filter(({ rowId, key, after }) => {
      const row = list.get(rowId)
      if (row) row[key] = after as number | null
      return row !== undefined
    })
  const perform = (write: Write, isHalf: boolean): Change => {
    const change = changeOf(log, write)
    if (write.does !== 'part') {
      const now = (id: string, key: string) => {
        const row = list.get(id)
        return row && { value: row[key] ?? null }
      }
      const changes = cellsOf(change, now)
      const cells = set(
        changes.map(({ from, to, ...cell }) => ({ ...cell, before: from, after: to })),
      )
      const removed = change.removed.filter((id) => move(list, trash, id))
      const added = change.added.filter((id) => move(trash, list, id))
      return { cells, added, removed }
    }
    const rows = adding.get(write.id)
    if (rows) {
      const added = rows.map((cells, i) => {
        const id = `n${write.id}.${i}`
        list.set(id, { ...cells })
        created.set(id, { ...cells })
        return id
      })
      return { ...nothingChanged, added }
    }
    const cells = set(isHalf ? change.cells.slice(1) : change.cells)
    return { cells, added: [], removed: change.removed.filter((id) => move(list, trash, id)) }
  }
  return {
    list,
    drawn,
    log: () => log,
    step({ does, which = 0, to = 0 }: Step): void {
      const rows = [...drawn()]
      const [id, cells] = rows.length > 0 ? rows[which % rows.length]! : []
      const edit = (key: string) =>
        id === undefined ? [] : [{ rowId: id, key, before: cells![key] ?? null, after: to }]
      if (does === 'edit')
        take(begin(log, job('Edit'), { ...nothingChanged, cells: edit(KEYS[to % 2]!) }))
      else if (does === 'paste') {
        const begun = begin(log, job('Paste'), { ...nothingChanged, cells: KEYS.flatMap(edit) })
        const joined = begin(begun.log, job('Paste'), nothingChanged, {
          label: 'Paste',
          act: begun.write.act,
        })
        adding.set(joined.write.id, [
          { a: to, b: null },
          { a: null, b: to },
        ])
        take(joined)
      } else if (does === 'delete') {
        const removed = rows
          .slice(which % (rows.length + 1))
          .slice(0, to)
          .map(([one]) => one)
        take(begin(log, job('Delete'), { ...nothingChanged, removed }))
      } else if (does === 'undo') take(undo(log, job))
      else if (does === 'redo') take(redo(log, job))
      else {
        const [write] = log.writes
        if (!write) return
        log = answered(log, write, does === 'fail' ? null : perform(write, does === 'refuse half'))
      }
    },
    settle(): void {
      while (log.writes.length > 0) this.step({ does: 'answer' })
    },
    /** What the acts that are done make of the first list. */
    replayed(): List {
      const rows = copyOf(start)
      for (const id of log.done) {
        for (const { cells, added, removed } of log.acts.get(id)!.parts.values()) {
          for (const one of added) rows.set(one, { ...(created.get(one) ?? start.get(one)!) })
          for (const { rowId, key, after } of cells) {
            const row = rows.get(rowId)
            if (row) row[key] = after as number | null
          }
          for (const one of removed) rows.delete(one)
        }
      }
      return rows
    },
  }
}

function move(from: List, to: List, id: string): boolean {
  const row = from.get(id)
  if (row) to.set(id, row)
  return from.delete(id)
}

const start: List = new Map([
  ['x', { a: 1, b: null }],
  ['y', { a: null, b: 2 }],
  ['z', { a: 3, b: 3 }],
])

test('whatever is done, undone and redone, and whatever is refused or fails in between, the list is what the log says', () => {
  fc.assert(
    fc.property(fc.array(STEPS, { maxLength: 40 }), (steps) => {
      const desk = makeDesk(start)
      for (const step of steps) desk.step(step)
      // What is drawn before the answers is what the list becomes if none of them is a refusal.
      const drawn = desk.drawn()
      desk.settle()
      for (const [id, cells] of drawn) expect(desk.list.get(id)).toEqual(cells)
      expect(plain(desk.replayed())).toEqual(plain(desk.list))
      const there = [...desk.log().acts.values()].filter(({ isThere }) => isThere)
      expect(there.map(({ id }) => id).sort((a, b) => a - b)).toEqual(desk.log().done)

      const now = plain(desk.list)
      const count = desk.log().done.length
      for (let n = 0; n < count; n++) desk.step({ does: 'undo' })
      expect(desk.log().done).toEqual([])
      desk.settle()
      expect(plain(desk.list)).toEqual(plain(start))
      for (let n = 0; n < count; n++) desk.step({ does: 'redo' })
      desk.settle()
      expect(plain(desk.list)).toEqual(now)
    }),
    { numRuns: 2_000 },
  )
})

const cell = (before: unknown, after: unknown) => ({ rowId: 'x', key: 'a', before, after })

test('undoing writes the old values, and restores removed rows', () => {
  const change = { cells: [cell(1, 2)], added: ['n'], removed: ['r'] }
  expect(inverse(change)).toEqual({ cells: [cell(2, 1)], added: ['r'], removed: ['n'] })
  expect(isNothing(nothingChanged)).toBe(true)
  expect(isNothing(change)).toBe(false)
})

test('a cell that somebody has changed since is left as it is', () => {
  const change = { ...nothingChanged, cells: [cell(2, 1), { ...cell(2, 1), rowId: 'y' }] }
  const now = (rowId: string) => ({ value: rowId === 'x' ? 9 : 2 })
  expect(cellsOf(change, now).map(({ rowId }) => rowId)).toEqual(['y'])
})

test('an undo of a change that turns out to be refused does nothing', () => {
  const begun = begin(emptyLog, job('Edit'), { ...nothingChanged, cells: [cell(1, 2)] })
  const back = undo(begun.log, job)!
  const log = answered(back.log, begun.write, null)
  expect(isNothing(changeOf(log, back.write))).toBe(true)
  expect(answered(log, back.write, nothingChanged)).toMatchObject({ done: [], undone: [] })
})

test('a change that begins from one that is refused begins from what was there', () => {
  const first = begin(emptyLog, job('Edit'), { ...nothingChanged, cells: [cell(1, 2)] })
  const second = begin(first.log, job('Edit'), { ...nothingChanged, cells: [cell(2, 3)] })
  const log = answered(second.log, first.write, null)
  expect(changeOf(log, second.write).cells).toEqual([cell(1, 3)])
})
