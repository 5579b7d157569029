import { expect, test } from 'vitest'
import { waitText } from './waits.rules.ts'

test('a wait is shown in minutes and seconds', () => {
  expect(waitText(899)).toBe('Try again in 14:59.')
  expect(waitText(60)).toBe('Try again in 1:00.')
  expect(waitText(5)).toBe('Try again in 0:05.')
})
