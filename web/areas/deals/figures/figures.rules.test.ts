import { expect, test } from 'vitest'
import type { FigureRule } from '../../../../shared/figure-formulas.ts'
import {
  addedTo,
  balanceText,
  figureLabels,
  figureOf,
  formulaText,
  roundingOf,
  termText,
} from './figures.rules.ts'

const money = (minor: number) => `$${(minor / 100).toFixed(2)}`
const none = {
  entitledMinor: 0,
  collectedMinor: 0,
  pendingMinor: 0,
  clawbackShareMinor: 0,
  drawnMinor: 0,
  unpaidMinor: 0,
  availableMinor: 0,
}

test('what a split is entitled to comes from its terms', () => {
  const split = {
    availability: { ...none, collectedMinor: 99, pendingMinor: 233, entitledMinor: 332 },
    entitledByTermsMinor: 333,
  }
  expect(figureOf(split, 'entitledMinor')).toBe(333)
  expect(figureOf(split, 'pendingMinor')).toBe(233)
  expect(roundingOf(split)).toBe(1)
  const changed = { ...split, entitledByTermsMinor: null }
  expect([figureOf(changed, 'entitledMinor'), roundingOf(changed)]).toEqual([332, 0])
})

test('a balance below 0 is what the party owes', () => {
  expect(balanceText(-5000, money)).toBe('Owes $50.00')
  expect(balanceText(5000, money)).toBe('$50.00')
})

test('clawed back or drawn money reduces the balance, and adds to its own figure', () => {
  const adds = [{ figure: 'drawnMinor' as const, amountMinor: 70 }]
  expect(addedTo('drawnMinor', adds)).toBe(70)
  expect(addedTo('unpaidMinor', adds)).toBe(-70)
  expect(addedTo('availableMinor', adds)).toBe(-70)
  expect(addedTo('collectedMinor', adds)).toBe(0)
  expect(addedTo('pendingMinor', adds)).toBe(0)
})

test('a formula is put into words and amounts', () => {
  const words = (rule: FigureRule, values = {}) => formulaText({ formula: '', rule, values }, money)
  expect(words('collected_less_paid')).toBe('Received − clawed back − drawn')
  expect(words('unpaid')).toBe('Balance after draws (never below $0.00)')
  const sums = { openMinor: 54_999, expectedMinor: 100_000, collectedMinor: 45_001 }
  expect(words('part_of_sums', sums)).toBe(
    'Its part of $549.99 ($1000.00 expected − $450.01 received of the deal, at least $0.00), if it all came at once',
  )
  expect(formulaText({ formula: 'unpaidMinor (never below 0)' }, money)).toBe(
    'UnpaidMinor (never below 0)',
  )
})

test('formulas call figures by their labels', () => {
  const named = [
    ['collected_and_pending', 'collectedMinor', 'pendingMinor'],
    ['collected_less_paid', 'collectedMinor', 'clawbackShareMinor', 'drawnMinor'],
    ['unpaid', 'unpaidMinor'],
  ] as const
  for (const [rule, ...figures] of named) {
    const text = formulaText({ formula: '', rule }, money).toLowerCase()
    for (const name of figures) expect(text).toContain(figureLabels[name].toLowerCase())
  }
})

test('a term has its label, or the service’s name for it', () => {
  expect(termText('draw_voided')).toBe('Draw voided')
  expect(termText('owed by the party')).toBe('Owed by the party')
})
