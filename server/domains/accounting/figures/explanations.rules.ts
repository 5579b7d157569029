import type { EntryKind, figureNames } from '../../../../contract/accounting.ts'

type Figure = (typeof figureNames)[number]

/** What the entries of one kind add to a stored figure. A reversal adds to the figure of the entry that it cancels. */
export interface EntrySum {
  figure: 'collectedMinor' | 'clawbackShareMinor' | 'drawnMinor'
  kind: EntryKind
  amountMinor: number
  entryCount: number
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
  terms: Term[]
}

/** Explains every figure of a split by its entries. The terms of a figure add up to it. */
export function explainFigures(
  sums: readonly EntrySum[],
  circumstances: Circumstances,
): ExplainedFigure[] {
  const { pendingMinor, isHeld } = circumstances
  const byEntries = (name: EntrySum['figure'], formula: string): ExplainedFigure =>
    figure(
      name,
      formula,
      sums
        .filter((sum) => sum.figure === name)
        .map(({ kind, amountMinor, entryCount }) => ({ what: kind, amountMinor, entryCount })),
    )
  const collected = byEntries('collectedMinor', 'its parts of collections, less reversals')
  const pending = figure('pendingMinor', pendingFormula(circumstances), [
    term('its part of what is still expected', pendingMinor),
  ])
  const entitled = figure('entitledMinor', 'collectedMinor + pendingMinor', [
    term('collectedMinor', collected.amountMinor),
    term('pendingMinor', pending.amountMinor),
  ])
  const clawed = byEntries('clawbackShareMinor', 'its parts of clawbacks, less reversals')
  const drawn = byEntries('drawnMinor', 'draws requested and paid, less voided ones')
  const unpaid = figure('unpaidMinor', 'collectedMinor − clawbackShareMinor − drawnMinor', [
    term('collectedMinor', collected.amountMinor),
    term('clawbackShareMinor', negative(clawed.amountMinor)),
    term('drawnMinor', negative(drawn.amountMinor)),
  ])
  const withheld = isHeld ? Math.max(0, unpaid.amountMinor) : 0
  const owed = Math.min(0, unpaid.amountMinor)
  const available = figure(
    'availableMinor',
    isHeld ? '0: the split is held' : 'unpaidMinor (never below 0)',
    [
      term('unpaidMinor', unpaid.amountMinor),
      ...(withheld > 0 ? [term('held', -withheld)] : []),
      ...(owed < 0 ? [term('owed by the party', -owed)] : []),
    ],
  )
  return [collected, pending, entitled, clawed, drawn, unpaid, available]
}

function pendingFormula({ of, isActive }: Circumstances): string {
  if (!isActive) return '0: the split is retired and gets nothing of future collections'
  if (!of) return 'its part of what the deal still expects, if it all came at once'
  const { expectedMinor, collectedMinor } = of
  const open = Math.max(0, expectedMinor - collectedMinor)
  const still = `${expectedMinor} expected − ${collectedMinor} collected of the deal`
  return `its part of ${open} (${still}, at least 0), if it all came at once`
}

const figure = (name: Figure, formula: string, terms: Term[]): ExplainedFigure => ({
  name,
  formula,
  terms,
  amountMinor: terms.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
})

const term = (what: string, amountMinor: number): Term => ({ what, amountMinor, entryCount: null })

/** Never -0. */
const negative = (amount: number): number => 0 - amount
