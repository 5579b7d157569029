import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './ranges.rules.ts'

const of = (range: string, size = 100) => rangeOf({ range }, size, '"a"')

test.each([
  ['bytes=0-', { start: 0, end: 100 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=99-99', { start: 99, end: 100 }],
  ['bytes=50-500', { start: 50, end: 100 }],
  ['Bytes= 10-19 ', { start: 10, end: 20 }],
  ['bytes=-1', { start: 99, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 100 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  [`bytes=${'9'.repeat(400)}-`, 'none'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,2-3', undefined],
  ['bytes=a-b', undefined],
  ['bytes 0-1', undefined],
  ['items=0-1', undefined],
  ['', undefined],
])('%s of 100 bytes is %j', (range, expected) => {
  expect(of(range)).toEqual(expected)
})

test('an empty file has no part', () => {
  for (const range of ['bytes=0-', 'bytes=-1']) expect(of(range, 0)).toBe('none')
})

test('with If-Range, a part is sent only of the same file', () => {
  const range = 'bytes=5-'
  expect(rangeOf({ range, 'if-range': '"a"' }, 9, '"a"')).toEqual({ start: 5, end: 9 })
  for (const other of ['"b"', 'W/"a"', 'Sat, 28 Nov 2026 12:00:00 GMT', '']) {
    expect(rangeOf({ range, 'if-range': other }, 9, '"a"')).toBeUndefined()
  }
})

test('a part is never empty and never outside of the file', () => {
  const number = fc.option(fc.nat(300).map(String), { nil: '' })
  fc.assert(
    fc.property(number, number, fc.nat(200), (from, to, size) => {
      const found = of(`bytes=${from}-${to}`, size)
      if (typeof found !== 'object') return
      expect(found.start).toBeGreaterThanOrEqual(0)
      expect(found.start).toBeLessThan(found.end)
      expect(found.end).toBeLessThanOrEqual(size)
    }),
  )
})
