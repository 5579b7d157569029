import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { ALL_MONEY } from '../../policies/money.rules.ts'
import { type LedgerLine, ledgerHead, ledgerLine } from './ledger-export.rules.ts'
import { lineOut } from './projection.rules.ts'

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
  parse(ledgerHead + ledgerLine(lineOut(ALL_MONEY, one), 'USD'), { columns: true })[0] as Record<
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
