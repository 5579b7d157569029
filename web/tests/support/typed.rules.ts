// What somebody who types into a grid knows about it.

/** The texts of a row's cells. */
export type Texts = readonly string[]

interface Act {
  row: number
  /** `null` if the row was not there. */
  before: Texts | null
  after: Texts | null
}

export interface Typed {
  /** The rows of this person, by a number of their own. */
  rows: Map<number, Texts>
  /** The rows of other people. */
  theirs: Texts[]
  /** What can be undone, the last one last. */
  done: Act[]
  undone: Act[]
  /** The cell where the cursor went by itself. */
  next: { row: number; column: number } | null
  /** How many cells have been typed. */
  cells: number
  isCut: boolean
  isSignedOut: boolean
}

export const nothingTyped = (rows: readonly Texts[]): Typed => ({
  rows: new Map(rows.entries()),
  theirs: [],
  done: [],
  undone: [],
  next: null,
  cells: 0,
  isCut: false,
  isSignedOut: false,
})

const put = ({ rows }: Typed, row: number, texts: Texts | null): void => {
  if (texts === null) rows.delete(row)
  else rows.set(row, texts)
}

/** Notes what a cell holds now. */
export function write(typed: Typed, row: number, column: number, text: string): void {
  const before = typed.rows.get(row) ?? null
  const after = (before ?? ['', '', '']).with(column, text)
  put(typed, row, after)
  typed.done.push({ row, before, after })
  typed.undone = []
  typed.cells++
}

export function undo(typed: Typed): void {
  const act = typed.done.pop()!
  put(typed, act.row, act.before)
  typed.undone.push(act)
}

export function redo(typed: Typed): void {
  const act = typed.undone.pop()!
  put(typed, act.row, act.after)
  typed.done.push(act)
}

/** Nothing of before can be undone any more. */
export function forget(typed: Typed): void {
  typed.done = []
  typed.undone = []
  typed.next = null
}

/**
 * What is lost, and what is there that should not be: changed, or twice.
 *
 * @param optional what may be there as well.
 */
export function faultsIn(
  there: readonly Texts[],
  wanted: readonly Texts[],
  optional: readonly Texts[] = [],
): string[] {
  const left = there.map(textOf)
  const isTaken = (row: Texts): boolean => {
    const at = left.indexOf(textOf(row))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const lost = wanted.filter((row) => !isTaken(row)).map((row) => `lost: ${textOf(row)}`)
  for (const row of optional) isTaken(row)
  return [...lost, ...left.map((row) => `too much: ${row}`)]
}

const textOf = (row: Texts): string => row.join(' | ')
