import { Edits } from './edits.ts'
import { type Lines, plainLines } from './groups.rules.ts'
import type { PasteReport } from './report.ts'
import { RowSource } from './row-source.ts'
import { at, type Bounds, HEADER, type Range, type Selection } from './selection.rules.ts'
import { type Signal, signal } from './signal.ts'
import type { Cells } from './types.ts'

/** In place of an id: the row that is being filled in and not saved yet. */
export const DRAFT = 'draft'

export interface Editing {
  /** The row by its id: where it stands may change while somebody types. */
  rowId: string
  column: number
  /** What was typed to begin with, in place of what the cell holds. */
  typed: string | null
  /** What the cell held when it was opened, whatever others write meanwhile. */
  before: unknown
  /** What was saved then; not known while a change of our own is still on its way. */
  over: { value: unknown } | null
  /** Why what was typed before was refused. */
  problem: string | null
}

export interface BeyondQuestion {
  count: number
  answer: (choice: 'add' | 'leave' | 'cancel') => void
}

/** What a grid keeps while it stands; its parts follow the signals that they show. */
export interface GridModel {
  source: RowSource
  edits: Edits
  selection: Signal<Selection>
  editing: Signal<Editing | null>
  /** Rows that are ticked, by their ids. */
  picked: Signal<ReadonlySet<string>>
  /** A row that is being filled in and not saved yet; it stands after the others. */
  draft: Signal<Cells | null>
  /** Where the fill handle has been drawn to. */
  filling: Signal<Range | null>
  /** The column whose menu is open, by its key. */
  menu: Signal<string | null>
  folded: Signal<ReadonlySet<number>>
  report: Signal<PasteReport | null>
  /** Asked where a paste has columns beyond the last one. */
  beyond: Signal<BeyondQuestion | null>
  /** The row of the active cell, which the selection follows when rows before it come or go. */
  anchor: { current: string | null }
  /** Whether Escape was pressed, so that the next Tab leaves the grid. */
  leaving: { current: boolean }
  /** How rows stand in lines, as last drawn. */
  lines: { current: Lines }
  /** How many rows and columns there are, as last drawn. */
  bounds: { current: Bounds }
}

export function makeModel(key: string): GridModel {
  const source = new RowSource(key)
  return {
    source,
    edits: new Edits(source),
    selection: signal<Selection>(at(HEADER, 0)),
    editing: signal<Editing | null>(null),
    picked: signal<ReadonlySet<string>>(new Set()),
    draft: signal<Cells | null>(null),
    filling: signal<Range | null>(null),
    menu: signal<string | null>(null),
    folded: signal<ReadonlySet<number>>(new Set()),
    report: signal<PasteReport | null>(null),
    beyond: signal<BeyondQuestion | null>(null),
    anchor: { current: null },
    leaving: { current: false },
    lines: { current: plainLines(0) },
    bounds: { current: { rows: 0, columns: 0, page: 1 } },
  }
}

/** The id of the row at a place, or that it is the one being filled in; `null` where none is known. */
export function rowIdAt({ source, draft }: GridModel, row: number): string | null {
  if (row === source.total && draft.get()) return DRAFT
  return source.rowAt(row)?.id ?? null
}

/** Where a row stands by now. */
export function placeOfRow({ source, draft }: GridModel, rowId: string): number | undefined {
  if (rowId === DRAFT) return draft.get() ? source.total : undefined
  return source.placeOf(rowId)
}
