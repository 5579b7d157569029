import { type Signal, signal } from '../../list/signal.ts'
import { Edits } from '../rows/edits.ts'
import { type Lines, plainLines } from '../rows/groups.rules.ts'
import type { PasteReport } from '../rows/report.rules.ts'
import { RowSource } from '../rows/row-source.ts'
import {
  at,
  type Bounds,
  HEADER,
  type Range,
  type Selection,
} from '../selection/selection.rules.ts'

/** A key that waits for an editor. */
export interface HeldKey {
  key: string
  shiftKey: boolean
}

export interface Editing {
  /** The row's id: its place may change while somebody types. */
  rowId: string
  column: number
  /** The first typed text, in place of the cell's value. */
  typed: string | null
  /** The cell's value when it was opened, whatever others write in the meantime. */
  before: unknown
  /** The saved value at that time; `null` while our own change is still being saved. */
  over: { value: unknown } | null
  /** Why the previous text was refused. */
  problem: string | null
}

/** Why nothing happened, shown at the active cell until the selection changes. */
export interface Tip {
  over: Selection
  why: string
}

/** The state of an open grid; its parts follow the signals they show. */
export interface GridModel {
  source: RowSource
  edits: Edits
  selection: Signal<Selection>
  editing: Signal<Editing | null>
  tip: Signal<Tip | null>
  /** The text in the open editor, in case its row is deleted; `null` if nothing was typed. */
  typing: { current: string | null }
  /** The keys that wait for an editor that is still being loaded. */
  held: { current: HeldKey[] }
  /** The ids of the ticked rows. */
  picked: Signal<ReadonlySet<string>>
  /** Where the fill handle has been dragged to. */
  filling: Signal<Range | null>
  /** The column whose menu is open, by its key. */
  menu: Signal<string | null>
  folded: Signal<ReadonlySet<number>>
  report: Signal<PasteReport | null>
  /** The reports and selections of undone pastes, the last one last, for when they are redone. */
  undonePastes: { report: PasteReport | null; selection: Selection }[]
  /** The row of the active cell, which the selection follows when rows above it are added or removed. */
  anchor: { current: string | null }
  /** Whether Escape was pressed, so that the next Tab leaves the grid. */
  leaving: { current: boolean }
  /** The lines that rows are in, as last drawn. */
  lines: { current: Lines }
  /** How many rows and columns there are, as last drawn. */
  bounds: { current: Bounds }
}

/** @param earlier the model of the same rows before, if nothing of it waits. */
export function makeModel(key: string, earlier?: GridModel): GridModel {
  const source = new RowSource(key, undefined, undefined, earlier?.source)
  const editing = signal<Editing | null>(null)
  const anchor: GridModel['anchor'] = { current: null }
  const report = signal<PasteReport | null>(null)
  source.keeps = () =>
    editing.get()?.rowId ?? (source.news.isLast(anchor.current) ? anchor.current : null)
  return {
    source,
    edits: new Edits(source, report, earlier?.edits),
    selection: signal<Selection>(at(HEADER, 0)),
    editing,
    tip: signal<Tip | null>(null),
    typing: { current: null },
    held: { current: [] },
    picked: signal<ReadonlySet<string>>(new Set()),
    filling: signal<Range | null>(null),
    menu: signal<string | null>(null),
    folded: signal<ReadonlySet<number>>(new Set()),
    report,
    undonePastes: earlier?.undonePastes ?? [],
    anchor,
    leaving: { current: false },
    lines: { current: plainLines(0) },
    bounds: { current: { rows: 0, columns: 0, page: 1 } },
  }
}
