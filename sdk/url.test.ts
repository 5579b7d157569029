import { expect, test } from 'vitest'
import { urlOf } from './url.ts'

test('a URL has the operation’s path, its parameters escaped, and the query that is given', () => {
  expect(urlOf('files.content', { params: { id: 'a/b' } })).toBe('/v1/files/a%2Fb/content')
  const input = { params: { id: 7 }, query: { kind: undefined } }
  expect(urlOf('accounting.exportLedger', input)).toBe('/v1/accounting/deals/7/ledger/export')
  expect(
    urlOf('definitions.exportRows', {
      params: { key: 'leads' },
      query: { format: 'csv', bom: true, search: 'A & B' },
    }),
  ).toBe('/v1/definitions/leads/export?format=csv&bom=true&search=A+%26+B')
})

test('a missing path parameter is told by its name', () => {
  expect(() => urlOf('files.content', { params: {} as { id: string } })).toThrow('parameter id')
})
