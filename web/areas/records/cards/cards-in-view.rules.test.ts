import { expect, test } from 'vitest'
import { CARD_HEIGHT, cardsIn, cardsInView } from './cards-in-view.rules.ts'

test('the cards in view are drawn, and a few on each side', () => {
  const view = { top: 100 * CARD_HEIGHT, height: 8 * CARD_HEIGHT }
  expect(cardsInView(1000, view)).toEqual({ from: 95, to: 113 })
  expect(cardsInView(1000, { ...view, top: 0 })).toEqual({ from: 0, to: 13 })
  expect(cardsInView(3, view)).toEqual({ from: 3, to: 3 })
  expect(cardsInView(0, view)).toEqual({ from: 0, to: 0 })
})

test('a list that is longer than a browser can scroll is cut', () => {
  expect([cardsIn(7), cardsIn(5_000_000) * CARD_HEIGHT < 17_800_000]).toEqual([7, true])
})
