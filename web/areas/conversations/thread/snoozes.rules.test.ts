import { expect, test } from 'vitest'
import { snoozesFrom } from './snoozes.rules.ts'

test.each([
  ['a Saturday', new Date(2026, 10, 21, 22, 30), [22, 23]],
  ['a Sunday', new Date(2026, 10, 22, 8, 0), [23, 23]],
  ['a Monday', new Date(2026, 10, 23, 8, 0), [24, 30]],
])('from %s it can be snoozed to the next morning, or to next Monday', (_, now, days) => {
  const [hours, ...mornings] = snoozesFrom(now).map(({ until }) => until)
  expect(hours!.getTime() - now.getTime()).toBe(3 * 3_600_000)
  expect(mornings.map((at) => at.getDate())).toEqual(days)
  expect(mornings.every((at) => at.getHours() === 9 && at.getMinutes() === 0)).toBe(true)
})
