import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cells } from '../../list/types.ts'
import { Drafts } from './drafts.ts'
import type { Work } from './jobs.ts'
import { keptRead, keptWritten } from './kept.ts'
import {
  answered,
  begin,
  type Change,
  cellsOf,
  changeOf,
  emptyLog,
  nothingChanged,
  redo,
  undo,
  waitingOf,
  withWaiting,
} from './log.rules.ts'
import { type Made, nothingPending, pendingOf } from './pending.rules.ts'

type List = Record<string, Cells>

const KEYS = ['a', 'b']
const START: List = { x: { a: 1, b: null }, y: { a: null, b: 2 }, z: { a: 3, b: 3 } }
const stepOf = (...does: string[]) =>
  fc.record({ does: fc.constantFrom(...does), which: fc.nat(9), to: fc.nat(4) })

const job = (label: string, work: Work = { does: 'change', changes: [], shown: [] }) => {
  return { label, work, key: label, isLate: false }
}

/** A log of what somebody does to some rows, and the service's rows, which change when a write is answered. */
function makeDesk() {
  let log = emptyLog
  let started = 0
  const rows = new Map<string, Cells>(Object.entries(START))
  const trash = new Map<string, Cells>()
  const made = new Map<string, Made>()
  const drafts = new Drafts<{ id: string; cells: Cells }>()
  const move = (id: string, from: Map<string, Cells>, to: Map<string, Cells>): boolean => {
    const cells = from.get(id)
    if (cells) to.set(id, cells)
    return from.delete(id)
  }
  const set = (change: Change) =>
    cellsOf(change, (id, key) => (rows.has(id) ? { value: rows.get(id)![key] ?? null } : undefined))
      .filter(({ rowId }) => rows.has(rowId))
      .map(({ rowId, key, from, to }) => {
        rows.set(rowId, { ...rows.get(rowId), [key]: to } as Cells)
        return { rowId, key, before: from, after: to }
      })
  const desk = {
    rows,
    log: () => log,
    /** The rows as they are drawn: those of the service, and over them what is not answered. */
    shown(): List {
      const pending = pendingOf(log, (id) => made.get(id))
      drafts.draw(pending.cells)
      const all = new Map([...rows, ...[...trash].filter(([id]) => pending.coming.has(id))])
      const list: List = {}
      for (const [id, cells] of all)
        if (!pending.leaving.has(id)) list[id] = drafts.shown({ id, cells }).cells
      for (const { work } of log.writes) {
        const isNew = work.does === 'fill' && !made.has(work.id) && !pending.hidden.has(work.id)
        if (isNew) list[work.id] = work.cells
      }
      return list
    },
    change(rowId: string, cells: Cells, now: Cells) {
      const changes = Object.entries(cells).map(([key, after]) => {
        return { rowId, key, before: now[key] ?? null, after }
      })
      log = begin(log, job('Edit'), { ...nothingChanged, cells: changes }).log
    },
    add(cells: Cells): string {
      const id = `new-${++started}`
      log = begin(log, job('Add', { does: 'fill', id, cells, was: {} }), nothingChanged).log
      return id
    },
    remove(ids: string[]) {
      const work: Work = { does: 'remove', ids }
      log = begin(log, job('Delete', work), { ...nothingChanged, removed: ids }).log
    },
    undo() {
      log = undo(log, job)?.log ?? log
    },
    redo() {
      log = redo(log, job)?.log ?? log
    },
    /** Creates the new row that the first write fills in, whose answer has not been taken in. */
    make() {
      const work = log.writes[0]?.work
      if (work?.does !== 'fill' || made.has(work.id)) return
      const rowId = `row of ${work.id}`
      rows.set(rowId, work.cells)
      made.set(work.id, { rowId, sent: work.cells })
    },
    answer(isRefused: boolean) {
      const [write] = log.writes
      if (!write) return
      if (isRefused && !(write.work.does === 'fill' && made.has(write.work.id))) {
        log = answered(log, write, null)
        return
      }
      desk.make()
      const change = changeOf(log, write)
      const added = change.added.filter((id) => move(id, trash, rows))
      const removed = change.removed.filter((id) => move(id, rows, trash))
      const created = write.work.does === 'fill' ? [made.get(write.work.id)!.rowId] : []
      log = answered(log, write, { cells: set(change), added: [...added, ...created], removed })
    },
    reload() {
      const text = keptWritten({
        definition: 'board',
        log: waitingOf(log),
        news: { rows: [], made: [] },
        known: [],
        notes: [],
      })
      log = withWaiting(emptyLog, keptRead(text).log)
    },
    nameOf: (id: string) => made.get(id)?.rowId ?? id,
  }
  return desk
}

