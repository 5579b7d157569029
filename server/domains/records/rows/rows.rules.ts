import {
  type CellRefusal,
  cellReasons,
  cellRefusal,
} from '../../../../contract/refusals/cell-refusals.ts'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import { MOST_OPTIONS } from '../../../../shared/limits.ts'
import { jsonText } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellError, rowError } from '../../../platform/refusal.ts'
import type { CellContext, CellValue, Conversion } from '../cells/column.ts'
import { convertCell, receiptText } from '../cells/convert.ts'
import { clipped, folded, named } from '../cells/words.ts'
import { withFormulas } from '../columns/formulas.rules.ts'
import {
  type Column,
  type DefinitionView,
  nearestKey,
  type StoredCells,
} from '../definitions/definition.rules.ts'
import { type UniqueValue, uniqueHash } from '../uniques/uniques.rules.ts'
import { besideSlot, keptNames, namesOthers } from './unresolved.rules.ts'

/** Cells as they were sent: anything, by a column's key, id or name. */
export type SentCells = Record<string, unknown>

/** A value that was converted; `shortened` says why a part of it was left out. */
interface CoercedCell {
  slot: number
  sent: string
  stored: string
  shortened?: CellRefusal
}

/** What happened to each cell of a row, by slot, so that it can be projected for each reader. */
export interface RowReceipt {
  filled: readonly number[]
  coerced: CoercedCell[]
  /** Columns by the name that was sent, since an unknown column has no slot. A hidden one looks like an unknown one. */
  ignored: Ignored[]
  /** The names that lead nowhere and are kept beside their cells. */
  unresolved?: readonly { slot: number; sent: string }[]
  /**
   * If the sender reads nothing: what it sent for columns that name rows or people, by slot. Its answer has this in place
   * of what is stored.
   */
  sent?: Readonly<Record<string, unknown>>
  /** The files that a key sent. */
  files?: readonly (ReceivedFile & { slot: number })[]
}

export interface Ignored {
  column: string
  why: string
  /** The key of the column that may be meant. */
  nearest?: string
  /** The files that came for it, as text. */
  lost?: string
}

/** What a receipt says of a file: its name, the hash of its bytes, and whether the board already had them. */
export interface ReceivedFile {
  name: string
  sha256: string
  seenBefore: boolean
}

/** A row that is ready to be written. */
export interface RowPlan extends RowReceipt {
  cells: StoredCells
  /** Slots that were sent empty: an update clears them. */
  cleared: number[]
  uniques: UniqueValue[]
}

/** How many problems of a request can say what is nearest: looking for it takes a while. */
const MOST_HINTS = 50

/** Labels that a write adds to a column's options, by their folded spelling; the first spelling counts. */
export type NewOptions = Map<Column, Map<string, string>>

export interface WritePlan {
  rows: RowPlan[]
  newOptions: NewOptions
  errors: CellError[]
}

export interface PlanOptions {
  /** `ignore`: an unknown, computed or locked column is left out and noted in the receipt; `refuse`: it is an error. */
  misfits: 'ignore' | 'refuse'
  /** An update can leave out required columns. */
  update?: boolean
  /** Collects new options over several calls. */
  newOptions?: NewOptions
}

/** Why a cell is left out, in the words of receipts. */
export const whyIgnored = {
  unknown: cellReasons.unknown_column.is,
  computed: cellReasons.computed_column.is,
  locked: cellReasons.locked_column.is,
}

/**
 * Decides what a batch of rows would store. Pure.
 *
 * @returns every row's plan and every problem of the batch. If there are problems, nothing can be written.
 */
export function planRows(
  view: DefinitionView,
  context: CellContext,
  sent: readonly SentCells[],
  options: PlanOptions,
): WritePlan {
  const plan: WritePlan = { rows: [], newOptions: options.newOptions ?? new Map(), errors: [] }
  let heading: Heading | undefined
  let hints = 0
  const nearestTo = (name: string) => (hints++ < MOST_HINTS ? nearestKey(view, name) : undefined)
  for (const cells of sent) {
    const names = Object.keys(cells)
    if (!heading || !isSame(heading.names, names)) {
      heading = headingOf(view, names, options, nearestTo)
    }
    plan.rows.push(planRow(view, context, cells, heading, options, plan))
  }
  for (const [column, labels] of plan.newOptions) {
    const options = (column.settings.options?.length ?? 0) + labels.size
    if (options <= MOST_OPTIONS) continue
    const refusal = cellRefusal('too_many_options', { count: options, most: MOST_OPTIONS })
    plan.errors.push(rowError(0, column.key, refusal))
  }
  return plan
}

