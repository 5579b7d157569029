import { giveWay } from '../../platform/http/courtesy.ts'
import type { CellContext } from '../records/cells/column.ts'
import type { Column, DefinitionView } from '../records/definitions/definition.rules.ts'
import { type ImportPlan, planImport } from '../records/rows/imported-rows.rules.ts'
import type { SentCells } from '../records/rows/rows.rules.ts'
import type { Line } from './lines.rules.ts'

/** How many rows are planned before others get a turn. */
const AT_ONCE = 25

/** The cells that each line sends; none for a line with a problem. */
export const sentOf = (lines: readonly Line[]): SentCells[] =>
  lines.map((line) => ('sent' in line ? line.sent : {}))

/** Plans rows of a file; a line with a problem gets a fault. */
export async function planLines(
  view: DefinitionView,
  context: CellContext,
  lines: readonly Line[],
  matchOn: Column | undefined,
): Promise<ImportPlan> {
  const parts: ImportPlan[] = []
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE)
    const sent = sentOf(some)
    const plan = planImport(view, context, sent, matchOn, parts.at(-1)?.newOptions)
    for (const [at, line] of some.entries()) {
      if ('problem' in line) plan.faults[at] = [{ column: line.column, message: line.problem }]
    }
    parts.push(plan)
    if (from + AT_ONCE < lines.length) await giveWay()
  }
  return {
    sent: parts.flatMap(({ sent }) => sent),
    rows: parts.flatMap(({ rows }) => rows),
    faults: parts.flatMap(({ faults }) => faults),
    newOptions: parts.at(-1)?.newOptions ?? new Map(),
  }
}
