/** How a figure of a split comes about: for programs, and for people. Names in braces are amounts; `{zero}` is none. */
interface Formula {
  formula: string
  people?: string
}

/** Every rule by which a figure of a split comes about. */
export const figureFormulas = {
  collections: { formula: 'its parts of collections, less reversals' },
  clawbacks: { formula: 'its parts of clawbacks, less reversals' },
  draws: { formula: 'draws requested and paid, less voided ones' },
  no_future_part: {
    formula: '0: the split is retired and gets nothing of future collections',
    people: '{zero}: the split is retired and gets nothing of future collections',
  },
  part_of_open: {
    formula: 'its part of what the deal still expects, if it all came at once',
  },
  part_of_sums: {
    formula:
      'its part of {openMinor} ({expectedMinor} expected − {collectedMinor} collected of the deal, at least 0), if it all came at once',
    people:
      'its part of {openMinor} ({expectedMinor} expected − {collectedMinor} received of the deal, at least {zero}), if it all came at once',
  },
  collected_and_pending: {
    formula: 'collectedMinor + pendingMinor',
    people: 'received + pending',
  },
  collected_less_paid: {
    formula: 'collectedMinor − clawbackShareMinor − drawnMinor',
    people: 'received − clawed back − drawn',
  },
  held: { formula: '0: the split is held', people: '{zero}: the split is held' },
  unpaid: {
    formula: 'unpaidMinor (never below 0)',
    people: 'balance after draws (never below {zero})',
  },
} as const satisfies Record<string, Formula>

export type FigureRule = keyof typeof figureFormulas
