import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment, sheetName } from './file-names.rules.ts'

test.each([
  ['Leads', `attachment; filename="k.csv"; filename*=UTF-8''Leads.csv`],
  ["Dana's (own)/*", `attachment; filename="k.csv"; filename*=UTF-8''Dana%27s%20%28own%29.csv`],
  [
    'Überblick\r\nX: y',
    `attachment; filename="k.csv"; filename*=UTF-8''%C3%9Cberblick%20X%20y.csv`,
  ],
  ['\u202e..\u0000', `attachment; filename="k.csv"; filename*=UTF-8''...csv`],
  ['???', `attachment; filename="k.csv"; filename*=UTF-8''k.csv`],
])('%j is saved as %s', (name, header) => expect(attachment(name, 'k', 'csv')).toBe(header))

test('any name gives a header of ASCII characters and a sheet name that Excel accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(attachment(name, 'k', 'xlsx')).toMatch(/^[\x20-\x7e]+$/)
      const sheet = sheetName(name)
      expect(sheet).toMatch(/^[^[\]:*?/\\\p{Cc}\p{Cs}]{1,31}$/u)
      expect(sheet.length).toBeLessThanOrEqual(31)
      expect(sheet).not.toMatch(/^'|'$|^history$/i)
    }),
  )
})
