import { expect, test } from 'vitest'
import { bareNumber, dialled } from './phone-extension.ts'

test('a number is written to without its extension, and called with it after a pause', () => {
  expect(bareNumber('+14155550199;ext=12')).toBe('+14155550199')
  expect(dialled('+14155550199;ext=12')).toBe('+14155550199,12')
  expect([bareNumber('+14155550199'), dialled('+14155550199')]).toEqual(
    Array(2).fill('+14155550199'),
  )
  expect(bareNumber('ann@example.com')).toBe('ann@example.com')
})
