import { expect, test } from 'vitest'
import { isTooLarge, minorOf, moneyText } from './money.tsx'

test.each([
  ['1,250.5', 125_050],
  ['$1250', 125_000],
  ['1,234,567.89', 123_456_789],
  ['12,34,567', 123_456_700],
  ['-3', -300],
  ['0.07', 7],
  ['25k', 2_500_000],
  ['$1.2M', 120_000_000],
  ['2mm', 200_000_000],
  ['1.23456k', 123_456],
  ['1250.', 125_000],
])('%s is an amount', (typed, minor) => {
  expect(minorOf(typed, 'USD')).toBe(minor)
})

test.each([
  '12,5',
  '12,50',
  '1,2345',
  '0,500',
  ',125',
  '1.250,00',
  '1.234',
  '1.234567k',
  '25x',
  '25 kg',
  'k',
  'abc',
  '',
])('%s is not read as an amount', (typed) => {
  expect(minorOf(typed, 'USD')).toBeNull()
})

test('an amount that is too large is told apart from what is not an amount', () => {
  expect(isTooLarge('99999999999999999', 'USD')).toBe(true)
  expect(isTooLarge('1250.555', 'USD')).toBe(false)
  expect(isTooLarge('1,250', 'USD')).toBe(false)
})

// The CLDR, and therefore the browser, gives the forint no decimals: it would show and send a hundredth of these.
test('an amount has as many decimals as the service keeps for its currency', () => {
  expect(minorOf('1250.50', 'HUF')).toBe(125_050)
  expect(minorOf('1250', 'HUF')).toBe(125_000)
  expect(moneyText(125_050, 'HUF')).toMatch(/1\D?250\D50/)
  expect(minorOf('1.250', 'IQD')).toBe(1250)
  expect(minorOf('1250.5', 'JPY')).toBeNull()
})
