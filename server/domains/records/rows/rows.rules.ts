import { type CellRefusal, cellReasons, cellRefusal } from '../../../../contract/cell-refusals.ts'
import { MOST_OPTIONS } from '../../../../shared/limits.ts'
import { type CellError, rowError } from '../../../platform/refusal.ts'
import type { CellContext, CellValue, Conversion } from '../cells/column.ts'
import { convertCell, receiptText } from '../cells/convert.ts'
import { clipped, folded, named } from '../cells/words.ts'
import { withFormulas } from '../columns/formulas.rules.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import { type UniqueValue, uniqueHash } from '../uniques/uniques.rules.ts'

/** Cells as they were sent: anything, by a column's key, id or name. */
export type SentCells = Record<string, unknown>

/** What happened to each cell of a row, by slot, so that it can be projected for each reader. */
export interface RowReceipt {
  filled: number[]
  coerced: { slot: number; sent: string; stored: string }[]
  /** Columns by the name that was sent, since an unknown column has no slot. A hidden one looks like an unknown one. */
  ignored: { column: string; why: string }[]
}

/** A row that is ready to be written. */
export interface RowPlan extends RowReceipt {
  cells: StoredCells
  /** Slots that were sent empty: an update clears them. */
  cleared: number[]
  uniques: UniqueValue[]
}

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
  sent.forEach((cells, index) => {
    plan.rows.push(planRow(view, context, cells, index, options, plan))
  })
  for (const [column, labels] of plan.newOptions) {
    const options = (column.settings.options?.length ?? 0) + labels.size
    if (options <= MOST_OPTIONS) continue
    const refusal = cellRefusal('too_many_options', { count: options, most: MOST_OPTIONS })
    plan.errors.push(rowError(0, column.key, refusal))
  }
  return plan
}

function planRow(
  view: DefinitionView,
  context: CellContext,
  sent: SentCells,
  index: number,
  options: PlanOptions,
  plan: WritePlan,
): RowPlan {
  const row: RowPlan = { cells: {}, cleared: [], filled: [], coerced: [], ignored: [], uniques: [] }
  /** By slot. A map for every row would be a tenth of all garbage. */
  const namedAs: string[] = []
  const refuse = (column: string, refusal: CellRefusal) =>
    plan.errors.push(rowError(index, column, refusal))

  for (const name of Object.keys(sent)) {
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
      if (options.misfits === 'refuse') refuse(shown, cellRefusal(why!, {}))
      else row.ignored.push({ column: shown, why: cellReasons[why!].is })
      continue
    }
    const twin = namedAs[column.slot]
    if (twin !== undefined) {
      refuse(column.key, cellRefusal('sent_twice', { first: named(twin), second: named(name) }))
      continue
    }
    namedAs[column.slot] = name
    const value = sent[name]
    const conversion = convertCell(column, value, context)
    if (conversion.kind === 'refused') refuse(column.key, conversion.refusal)
    else if (conversion.kind === 'empty') row.cleared.push(column.slot)
    else store(row, column, value, conversion, plan)
  }
  if (!options.update) row.cells = withFormulas(view.definition, row.cells)
  for (const column of view.definition.columns) {
    if (!column.required || column.readOnly) continue
    const missing = options.update ? row.cleared.includes(column.slot) : !(column.slot in row.cells)
    if (missing && !plan.errors.some((e) => e.index === index && e.column === column.key)) {
      refuseRequired(view, column, refuse)
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
  const value = conversion.newOptions
    ? spelledAlike(column, conversion.value, conversion.newOptions, plan)
    : conversion.value
  row.cells[column.slot] = value
  row.filled.push(column.slot)
  if (conversion.coerced || String(value) !== String(conversion.value)) {
    row.coerced.push({
      slot: column.slot,
      sent: receiptText(sent),
      stored: receiptText(value),
    })
  }
  if (column.unique) row.uniques.push({ column, hash: uniqueHash(column, value) })
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

/** A required column that the actor cannot see or write can stay empty. */
function refuseRequired(
  view: DefinitionView,
  column: Column,
  refuse: (column: string, refusal: CellRefusal) => void,
): void {
  if (view.mayWrite(column)) refuse(column.key, cellRefusal('required', {}))
}

/** A receipt for an answer: by column key, for the columns that the reader can see. */
export function projectReceipt(view: DefinitionView, receipt: RowReceipt) {
  return {
    filled: receipt.filled.flatMap((slot) => view.ofSlot(slot)?.key ?? []),
    coerced: receipt.coerced.flatMap(({ slot, sent, stored }) => {
      const column = view.ofSlot(slot)?.key
      return column ? [{ column, sent, stored }] : []
    }),
    ignored: receipt.ignored,
  }
}
