import { expect, test } from 'vitest'
import { addedTo, formulaText, houseFigures, termText } from './figures.rules.ts'

const money = (minor: number) => `$${(minor / 100).toFixed(2)}`
const none = {
  entitledMinor: 0,
  collectedMinor: 0,
  pendingMinor: 0,
  clawbackShareMinor: 0,
  drawnMinor: 0,
  unpaidMinor: 0,
  availableMinor: 0,
  isHeld: false,
}
const deal = { expectedMinor: 1000, collectedMinor: 600, clawedBackMinor: 60 }

test('the house has whatever the splits leave', () => {
  const split = { availability: { ...none, entitledMinor: 300, collectedMinor: 200 } }
  const clawed = { availability: { ...none, collectedMinor: 100, clawbackShareMinor: 10 } }
  expect(houseFigures(deal, [split, clawed])).toEqual({
    entitledMinor: 700,
    collectedMinor: 300,
    pendingMinor: 400,
    clawbackShareMinor: 50,
    unpaidMinor: 250,
  })
})

test('parts of more than was expected count as well', () => {
  const more = houseFigures({ ...deal, expectedMinor: 500 }, [])
  expect(more).toMatchObject({ entitledMinor: 600, pendingMinor: 0 })
})

test('clawed back or drawn money reduces what is unpaid, and adds to its own figure', () => {
  const adds = [{ figure: 'drawnMinor' as const, amountMinor: 70 }]
  expect(addedTo('drawnMinor', adds)).toBe(70)
  expect(addedTo('unpaidMinor', adds)).toBe(-70)
  expect(addedTo('availableMinor', adds)).toBe(-70)
  expect(addedTo('collectedMinor', adds)).toBe(0)
  expect(addedTo('pendingMinor', adds)).toBe(0)
})

test('a formula is put into words and amounts', () => {
  expect(formulaText('collectedMinor − clawbackShareMinor − drawnMinor', money)).toBe(
    'Collected − clawback share − drawn',
  )
  expect(formulaText('its part of 54999 (100000 expected), if it all came at once', money)).toBe(
    'Its part of $549.99 ($1000.00 expected), if it all came at once',
  )
})

test('a term has its label, or the service’s name for it', () => {
  expect(termText('draw_voided')).toBe('Draw voided')
  expect(termText('owed by the party')).toBe('Owed by the party')
})
