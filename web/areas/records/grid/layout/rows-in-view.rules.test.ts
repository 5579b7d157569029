import { expect, test } from 'vitest'
import {
  contentHeight,
  MOST_UNSCALED_ROWS,
  ROW_HEIGHT,
  rowsInView,
  scaleOf,
  slotsIn,
  topToShow,
} from './rows-in-view.rules.ts'

const height = 640

test('rows in view are those around the place, and a few more', () => {
  expect(rowsInView(1000, { top: 0, height })).toEqual({ from: 0, to: 26, shift: 0 })
  const { from, to } = rowsInView(1000, { top: 100 * ROW_HEIGHT, height })
  expect([from, to]).toEqual([94, 126])
  expect(rowsInView(3, { top: 0, height })).toEqual({ from: 0, to: 3, shift: 0 })
  expect(rowsInView(0, { top: 0, height })).toEqual({ from: 0, to: 0, shift: 0 })
})

test('a million rows can be scrolled to the very last within the height that browsers draw', () => {
  const count = 1_000_000
  expect(contentHeight(count)).toBe(MOST_UNSCALED_ROWS * ROW_HEIGHT)
  expect(scaleOf(count, height)).toBeGreaterThan(1.8)
  const bottom = contentHeight(count) - height
  const { from, to, shift } = rowsInView(count, { top: bottom, height })
  expect(to).toBe(count)
  expect(from).toBe(count - height / ROW_HEIGHT - 6)
  expect((count - 1) * ROW_HEIGHT + shift).toBeCloseTo(contentHeight(count) - ROW_HEIGHT, 3)
})

test.each([10, 1000, 800_000])('a row jumped to is in view among %i rows', (count) => {
  for (const row of [0, 5, Math.floor(count / 2), count - 1]) {
    const top = topToShow(row, count, { top: 0, height }) ?? 0
    const { from, to } = rowsInView(count, { top, height })
    expect(from).toBeLessThanOrEqual(row)
    expect(to).toBeGreaterThan(row)
    const drawn = row * ROW_HEIGHT + rowsInView(count, { top, height }).shift
    expect(drawn).toBeGreaterThanOrEqual(top - 1)
    expect(drawn + ROW_HEIGHT).toBeLessThanOrEqual(top + height + 1)
  }
})

test('there are slots for all rows drawn at once', () => {
  for (let top = 0; top < 200; top += 7) {
    const { from, to } = rowsInView(1000, { top, height: 633 })
    expect(to - from).toBeLessThanOrEqual(slotsIn({ top, height: 633 }))
  }
})

test('a visible row needs no scrolling', () => {
  expect(topToShow(12, 1000, { top: 320, height })).toBeNull()
})
