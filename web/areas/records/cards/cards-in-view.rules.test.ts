import { expect, test } from 'vitest'
import { CARD_HEIGHT, cardsIn, HEAD_HEIGHT, placesOf } from './cards-in-view.rules.ts'

test('the cards in view are drawn, and a few on each side', () => {
  const view = { top: 100 * CARD_HEIGHT, height: 8 * CARD_HEIGHT }
  expect(placesOf(1000, []).inView(view)).toEqual({ from: 95, to: 113 })
  expect(placesOf(1000, []).inView({ ...view, top: 0 })).toEqual({ from: 0, to: 13 })
  expect(placesOf(3, []).inView(view)).toEqual({ from: 3, to: 3 })
  expect(placesOf(0, []).inView(view)).toEqual({ from: 0, to: 0 })
})

test('a group has its heading above its first card, unless it has none', () => {
  const { heads, topOf, height } = placesOf(7, [{ count: 2 }, { count: 0 }, { count: 3 }])
  expect(heads).toEqual([
    { group: 0, row: 0, top: 0 },
    { group: 2, row: 2, top: HEAD_HEIGHT + 2 * CARD_HEIGHT },
  ])
  // The last two have been added since the groups were read.
  expect([0, 1, 2, 6].map(topOf)).toEqual([
    HEAD_HEIGHT,
    HEAD_HEIGHT + CARD_HEIGHT,
    2 * HEAD_HEIGHT + 2 * CARD_HEIGHT,
    2 * HEAD_HEIGHT + 6 * CARD_HEIGHT,
  ])
  expect(height).toBe(2 * HEAD_HEIGHT + 7 * CARD_HEIGHT)
})

test('wherever a grouped list is scrolled to, every card that shows is drawn', () => {
  const groups = Array.from({ length: 400 }, (_, n) => ({ count: n % 4 }))
  const { topOf, inView, height } = placesOf(600, groups)
  for (let top = 0; top < height; top += 97) {
    const { from, to } = inView({ top, height: 700 })
    for (let row = 0; row < 600; row++) {
      const isShown = topOf(row) < top + 700 && topOf(row) + CARD_HEIGHT > top
      if (isShown) expect([row >= from, row < to]).toEqual([true, true])
    }
    expect(to - from).toBeLessThan(30)
  }
})

test('a list that is longer than a browser can scroll is cut', () => {
  expect([cardsIn(7), cardsIn(5_000_000) * CARD_HEIGHT < 17_800_000]).toEqual([7, true])
})