/** The part of the plan that is the same for all rows that name the same columns in the same order, as most rows of a batch do. */
interface Heading {
  names: readonly string[]
  /** In the order of the names; without a column, why nothing can be stored under the name. */
  fields: readonly (
    | { name: string; column: Column }
    | { name: string; column?: undefined; shown: string; refusal: CellRefusal }
  )[]
  /** The slots of the fields that have a column. */
  slots: readonly number[]
  ignored: RowReceipt['ignored']
  /** The columns that must be filled; one that the actor cannot see or write can stay empty. */
  required: readonly Column[]
}

const isSame = (names: readonly string[], others: readonly string[]): boolean =>
  names.length === others.length && names.every((name, i) => name === others[i])

function headingOf(
  view: DefinitionView,
  names: readonly string[],
  { misfits }: PlanOptions,
  nearestTo: (name: string) => string | undefined,
): Heading {
  const fields: Heading['fields'][number][] = []
  const ignored: RowReceipt['ignored'] = []
  const namedAs = new Map<Column, string>()
  for (const name of names) {
    const column = view.find(name)
    const why = !column
      ? 'unknown_column'
      : column.readOnly
        ? 'computed_column'
        : view.mayWrite(column)
          ? undefined
          : 'locked_column'
    if (!column || why) {
      const shown = column?.key ?? clipped(name, 200)
      const nearest = column ? undefined : nearestTo(name)
      if (misfits === 'ignore') {
        ignored.push({ column: shown, why: cellReasons[why!].is, ...(nearest && { nearest }) })
      } else {
        const refusal = nearest
          ? cellRefusal('misnamed_column', { nearest })
          : cellRefusal(why!, {})
        fields.push({ name, shown, refusal })
      }
      continue
    }
    const twin = namedAs.get(column)
    if (twin === undefined) {
      namedAs.set(column, name)
      fields.push({ name, column })
    } else {
      const refusal = cellRefusal('sent_twice', { first: named(twin), second: named(name) })
      fields.push({ name, shown: column.key, refusal })
    }
  }
  return {
    names,
    fields,
    slots: fields.flatMap(({ column }) => column?.slot ?? []),
    ignored,
    required: view.definition.columns.filter(
      (column) => column.required && !column.readOnly && view.mayWrite(column),
    ),
  }
}

function planRow(
  view: DefinitionView,
  context: CellContext,
  sent: SentCells,
  heading: Heading,
  options: PlanOptions,
  plan: WritePlan,
): RowPlan {
  const index = plan.rows.length
  const cells: StoredCells = {}
  const { ignored, slots } = heading
  const row: RowPlan = { cells, cleared: [], filled: slots, coerced: [], ignored, uniques: [] }
  let isFull = true
  for (const field of heading.fields) {
    const { column } = field
    if (!column) {
      plan.errors.push(rowError(index, field.shown, field.refusal))
      continue
    }
    const value = sent[field.name]
    const conversion = convertCell(column, value, context)
    if (conversion.kind === 'stored') {
      store(row, column, value, conversion, plan)
      if (context.keepsUnresolved) noteSent(row, column, value)
      continue
    }
    isFull = false
    if (conversion.kind === 'unresolved') {
      keep(row, column, conversion)
      if (context.keepsUnresolved) noteSent(row, column, value)
    } else if (conversion.kind === 'empty') row.cleared.push(column.slot)
    else plan.errors.push(rowError(index, column.key, conversion.refusal))
  }
  const isFilled = (slot: number) => slot in cells || besideSlot(slot) in cells
  if (!isFull) row.filled = slots.filter(isFilled)
  if (!options.update) row.cells = withFormulas(view.definition, cells)
  for (const column of heading.required) {
    const missing = options.update
      ? row.cleared.includes(column.slot) && !isFilled(column.slot)
      : !isFilled(column.slot)
    if (missing && !plan.errors.some((e) => e.index === index && e.column === column.key)) {
      plan.errors.push(rowError(index, column.key, cellRefusal('required', {})))
    }
  }
  return row
}

