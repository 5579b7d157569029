import { receiptText } from '../../records/cells/words.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import type { ImportFault, ImportPlan } from '../../records/rows/imported-rows.rules.ts'
import type { SentCells } from '../../records/rows/rows.rules.ts'
import type { LeftCell, Line, Target } from './lines.rules.ts'

/** Keeps values that do not fit as text. */
export interface Keeping {
  /** The column that keeps such a value of another; undefined if it is not kept, or too long for a text. */
  columnFor(target: Target, text: string): Column | undefined
  /** Plans a row again with these texts among its cells. */
  plan(cells: SentCells): ImportPlan
}

/**
 * Accepts rows whose only faults are values that their columns leave out: these cells stay empty, and another can keep
 * their text. A row of which nothing would be left stays refused. Pure.
 *
 * @param waits whether a fault may go away later. If only such are left, the row keeps them, and is planned again.
 */
export function leaveEmpty(
  { sent: sentCells, rows: planned, newOptions, faults: found }: ImportPlan,
  lines: readonly Line[],
  targets: readonly (Target | null)[],
  waits: (fault: ImportFault) => boolean,
  keeping: Keeping,
): ImportPlan & { left: LeftCell[][] } {
  const leavable = new Map(
    targets.flatMap((target) => (target?.leave ? [[target.column.id, target]] : [])),
  )
  const sent = [...sentCells]
  const rows = [...planned]
  const faults = [...found]
  const left = lines.map((line) => ('left' in line ? [...line.left] : []))
  for (const [at, bad] of found.entries()) {
    if (bad.length === 0) continue
    const waiting = bad.filter(waits)
    if (
      waiting.length > 0 &&
      rows[at]!.filled.length > 0 &&
      bad.every((fault) => waiting.includes(fault) || leavable.has(fault.column ?? ''))
    ) {
      faults[at] = waiting
      continue
    }
    const bads = bad.flatMap((fault) => leavable.get(fault.column ?? '') ?? [])
    if (bads.length < bad.length) continue
    const line = lines[at]!
    const replaced = 'replaced' in line ? line.replaced : []
    const rest = { ...sent[at] }
    const kept: SentCells = {}
    const empty: LeftCell[] = []
    for (const [nth, target] of bads.entries()) {
      const { column } = target
      const original = replaced.find((one) => one.column === column)?.original ?? rest[column.key]
      const into = keeping.columnFor(target, String(original))
      if (into) kept[into.key] = String(original)
      const keptIn = into ? { keptIn: into.id } : {}
      empty.push({ ...bad[nth]!, sent: receiptText(original), ...keptIn })
      delete rest[column.key]
    }
    const isKept = Object.keys(kept).length > 0
    if (rows[at]!.filled.length === 0 && !isKept) continue
    sent[at] = { ...rest, ...kept }
    if (isKept) rows[at] = keeping.plan(sent[at]).rows[0]!
    left[at]!.push(...empty)
    faults[at] = []
  }
  return { sent, rows, newOptions, faults, left }
}
