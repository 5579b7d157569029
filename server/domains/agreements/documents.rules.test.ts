import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundingPeriods } from '../../../contract/agreements/agreements.ts'
import { hostileHtml } from '../../tests/support/inputs/hostile-html.ts'
import { type DocumentFacts, documentOf, fundingText, textHash } from './documents.rules.ts'

const facts = (change: Partial<DocumentFacts> = {}): DocumentFacts => ({
  kind: 'broker_agreement',
  title: 'Broker agreement',
  version: '1.0',
  effectiveAt: new Date('2026-12-01T00:00:00Z'),
  bodyHtml: '<p>{{legalName}}</p>\n',
  name: 'Harborline',
  currency: 'USD',
  minimumFunding: null,
  ...change,
})

test.each([
  [5000000, 'USD', '$50,000.00 per quarter'],
  [5, 'USD', '$0.05 per quarter'],
  [5000000, 'JPY', '¥5,000,000 per quarter'],
  [5000001, 'KWD', 'KWD 5,000.001 per quarter'],
  [9007199254740991, 'EUR', '€90,071,992,547,409.91 per quarter'],
])('%d minor units of %s read %s', (amountMinor, currency, text) => {
  expect(fundingText({ amountMinor, period: 'quarter' }, currency)).toBe(text)
})

test('no minimum reads none, and the head of the document leaves it out', () => {
  expect(fundingText(null, 'USD')).toBe('none')
  expect(documentOf(facts())).not.toContain('Minimum funding')
  expect(documentOf(facts({ bodyHtml: '<p>{{minimumFunding}}</p>' }))).toContain('<p>none</p>')
})

test('a value is text, whatever it holds', () => {
  for (const name of [...hostileHtml, '{{version}}', '$&', '$1']) {
    const document = documentOf(facts({ name, title: name, bodyHtml: '<p>{{ legalName }}</p>' }))
    expect(document.match(/<(?!\/)[a-z0-9]+/g)).toEqual(
      documentOf(facts({ bodyHtml: '<p>{{legalName}}</p>' })).match(/<(?!\/)[a-z0-9]+/g),
    )
  }
  expect(documentOf(facts({ name: '{{version}} $&' }))).toContain('<p>{{version}} $&amp;</p>')
})

test('the same facts make the same bytes, and another fact others', () => {
  const some = fc.record({
    name: fc.string({ minLength: 1 }),
    version: fc.stringMatching(/^[a-z0-9.]{1,9}$/),
    minimumFunding: fc.option(
      fc.record({ amountMinor: fc.maxSafeNat(), period: fc.constantFrom(...fundingPeriods) }),
    ),
  })
  fc.assert(
    fc.property(some, some, (a, b) => {
      const [one, other] = [documentOf(facts(a)), documentOf(facts(b))]
      expect(documentOf(facts(structuredClone(a)))).toBe(one)
      const isSame = JSON.stringify(a) === JSON.stringify(b)
      expect(textHash(one) === textHash(other)).toBe(isSame)
    }),
  )
})
