import { receiptText } from '../../records/cells/words.ts'
import type { ImportFault, ImportPlan } from '../../records/rows/imported-rows.rules.ts'
import type { LeftCell, Line, Target } from './lines.rules.ts'

/**
 * Accepts rows whose only faults are values that their columns leave out: these cells stay empty. A row of which nothing
 * would be left stays refused. Pure.
 *
 * @param waits whether a fault may go away later. If only such are left, the row keeps them, and is planned again.
 */
export function leaveEmpty(
  { sent: sentCells, rows, newOptions, faults: found }: ImportPlan,
  lines: readonly Line[],
  targets: readonly (Target | null)[],
  waits: (fault: ImportFault) => boolean,
): ImportPlan & { left: LeftCell[][] } {
  const leavable = new Map(
    targets.flatMap((target) => (target?.leave ? [[target.column.id, target.column]] : [])),
  )
  const sent = [...sentCells]
  const faults = [...found]
  const left = lines.map((line) => ('left' in line ? [...line.left] : []))
  for (const [at, bad] of found.entries()) {
    if (bad.length === 0 || rows[at]!.filled.length === 0) continue
    const waiting = bad.filter(waits)
    if (
      waiting.length > 0 &&
      bad.every((fault) => waiting.includes(fault) || leavable.has(fault.column ?? ''))
    ) {
      faults[at] = waiting
      continue
    }
    const columns = bad.flatMap((fault) => leavable.get(fault.column ?? '') ?? [])
    if (columns.length < bad.length) continue
    const line = lines[at]!
    const replaced = 'replaced' in line ? line.replaced : []
    const rest = { ...sent[at] }
    for (const [nth, column] of columns.entries()) {
      const original = replaced.find((one) => one.column === column)?.original
      left[at]!.push({ ...bad[nth]!, sent: receiptText(original ?? rest[column.key]) })
      delete rest[column.key]
    }
    sent[at] = rest
    faults[at] = []
  }
  return { sent, rows, newOptions, faults, left }
}
