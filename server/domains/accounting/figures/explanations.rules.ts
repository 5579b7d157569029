import type { EntryKind, figureNames } from '../../../../contract/accounting/accounting.ts'
import { type FigureRule, figureFormulas } from '../../../../shared/figure-formulas.ts'
import { filled } from '../../../../shared/sentences.ts'

type Figure = (typeof figureNames)[number]

/** What the entries of one kind add to a stored figure. A reversal adds to the figure of the entry that it cancels. */
export interface EntrySum {
  figure: 'collectedMinor' | 'clawbackShareMinor' | 'drawnMinor'
  kind: EntryKind
  amountMinor: number
  entryCount: number
}

/** Sums of several stretches of entries, added up by figure and kind, and in their order. */
export function addedSums(sums: readonly EntrySum[]): EntrySum[] {
  const byName = new Map<string, EntrySum>()
  for (const { figure, kind, amountMinor, entryCount } of sums) {
    const name = `${figure} ${kind}`
    const so = byName.get(name)
    byName.set(name, {
      figure,
      kind,
      amountMinor: amountMinor + (so?.amountMinor ?? 0),
      entryCount: entryCount + (so?.entryCount ?? 0),
    })
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** What the figures come from besides entries. */
export interface Circumstances {
  /** What the split would get if everything still expected came at once. */
  pendingMinor: number
  /** The deal's sums, if the reader can see them. */
  of?: { expectedMinor: number; collectedMinor: number }
  isActive: boolean
  isHeld: boolean
}

interface Term {
  what: string
  amountMinor: number
  entryCount: number | null
}

export interface ExplainedFigure {
  name: Figure
  amountMinor: number
  formula: string
  rule: FigureRule
  /** The amounts that the formula names. */
  values: Record<string, number>
  terms: Term[]
}

interface Because {
  rule: FigureRule
  values?: Record<string, number>
}

/** Explains every figure of a split by its entries. The terms of a figure add up to it. */
export function explainFigures(
  sums: readonly EntrySum[],
  circumstances: Circumstances,
): ExplainedFigure[] {
  const { pendingMinor, isHeld } = circumstances
  const byEntries = (name: EntrySum['figure'], rule: FigureRule): ExplainedFigure =>
    figure(
      name,
      { rule },
      sums
        .filter((sum) => sum.figure === name)
        .map(({ kind, amountMinor, entryCount }) => ({ what: kind, amountMinor, entryCount })),
    )
  const collected = byEntries('collectedMinor', 'collections')
  const pending = figure('pendingMinor', pendingOf(circumstances), [
    term('its part of what is still expected', pendingMinor),
  ])
  const entitled = figure('entitledMinor', { rule: 'collected_and_pending' }, [
    term('collectedMinor', collected.amountMinor),
    term('pendingMinor', pending.amountMinor),
  ])
  const clawed = byEntries('clawbackShareMinor', 'clawbacks')
  const drawn = byEntries('drawnMinor', 'draws')
  const unpaid = figure('unpaidMinor', { rule: 'collected_less_paid' }, [
    term('collectedMinor', collected.amountMinor),
    term('clawbackShareMinor', negative(clawed.amountMinor)),
    term('drawnMinor', negative(drawn.amountMinor)),
  ])
  const withheld = isHeld ? Math.max(0, unpaid.amountMinor) : 0
  const owed = Math.min(0, unpaid.amountMinor)
  const available = figure('availableMinor', { rule: isHeld ? 'held' : 'unpaid' }, [
    term('unpaidMinor', unpaid.amountMinor),
    ...(withheld > 0 ? [term('held', -withheld)] : []),
    ...(owed < 0 ? [term('owed by the party', -owed)] : []),
  ])
  return [collected, pending, entitled, clawed, drawn, unpaid, available]
}

function pendingOf({ of, isActive }: Circumstances): Because {
  if (!isActive) return { rule: 'no_future_part' }
  if (!of) return { rule: 'part_of_open' }
  const { expectedMinor, collectedMinor } = of
  const openMinor = Math.max(0, expectedMinor - collectedMinor)
  return { rule: 'part_of_sums', values: { openMinor, expectedMinor, collectedMinor } }
}

const figure = (name: Figure, { rule, values = {} }: Because, terms: Term[]): ExplainedFigure => ({
  name,
  formula: filled(figureFormulas[rule].formula, values),
  rule,
  values,
  terms,
  amountMinor: terms.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
})

const term = (what: string, amountMinor: number): Term => ({ what, amountMinor, entryCount: null })

/** Never -0. */
const negative = (amount: number): number => 0 - amount
