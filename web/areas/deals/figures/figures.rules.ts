import { figureFormulas } from '../../../../shared/figure-formulas.ts'
import { filled } from '../../../../shared/sentences.ts'
import { capital } from '../../../../shared/wording.ts'
import type { AsMoney, EntryKind, ExplainedFigure, Figured, FigureName } from '../deal/types.ts'

/** The figures of a split in reading order, with their labels. */
export const figureLabels: Record<FigureName, string> = {
  entitledMinor: 'Entitled',
  collectedMinor: 'Received',
  pendingMinor: 'Pending',
  clawbackShareMinor: 'Clawed back',
  drawnMinor: 'Drawn',
  unpaidMinor: 'Balance after draws',
  availableMinor: 'Available',
}
export const figureNames = Object.keys(figureLabels) as FigureName[]

export const kindLabels: Record<EntryKind, string> = {
  commission_expected: 'Expectation',
  commission_collected: 'Collection',
  clawback: 'Clawback',
  draw_requested: 'Draw requested',
  draw_paid: 'Draw paid',
  draw_voided: 'Draw voided',
  reversal: 'Reversal',
}

/** For each figure, the figures whose entries explain it. */
export const figuresBehind: Record<FigureName, readonly FigureName[]> = {
  collectedMinor: ['collectedMinor'],
  pendingMinor: [],
  entitledMinor: ['collectedMinor'],
  clawbackShareMinor: ['clawbackShareMinor'],
  drawnMinor: ['drawnMinor'],
  unpaidMinor: ['collectedMinor', 'clawbackShareMinor', 'drawnMinor'],
  availableMinor: ['collectedMinor', 'clawbackShareMinor', 'drawnMinor'],
}

/**
 * What an entry adds to a figure; negative if it reduces what is left to pay.
 *
 * @returns 0 if the entry is not behind the figure.
 */
export function addedTo(
  name: FigureName,
  adds: readonly { figure: FigureName; amountMinor: number }[],
): number {
  return adds
    .filter(({ figure }) => figuresBehind[name].includes(figure))
    .reduce((sum, { figure, amountMinor }) => {
      const isLess = figure !== 'collectedMinor' && figure !== name
      return isLess ? sum - amountMinor : sum + amountMinor
    }, 0)
}

/**
 * A figure of a split as people read it. What it is entitled to comes from its terms, so it does not move by a cent when
 * a collection is rounded.
 */
export const figureOf = (split: Figured, name: FigureName): number =>
  name === 'entitledMinor' && split.entitledByTermsMinor !== null
    ? split.entitledByTermsMinor
    : split.availability[name]

/** What rounding adds to received and pending money to make what the terms say; 0 if it is not known. */
export const roundingOf = (split: Figured): number =>
  figureOf(split, 'entitledMinor') - split.availability.entitledMinor

/** An amount, or what the party owes if it is below 0. */
export const balanceText = (minor: number, money: AsMoney): string =>
  minor < 0 ? `Owes ${money(-minor)}` : money(minor)

/** The figures of what no split gets. Nobody draws that, so it has no figures of draws. */
export const houseFigureNames: readonly FigureName[] = figureNames.filter(
  (name) => name !== 'drawnMinor' && name !== 'availableMinor',
)

/** How a figure comes about. A service that is older than the app gives its formula in its own words only. */
export function formulaText(
  { formula, rule, values = {} }: Pick<ExplainedFigure, 'formula' | 'rule' | 'values'>,
  money: AsMoney,
): string {
  if (rule === undefined) return capital(formula)
  const known: { formula: string; people?: string } = figureFormulas[rule]
  const amounts = Object.entries({ zero: 0, ...values }).map(([name, minor]) => [
    name,
    money(minor),
  ])
  return capital(filled(known.people ?? known.formula, Object.fromEntries(amounts)))
}

/** What a term sums: a kind of entry, a figure, or else the service's own name for it. */
export function termText(what: string): string {
  const known: Record<string, string> = { ...figureLabels, ...kindLabels }
  return known[what] ?? capital(what)
}
