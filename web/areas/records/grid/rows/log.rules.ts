import type { Unresolved } from '../../cells/unresolved.rules.ts'
import { type CellChange, cellName } from './changes.rules.ts'
import type { Job } from './jobs.ts'
import { isSame, remembered } from './live.rules.ts'

/** The names in a cell that lead nowhere yet, before and after a change. */
export interface Names {
  readonly before: readonly Unresolved[]
  readonly after: readonly Unresolved[]
}

/** What changes: cells with what they held before and hold after, rows that come, and rows that go. */
export interface Change {
  readonly cells: readonly {
    rowId: string
    key: string
    before: unknown
    after: unknown
    /** Known once it is answered, if there are any. */
    names?: Names
  }[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Something done here that can be undone. It may take several writes. */
export interface Act {
  readonly id: number
  readonly label: string
  /** By write: what it is to change, and once it is answered, what it changed. */
  readonly parts: ReadonlyMap<number, Change>
  /** Whether the service has it, as far as it has answered. */
  readonly isThere: boolean
}

/** A write that is not answered yet: it does a part of an act, or undoes or redoes all of it. */
export interface Write extends Job {
  readonly id: number
  readonly act: number
  readonly does: 'part' | 'undo' | 'redo'
}

/**
 * Everything done here, in order, whether or not the service has answered. Undo and redo go by this order, so they never
 * wait; the writes follow one after the other, and an act keeps only what its writes really changed.
 */
export interface Log {
  readonly acts: ReadonlyMap<number, Act>
  /** The ids of acts, in order. */
  readonly done: readonly number[]
  /** The acts that have been undone, the last one first to be redone. */
  readonly undone: readonly number[]
  readonly writes: readonly Write[]
  readonly next: number
}

export interface Begun {
  log: Log
  write: Write
}

/** The act that writes are parts of together, once the first of them has begun. */
export interface Joined {
  label: string
  act?: number
}

const MOST_ACTS = 100
export const emptyLog: Log = { acts: new Map(), done: [], undone: [], writes: [], next: 1 }
export const nothingChanged: Change = { cells: [], added: [], removed: [] }

export const isNothing = ({ cells, added, removed }: Change): boolean =>
  cells.length + added.length + removed.length === 0

/** The change that takes a change back. */
export const inverse = remembered(
  ({ cells, added, removed }: Change): Change => ({
    cells: cells.map(({ before, after, names, ...cell }) => ({
      ...cell,
      before: after,
      after: before,
      ...(names && { names: { before: names.after, after: names.before } }),
    })),
    added: removed,
    removed: added,
  }),
)

/**
 * Begins a write of something new, after which nothing can be redone.
 *
 * @param joined the act that it is a part of, if not one of its own; without `act`, a new one with that label.
 */
export function begin(
  log: Log,
  job: Job,
  change: Change,
  { label, act: joined }: Joined = { label: job.label },
): Begun {
  const known = joined === undefined ? undefined : log.acts.get(joined)
  const id = known?.id ?? log.next
  const write: Write = { ...job, id: log.next + 1, act: id, does: 'part' }
  const parts = new Map(known?.parts).set(write.id, change)
  const act: Act = { id, label, parts, isThere: known?.isThere ?? false }
  return {
    write,
    log: pruned({
      acts: new Map(log.acts).set(id, act),
      done: known ? log.done : [...log.done, id].slice(-MOST_ACTS),
      undone: [],
      writes: [...log.writes, write],
      next: log.next + 2,
    }),
  }
}

/** Takes the last act back; `null` if there is none. */
export function undo(log: Log, jobOf: (label: string) => Job): Begun | null {
  const id = log.done.at(-1)
  if (id === undefined) return null
  const write: Write = { ...jobOf(log.acts.get(id)!.label), id: log.next, act: id, does: 'undo' }
  const [done, undone] = [log.done.slice(0, -1), [...log.undone, id]]
  const writes = [...log.writes, write]
  return { write, log: { ...log, done, undone, writes, next: log.next + 1 } }
}

/** Does the act again that was undone last; `null` if there is none. */
export function redo(log: Log, jobOf: (label: string) => Job): Begun | null {
  const id = log.undone.at(-1)
  if (id === undefined) return null
  const write: Write = { ...jobOf(log.acts.get(id)!.label), id: log.next, act: id, does: 'redo' }
  const [done, undone] = [rising([...log.done, id]), log.undone.slice(0, -1)]
  const writes = [...log.writes, write]
  return { write, log: { ...log, done, undone, writes, next: log.next + 1 } }
}

/** Acts are undone in the opposite order of that in which they were done first, whatever failed in between. */
const rising = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

/**
 * What a write changes. An undo of something that the service never had changes nothing, and neither does a redo of
 * something that it still has.
 */
export function changeOf({ acts }: Log, { id, act: actId, does }: Write): Change {
  const act = acts.get(actId)
  if (!act) return nothingChanged
  if (does === 'part') return act.parts.get(id) ?? nothingChanged
  if (act.isThere !== (does === 'undo')) return nothingChanged
  return does === 'undo' ? inverse(wholeOf(act)) : wholeOf(act)
}

/** What a write shows before it is its turn: the writes before it are taken to succeed. */
export function shownBy({ acts }: Log, { id, act: actId, does }: Write): Change {
  const act = acts.get(actId)
  if (!act) return nothingChanged
  if (does === 'part') return act.parts.get(id) ?? nothingChanged
  return does === 'undo' ? inverse(wholeOf(act)) : wholeOf(act)
}

/** All parts of an act. A row that comes or goes takes its cells with it. */
const wholeOf = remembered(({ parts }: Act): Change => {
  const all = [...parts.values()]
  const added = all.flatMap((part) => part.added)
  const removed = all.flatMap((part) => part.removed)
  const whole = new Set([...added, ...removed])
  const cells = all.flatMap((part) => part.cells).filter(({ rowId }) => !whole.has(rowId))
  return { cells, added, removed }
})

/** What of a log has to be kept until its writes are answered. */
export function waitingOf(log: Log): Log {
  const acts = new Set(log.writes.map(({ act }) => act))
  const isKept = (id: number): boolean => acts.has(id)
  return {
    ...log,
    acts: new Map([...log.acts].filter(([id]) => acts.has(id))),
    done: log.done.filter(isKept),
    undone: log.undone.filter(isKept),
  }
}

/** Goes on with the writes of another log after those of this one. */
export function withWaiting(log: Log, kept: Log): Log {
  const by = log.next
  const risen = (ids: readonly number[]) => ids.map((id) => id + by)
  const acts = [...kept.acts.values()].map((act): [number, Act] => {
    const parts = new Map([...act.parts].map(([id, part]) => [id + by, part]))
    return [act.id + by, { ...act, id: act.id + by, parts }]
  })
  const writes = kept.writes.map((write) => {
    return { ...write, id: write.id + by, act: write.act + by, isLate: true }
  })
  return {
    acts: new Map([...log.acts, ...acts]),
    done: [...log.done, ...risen(kept.done)],
    undone: [...risen(kept.undone), ...log.undone],
    writes: [...log.writes, ...writes],
    next: by + kept.next,
  }
}

/** The last write of an act that is still to come. */
export const lastWriteOf = ({ writes }: Log, act: number): Write | undefined =>
  writes.findLast((write) => write.act === act)

/**
 * Takes in the answer to the oldest write.
 *
 * @param changed what it changed; `null` if it failed as a whole.
 */
export function answered(log: Log, write: Write, changed: Change | null): Log {
  const left = { ...log, writes: log.writes.filter(({ id }) => id !== write.id) }
  const act = log.acts.get(write.act)
  const asked = changeOf(log, write)
  if (!act || (write.does !== 'part' && isNothing(asked))) return pruned(left)
  const happened = changed ?? nothingChanged
  if (write.does === 'part') {
    const parts = new Map(act.parts).set(write.id, happened)
    const isThere = act.isThere || !isNothing(happened)
    return pruned(rebased(withAct(left, { ...act, parts, isThere }), asked, happened))
  }
  if (changed === null) return pruned(withoutUndos(rebased(left, asked, happened, true), act.id))
  const kept = write.does === 'undo' ? inverse(happened) : happened
  const isThere = write.does === 'redo' && !isNothing(kept)
  const parts = new Map([[write.id, kept]])
  return pruned(rebased(withAct(left, { ...act, parts, isThere }), asked, happened))
}

/**
 * A cell that was not changed, or to something else than was shown, is not what the next change of it began from, and
 * a row that did not come back cannot go. So the writes that follow are gone through again, from what there really is;
 * those that began from something else than what was drawn know better.
 *
 * @param isStopped whether those that undo and redo are not made any more.
 */
function rebased(log: Log, asked: Change, happened: Change, isStopped = false): Log {
  const written = new Map(happened.cells.map((cell) => [cellName(cell), cell.after]))
  /** What there really is in cells that were drawn otherwise. */
  const now = new Map<string, { really: unknown; drawn: unknown }>()
  for (const cell of asked.cells) {
    const name = cellName(cell)
    const really = written.has(name) ? written.get(name) : cell.before
    if (!isSame(really, cell.after)) now.set(name, { really, drawn: cell.after })
  }
  const come = new Set(happened.added)
  const missing = new Set(asked.added.filter((id) => !come.has(id)))
  if (now.size + missing.size === 0 && !isStopped) return log
  let next = log
  for (const write of log.writes) {
    const change = shownBy(next, write)
    const drawn = new Map(shownBy(log, write).cells.map((cell) => [cellName(cell), cell.after]))
    if (isStopped && write.does !== 'part') {
      for (const { before, ...cell } of change.cells) {
        const name = cellName(cell)
        const known = now.get(name)
        now.set(name, { really: known ? known.really : before, drawn: drawn.get(name) })
      }
      for (const id of change.added) missing.add(id)
      continue
    }
    const cells = change.cells.map((cell) => {
      const known = now.get(cellName(cell))
      return known && isSame(cell.before, known.drawn) ? { ...cell, before: known.really } : cell
    })
    const act = next.acts.get(write.act)
    if (act && write.does === 'part') {
      const removed = change.removed.filter((id) => !missing.has(id))
      const parts = new Map(act.parts).set(write.id, { ...change, cells, removed })
      next = withAct(next, { ...act, parts })
    }
    for (const cell of cells) {
      const name = cellName(cell)
      if (isSame(cell.after, drawn.get(name))) now.delete(name)
      else now.set(name, { really: cell.after, drawn: drawn.get(name) })
    }
  }
  return next
}

/**
 * An undo or redo has failed. Undos and redos that were asked for after it are not made either, because they would then be out of
 * order; what was done after it stays.
 */
function withoutUndos(log: Log, failed: number): Log {
  const writes = log.writes.filter(({ does }) => does === 'part')
  const stopped = log.writes.filter(({ does }) => does !== 'part').map(({ act }) => act)
  const doing = new Set(writes.map(({ act }) => act))
  let { done, undone } = log
  for (const id of new Set([failed, ...stopped])) {
    const isDone = doing.has(id) || (log.acts.get(id)?.isThere ?? false)
    done = done.filter((one) => one !== id)
    undone = undone.filter((one) => one !== id)
    if (isDone) done = rising([...done, id])
    else undone = rising([...undone, id]).toReversed()
  }
  return { ...log, writes, done, undone }
}

const withAct = (log: Log, act: Act): Log => ({
  ...log,
  acts: new Map(log.acts).set(act.id, act),
})

/** Forgets acts that have changed nothing, and those that nothing leads to any more. */
function pruned(log: Log): Log {
  const writing = new Set(log.writes.map(({ act }) => act))
  const isKept = (id: number): boolean => writing.has(id) || !isNothing(wholeOf(log.acts.get(id)!))
  const done = log.done.filter(isKept)
  const undone = log.undone.filter(isKept)
  const reached = new Set([...done, ...undone, ...writing])
  const acts = new Map([...log.acts].filter(([id]) => reached.has(id)))
  return { ...log, acts, done, undone }
}

/**
 * The cells to write for a change. Cells that others have changed since are left as they are.
 *
 * @param now a cell's current value, `undefined` if the row is not known here.
 */
export function cellsOf(
  { cells }: Change,
  now: (rowId: string, key: string) => { value: unknown } | undefined,
): CellChange[] {
  const changes: CellChange[] = []
  for (const { rowId, key, before, after } of cells) {
    const known = now(rowId, key)
    if (known && !isSame(known.value, before)) continue
    changes.push({ rowId, key, from: before, to: after ?? null })
  }
  return changes
}
