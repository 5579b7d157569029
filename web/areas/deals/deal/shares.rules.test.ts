import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freePpm, leftText, partText, percentText, ppmOf, termsText } from './shares.rules.ts'

const money = (minor: number) => `$${(minor / 100).toFixed(2)}`

test('a percentage is read to the ten-thousandth', () => {
  expect(ppmOf('20')).toBe(200_000)
  expect(ppmOf(' 12.5 % ')).toBe(125_000)
  expect(ppmOf('0.0001')).toBe(1)
  expect(ppmOf('100')).toBe(1_000_000)
})

test('anything else is not read as a percentage', () => {
  for (const typed of ['', '0', '100.0001', '-5', '1.23456', 'a fifth', '1e2']) {
    expect(ppmOf(typed)).toBeNull()
  }
})

test('every share that is written is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (ppm) => {
      expect(ppmOf(percentText(ppm))).toBe(ppm)
    }),
  )
})

test('terms are put into words', () => {
  const none = { sharePpm: null, flatAmountMinor: null }
  expect(termsText({ ...none, basis: 'gross', sharePpm: 80_000 }, money)).toBe('8% of gross')
  expect(termsText({ ...none, basis: 'flat', flatAmountMinor: 200_000 }, money)).toBe(
    '$2000.00 flat',
  )
  expect(termsText({ ...none, basis: 'funded', sharePpm: 2_000 }, money)).toBe(
    '0.2% of the funded amount',
  )
})

test('whatever no share takes is free', () => {
  expect(freePpm([200_000, null, 300_000])).toBe(500_000)
  expect(freePpm([600_000, 500_000])).toBe(-100_000)
})

test('a part is shown to the tenth of a percent, and never as zero if it is more', () => {
  expect(partText(1, 3)).toBe('33.3%')
  expect(partText(900_000_000, 900_000_000_000_000)).toBe('< 0.1%')
  expect(partText(0, 5)).toBe('0%')
})

test('a split can have what the other active splits with its basis leave', () => {
  const split = (id: number, sharePpm: number, more: object = {}) => ({
    id,
    sharePpm,
    status: 'active' as const,
    basis: 'gross' as const,
    ...more,
  })
  const splits = [
    split(1, 200_000),
    split(2, 500_000),
    split(3, 300_000, { status: 'inactive' }),
    split(4, 100_000, { basis: 'net' }),
  ]
  expect(leftText('gross', splits)).toBe('30%')
  expect(leftText('gross', splits, { id: 2 })).toBe('80%')
  expect(leftText('net', splits)).toBe('90%')
  expect(leftText('net', [{ ...splits[0]!, basis: 'net', sharePpm: 1_000_000 }])).toBeNull()
})
