import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_MONEY } from '../../policies/money.rules.ts'
import { type LedgerLine, ledgerHead, ledgerLine, majorUnits } from './ledger-export.rules.ts'
import { lineOut } from './projection.rules.ts'

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [1999, 2, '19.99'],
  [-123456, 3, '-123.456'],
  [42, 0, '42'],
  [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
  [Number.MAX_SAFE_INTEGER, 4, '900719925474.0991'],
])('%d minor units with %d digits are %s', (minor, digits, text) =>
  expect(majorUnits(minor, digits)).toBe(text),
)

test('an amount keeps every digit on its way to major units and back', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(0, 2, 3, 4), (minor, digits) => {
      const text = majorUnits(minor, digits)
      expect(text).toMatch(digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`))
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(minor))
    }),
  )
})

const line: LedgerLine = {
  position: 3,
  id: '0190cafe-0000-7000-8000-000000000001',
  kind: 'clawback',
  occurred_at: new Date(0),
  created_at: new Date(1),
  created_by: 'user:1',
  amount_minor: 1050,
  reference: '=1+1',
  reason: '-cmd',
  notes: '@x',
  draw_id: null,
  reverses_id: null,
  deal_split_id: 7,
  party_kind: 'external',
  party: '+Broker, Inc.',
  part_minor: -350,
}
const read = (one: LedgerLine) =>
  parse(ledgerHead + ledgerLine(lineOut(ALL_MONEY, one), 'USD', 2), { columns: true })[0] as Record<
    string,
    string
  >

test('text that a spreadsheet would run is disarmed, amounts are not', () => {
  expect(read(line)).toMatchObject({
    party: "'+Broker, Inc.",
    reference: "'=1+1",
    reason: "'-cmd",
    notes: "'@x",
    amount: '10.50',
    part: '-3.50',
    currency: 'USD',
  })
})

test('the house has no split, and an entry without parts has no house', () => {
  const none = { party_kind: null, party: null }
  expect(read({ ...line, ...none, deal_split_id: 0, part_minor: 0 })).toMatchObject({
    dealSplitId: '',
    partyKind: 'house',
    party: '',
    part: '0.00',
  })
  expect(read({ ...line, ...none, deal_split_id: null, part_minor: null })).toMatchObject({
    dealSplitId: '',
    partyKind: '',
    party: '',
    part: '',
  })
})
