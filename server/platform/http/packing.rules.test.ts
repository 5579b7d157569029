import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodingFor, isPackable } from './packing.rules.ts'

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['gzip;q=many', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['deflate, zstd', undefined],
  ['', undefined],
])('%s: %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))

test('whatever the header has, nothing is chosen that it does not name', () => {
  fc.assert(
    fc.property(fc.string(), (accepted) => {
      const encoding = encodingFor(accepted)
      if (encoding) expect(accepted.toLowerCase()).toMatch(new RegExp(`${encoding}|\\*`))
    }),
  )
})

test.each([
  ['application/json; charset=utf-8', true],
  ['text/html; charset=utf-8', true],
  ['text/javascript', true],
  ['application/jsonp', false],
  ['text/event-stream', false],
  ['text/csv; charset=utf-8', false],
  ['image/png', false],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
])('%s is compressed: %s', (type, is) => expect(isPackable(type)).toBe(is))