function store(
  row: RowPlan,
  column: Column,
  sent: unknown,
  conversion: Conversion & { kind: 'stored' },
  plan: WritePlan,
): void {
  let { value, coerced } = conversion
  if (conversion.newOptions) {
    value = spelledAlike(column, value, conversion.newOptions, plan)
    coerced ||= String(value) !== String(conversion.value)
  }
  row.cells[column.slot] = value
  if (coerced) {
    row.coerced.push({
      slot: column.slot,
      sent: receiptText(sent),
      stored: receiptText(value),
      ...(conversion.shortened && { shortened: conversion.shortened }),
    })
  }
  if (column.unique) row.uniques.push({ column, hash: uniqueHash(column, value) })
}

/** Keeps names that lead nowhere beside their cell. An update takes away what the cell held before. */
function keep(
  row: RowPlan,
  column: Column,
  { names, value }: Conversion & { kind: 'unresolved' },
): void {
  const { slot } = column
  row.cells[besideSlot(slot)] = keptNames(names)
  if (value === undefined) row.cleared.push(slot)
  else {
    row.cells[slot] = value
    if (column.unique) row.uniques.push({ column, hash: uniqueHash(column, value) })
  }
  const kept = names.map((name) => ({ slot, sent: receiptText(name) }))
  row.unresolved = [...(row.unresolved ?? []), ...kept]
}

function noteSent(row: RowPlan, column: Column, sent: unknown): void {
  if (namesOthers(column)) row.sent = { ...row.sent, [column.slot]: JSON.parse(jsonText(sent)) }
}

/** Rows that spell the same new label differently add one option, spelled as in the first row. */
function spelledAlike(
  column: Column,
  value: CellValue,
  labels: readonly string[],
  plan: WritePlan,
): CellValue {
  const known = plan.newOptions.get(column) ?? new Map<string, string>()
  plan.newOptions.set(column, known)
  for (const label of labels) {
    if (!known.has(folded(label))) known.set(folded(label), label)
  }
  const spelled = (label: string) => (labels.includes(label) ? known.get(folded(label))! : label)
  return Array.isArray(value) ? (value as string[]).map(spelled) : spelled(String(value))
}

/** The files left out, in words: those that came for a column that takes none are lost. */
export function ignoredOut({ find }: Pick<DefinitionView, 'find'>, ignored: Ignored) {
  const { column, nearest, lost } = ignored
  // A reader of a receipt may see fewer columns than the sender.
  const near = nearest === undefined ? undefined : find(nearest)?.key
  const why = near ? messageOf(cellRefusal('misnamed_column', { nearest: near })) : ignored.why
  return { column, why: lost === undefined ? why : `${why}; not kept: ${lost}` }
}

/** Receipts for an answer: by column key, for the columns that the reader can see. */
export function projectReceipts(view: DefinitionView, receipts: readonly RowReceipt[]) {
  const keysOf = (slots: readonly number[]) => slots.flatMap((slot) => view.ofSlot(slot)?.key ?? [])
  let last: { slots?: readonly number[]; keys: string[] } = { keys: [] }
  return receipts.map(({ filled, coerced, ignored, files = [] }) => {
    // Rows of one heading share their list.
    if (last.slots !== filled) last = { slots: filled, keys: keysOf(filled) }
    return {
      filled: last.keys,
      coerced: coerced.flatMap(({ slot, sent, stored }) => {
        const column = view.ofSlot(slot)?.key
        return column ? [{ column, sent, stored }] : []
      }),
      ignored: ignored.map((one) => ignoredOut(view, one)),
      ...(files.length > 0 && {
        files: files.flatMap(({ slot, name, sha256, seenBefore }) => {
          const column = view.ofSlot(slot)?.key
          return column ? [{ column, name, sha256, seenBefore }] : []
        }),
      }),
    }
  })
}
