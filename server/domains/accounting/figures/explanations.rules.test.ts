import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EntrySum, explainFigures } from './explanations.rules.ts'

const sum = (
  figure: EntrySum['figure'],
  kind: EntrySum['kind'],
  amountMinor: number,
): EntrySum => ({
  figure,
  kind,
  amountMinor,
  entryCount: 1,
})
const amount = fc.integer({ min: 0, max: 10_000_000 })

test('the terms of every figure add up to it, and the figures to each other', () => {
  fc.assert(
    fc.property(
      fc.record({ received: amount, reversed: amount, clawed: amount, drawn: amount }),
      fc.record({
        pendingMinor: amount,
        of: fc.record({ expectedMinor: amount, collectedMinor: amount }),
        isActive: fc.boolean(),
        isHeld: fc.boolean(),
      }),
      ({ received, reversed, clawed, drawn }, circumstances) => {
        const figures = explainFigures(
          [
            sum('collectedMinor', 'commission_collected', received),
            sum('collectedMinor', 'reversal', -reversed),
            sum('clawbackShareMinor', 'clawback', clawed),
            sum('drawnMinor', 'draw_requested', drawn),
          ],
          circumstances,
        )
        const of = Object.fromEntries(figures.map(({ name, amountMinor }) => [name, amountMinor]))
        for (const { amountMinor, terms } of figures) {
          expect(terms.reduce((all, one) => all + one.amountMinor, 0)).toBe(amountMinor)
        }
        const unpaid = received - reversed - clawed - drawn
        expect(of).toEqual({
          collectedMinor: received - reversed,
          pendingMinor: circumstances.pendingMinor,
          entitledMinor: received - reversed + circumstances.pendingMinor,
          clawbackShareMinor: clawed,
          drawnMinor: drawn,
          unpaidMinor: unpaid,
          availableMinor: circumstances.isHeld ? 0 : Math.max(0, unpaid),
        })
      },
    ),
  )
})

test('a split without entries has figures of 0, each with its formula', () => {
  const figures = explainFigures([], {
    pendingMinor: 0,
    of: { expectedMinor: 500, collectedMinor: 200 },
    isActive: true,
    isHeld: false,
  })
  expect(figures.map(({ amountMinor }) => Object.is(amountMinor, 0))).toEqual(Array(7).fill(true))
  expect(figures[1]!.formula).toContain('its part of 300 (500 expected − 200 collected')
  expect(figures[1]).toMatchObject({
    rule: 'part_of_sums',
    values: { openMinor: 300, expectedMinor: 500, collectedMinor: 200 },
  })
  expect(figures.every(({ formula }) => formula.length > 0)).toBe(true)
})

test('people who cannot see what the deal expects and collected get neither', () => {
  const figures = explainFigures([], { pendingMinor: 90, isActive: true, isHeld: false })
  expect(figures[1]).toMatchObject({ name: 'pendingMinor', amountMinor: 90, values: {} })
  expect(figures[1]!.formula).not.toMatch(/\d/)
})