const named = (list: List, nameOf: (id: string) => string): List =>
  Object.fromEntries(Object.entries(list).map(([id, cells]) => [nameOf(id), cells]))

test('rows with the writes that are not answered over them are those of a plain list, whenever each is answered', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: stepOf('change', 'change', 'add', 'remove') },
      { weight: 3, arbitrary: stepOf('undo', 'undo', 'redo') },
      { weight: 4, arbitrary: stepOf('answer', 'answer', 'make') },
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (steps) => {
      const desk = makeDesk()
      let wanted: List = START
      let done: List[] = []
      let undone: List[] = []
      for (const { does, which, to } of steps) {
        const ids = Object.keys(wanted)
        const id = ids[which % Math.max(1, ids.length)]
        let next: List | undefined
        if (does === 'change' && id !== undefined && !id.startsWith('new')) {
          const cells = to === 4 ? { a: to, b: to } : { [KEYS[to % 2]!]: to }
          desk.change(id, cells, wanted[id]!)
          next = { ...wanted, [id]: { ...wanted[id], ...cells } as Cells }
        } else if (does === 'add') {
          const cells = { a: to, b: null }
          next = { ...wanted, [desk.add(cells)]: cells }
        } else if (does === 'remove' && id !== undefined && !id.startsWith('new')) {
          const { [id]: _, ...rest } = wanted
          desk.remove([id])
          next = rest
        } else if (does === 'undo') {
          desk.undo()
          const before = done.pop()
          if (before) undone.push(wanted)
          wanted = before ?? wanted
        } else if (does === 'redo') {
          desk.redo()
          const after = undone.pop()
          if (after) done.push(wanted)
          wanted = after ?? wanted
        } else if (does === 'answer') desk.answer(false)
        else if (does === 'make') desk.make()
        if (next) [done, undone, wanted] = [[...done, wanted], [], next]
        // A new row goes by the service's name once it is made.
        const names = (lists: List[]) => lists.map((one) => named(one, desk.nameOf))
        wanted = named(wanted, desk.nameOf)
        done = names(done)
        undone = names(undone)
        expect(desk.shown()).toEqual(wanted)
      }
      while (desk.log().writes.length > 0) {
        desk.answer(false)
        expect(desk.shown()).toEqual(named(wanted, desk.nameOf))
      }
      expect(Object.fromEntries(desk.rows)).toEqual(desk.shown())
    }),
    { numRuns: 1_000 },
  )
})

test('whatever is refused, and whenever the page is left, nothing stays drawn that the service does not have', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: stepOf('change', 'add', 'remove') },
      { weight: 3, arbitrary: stepOf('undo', 'redo') },
      { weight: 4, arbitrary: stepOf('answer', 'refuse', 'make', 'reload') },
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (steps) => {
      const desk = makeDesk()
      for (const { does, which, to } of steps) {
        const shown = desk.shown()
        const ids = Object.keys(shown).filter((id) => !id.startsWith('new'))
        const id = ids[which % Math.max(1, ids.length)]
        if (does === 'change' && id) desk.change(id, { [KEYS[to % 2]!]: to }, shown[id]!)
        else if (does === 'add') desk.add({ a: to, b: null })
        else if (does === 'remove' && id) desk.remove([id])
        else if (does === 'undo' || does === 'redo' || does === 'make') desk[does]()
        else if (does === 'answer' || does === 'refuse') desk.answer(does === 'refuse')
        else if (does === 'reload') {
          desk.reload()
          expect(desk.shown()).toEqual(shown)
        }
      }
      while (desk.log().writes.length > 0) desk.answer(false)
      expect(desk.shown()).toEqual(Object.fromEntries(desk.rows))
      expect(pendingOf(desk.log(), () => undefined)).toEqual(nothingPending)
    }),
    { numRuns: 1_000 },
  )
})

test('a row stays the same object until it or what is drawn in it changes', () => {
  const desk = makeDesk()
  const drafts = new Drafts<{ id: string; cells: Cells }>()
  const row = { id: 'x', cells: START.x! }
  const shown = () => {
    drafts.draw(pendingOf(desk.log(), () => undefined).cells)
    return drafts.shown(row)
  }
  expect(shown()).toBe(row)
  desk.change('y', { a: 5 }, START.y!)
  expect(shown()).toBe(row)
  desk.change('x', { a: 5 }, row.cells)
  const drawn = shown()
  expect(drawn.cells).toEqual({ a: 5, b: null })
  desk.answer(false)
  expect(shown()).toBe(drawn)
  desk.change('x', { b: 6 }, drawn.cells)
  expect(shown().cells).toEqual({ a: 5, b: 6 })
  desk.undo()
  expect(shown().cells).toEqual({ a: 5, b: null })
})
