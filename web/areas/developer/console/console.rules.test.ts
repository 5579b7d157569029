import { expect, test } from 'vitest'
import { rateUseOf, readBody, resultsOf, withUpload } from './console.rules.ts'

const row = {
  id: null,
  position: null,
  source: 'api' as const,
  createdBy: 'key:1',
  cells: { name: 'Acme', amount: 40000, tags: ['a'] },
}
const receipt = {
  filled: ['name', 'amount', 'tags'],
  coerced: [{ column: 'amount', sent: '$40,000', stored: '40000' }],
  ignored: [{ column: 'nick', why: 'no such column' }],
}
const cells = [
  { column: 'name', outcome: 'filled', value: 'Acme' },
  { column: 'amount', outcome: 'converted', sent: '$40,000', value: '40000' },
  { column: 'tags', outcome: 'filled', value: '["a"]' },
  { column: 'nick', outcome: 'ignored', value: 'no such column' },
]

test('every cell sent shows what happened to it', () => {
  expect(resultsOf({ data: row, ...receipt })).toEqual([{ id: null, position: null, cells }])
  const outcome = 'updated' as const
  expect(resultsOf({ data: [row, row], receipts: [receipt, receipt] })).toHaveLength(2)
  expect(resultsOf({ data: [row], receipts: [{ ...receipt, outcome }] })).toEqual([
    { id: null, position: null, outcome, cells },
  ])
})

test('text that is not a JSON object is reported before it is sent', () => {
  expect(readBody('{"cells": {}}')).toEqual({ body: { cells: {} } })
  expect(readBody('{')).toHaveProperty('problem', expect.stringContaining('not JSON'))
  for (const text of ['[]', '7', 'null']) expect(readBody(text)).toHaveProperty('problem')
})

test('an upload goes into the first row’s cell, beside what is there', () => {
  const added = (body: object) => JSON.parse(withUpload(JSON.stringify(body), 'papers', 'u2'))
  expect(added({ cells: { name: 'Acme' } })).toEqual({ cells: { name: 'Acme', papers: ['u2'] } })
  expect(added({ cells: { papers: ['u1'] } })).toEqual({ cells: { papers: ['u1', 'u2'] } })
  expect(added({})).toEqual({ cells: { papers: ['u2'] } })
  expect(added({ rows: [{ cells: {} }, { cells: {} }] })).toEqual({
    rows: [{ cells: { papers: ['u2'] } }, { cells: {} }],
  })
  expect(withUpload('{', 'papers', 'u2')).toBe('{')
})

test('the remaining rate is read from the headers, if there are any', () => {
  const headers = { 'RateLimit-Limit': '120', 'RateLimit-Remaining': '118', 'RateLimit-Reset': '9' }
  expect(rateUseOf(new Headers(headers))).toEqual({ limit: 120, remaining: 118, reset: 9 })
  expect(rateUseOf(new Headers())).toBeUndefined()
})
