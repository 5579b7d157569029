import { giveWay } from '../../../platform/http/courtesy.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { ownIdOf } from '../../records/cells/references.ts'
import { receiptText } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import {
  type ImportFault,
  type ImportPlan,
  isEarly,
  planImport,
} from '../../records/rows/imported-rows.rules.ts'
import { OWN_ID } from '../../records/rows/own-id-column.rules.ts'
import type { RowInMaking } from '../../records/rows/references/making.ts'
import type { RowPlan, SentCells } from '../../records/rows/rows.rules.ts'
import { type Keeping, leaveEmpty } from './left-cells.rules.ts'
import type { LeftCell, Line, Replaced, Target } from './lines.rules.ts'

/** How many rows are planned before others get a turn. */
const AT_ONCE = 25
/** How many rows the links of one block can make on other boards. */
export const MOST_MADE = 10_000

/** Planned rows of a file, with the cells that stay empty although the file has a value for them. */
export interface LinesPlan extends ImportPlan {
  /** By row. For a refused row they mean nothing. */
  left: LeftCell[][]
}

/** The cells that each line sends; none for a line with a problem. */
export const sentOf = (lines: readonly Line[]): SentCells[] =>
  lines.map((line) => ('sent' in line ? line.sent : {}))

/** The rows that lines make, as far as others of the file can link to them. */
export const makingOf = (ids: readonly string[], sent: readonly SentCells[]): RowInMaking[] =>
  ids.map((id, at) => {
    const { [OWN_ID]: sentId, ...others } = sent[at]!
    return { id, externalId: ownIdOf(String(sentId ?? '')), cells: others }
  })

/**
 * Plans rows of a file; a line with a problem gets a fault, and so does one with a bad value that is not left out.
 *
 * @param mayComeLater whether rows that the lines name may still be written.
 */
export async function planLines(
  view: DefinitionView,
  context: CellContext,
  lines: readonly Line[],
  targets: readonly (Target | null)[],
  matchOn: Column | undefined,
  mayComeLater: boolean,
): Promise<LinesPlan> {
  const parts: LinesPlan[] = []
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE)
    const sent = sentOf(some)
    const planned = planImport(view, context, sent, matchOn, parts.at(-1)?.newOptions)
    for (const [at, line] of some.entries()) {
      if ('errors' in line) planned.faults[at] = withErrors(planned.faults[at]!, line.errors)
    }
    const keeping: Keeping = {
      columnFor: ({ keepIn }, text) => {
        const into = keepIn === undefined ? undefined : view.find(keepIn)
        return into && convertCell(into, text, context).kind === 'stored' ? into : undefined
      },
      plan: (cells) => planImport(view, context, [cells], matchOn, planned.newOptions),
    }
    const waits = (fault: ImportFault) => mayComeLater && isEarly(view, [fault])
    const plan = leaveEmpty(planned, some, targets, waits, keeping)
    for (const [at, line] of some.entries()) {
      if ('problem' in line) plan.faults[at] = [{ column: line.column, message: line.problem }]
      else addReplaced(plan.rows[at]!, line.replaced)
    }
    parts.push(plan)
    if (from + AT_ONCE < lines.length) await giveWay()
  }
  return {
    sent: parts.flatMap(({ sent }) => sent),
    rows: parts.flatMap(({ rows }) => rows),
    faults: parts.flatMap(({ faults }) => faults),
    left: parts.flatMap(({ left }) => left),
    newOptions: parts.at(-1)?.newOptions ?? new Map(),
  }
}

/** A cell with an error of the file is not also missing. */
const withErrors = (faults: ImportFault[], errors: readonly ImportFault[]): ImportFault[] => [
  ...errors,
  ...faults.filter(({ column }) => !errors.some((error) => error.column === column)),
]

/** The receipt of a value that was replaced before its conversion has the value of the file. */
function addReplaced({ cells, coerced }: RowPlan, replaced: readonly Replaced[]): void {
  for (const { column, original } of replaced) {
    const stored = cells[column.slot]
    if (stored === undefined) continue
    const at = coerced.findIndex(({ slot }) => slot === column.slot)
    const conversion = {
      slot: column.slot,
      sent: receiptText(original),
      stored: receiptText(stored),
    }
    if (at < 0) coerced.push(conversion)
    else coerced[at] = conversion
  }
}
