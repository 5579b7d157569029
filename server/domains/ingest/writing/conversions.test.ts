import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { type Integration, integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

// The converters have their own tables of test cases. Here, a few values of each type are written and read back.

let service: TestService
let owner: string
let us: Integration
let de: Integration
const columns = [
  { name: 'Text', type: 'text' },
  { name: 'Long', type: 'long_text' },
  { name: 'Number', type: 'number', settings: { precision: 2, min: -5000, max: 5000 } },
  { name: 'Money', type: 'currency' },
  { name: 'Percent', type: 'percent' },
  { name: 'Done', type: 'checkbox' },
  { name: 'Day', type: 'date' },
  { name: 'At', type: 'datetime' },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Funded' }] } },
  { name: 'Tags', type: 'multi_select', settings: { options: [{ label: 'A' }, { label: 'B' }] } },
  { name: 'Mail', type: 'email' },
  { name: 'Phone', type: 'phone' },
  { name: 'Link', type: 'url' },
  { name: 'Agent', type: 'person' },
]
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
  const board = (settings: object) => makeBoard(service, owner, columns, { settings })
  const american = { region: 'US', timeZone: 'America/New_York', currency: 'USD' }
  us = integration(service, (await board(american)).secret)
  const german = { region: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' }
  de = integration(service, (await board(german)).secret)
})
afterAll(() => service.stop())

/** Stored as sent, or as something else, which the receipt shows. */
const vectors: [string, unknown, unknown][] = [
  ['text', 'Acme', 'Acme'],
  ['text', ' Acme\nSupply ', 'Acme Supply'],
  ['text', 12, '12'],
  ['long', 'One\n\nTwo', 'One\n\nTwo'],
  ['number', 1234.5, 1234.5],
  ['number', '1,234.50', 1234.5],
  ['number', '(12)', -12],
  ['number', '$ 4.50', 4.5],
  ['money', 1250.5, 1250.5],
  ['money', '$1,250.50', 1250.5],
  ['money', 'USD 12', 12],
  ['percent', 12.5, 12.5],
  ['percent', '12.5 %', 12.5],
  ['done', true, true],
  ['done', 'Yes', true],
  ['done', 'off', false],
  ['done', 0, false],
  ['day', '2026-11-20', '2026-11-20'],
  ['day', '11/20/2026', '2026-11-20'],
  ['day', '2026-11-20T00:00:00.000Z', '2026-11-20'],
  ['day', 'Nov 20 2026', '2026-11-20'],
  ['day', 1795132800000, '2026-11-19'], // midnight UTC is the evening before in New York
  ['at', '2026-11-20T14:30:00.000Z', '2026-11-20T14:30:00.000Z'],
  ['at', '2026-11-20T14:30:00-05:00', '2026-11-20T19:30:00.000Z'],
  ['at', '2026-11-20 2:30 PM', '2026-11-20T19:30:00.000Z'],
  ['at', 1795132800000, '2026-11-20T00:00:00.000Z'],
  ['stage', 'Funded', 'Funded'],
  ['stage', ' fUNDED ', 'Funded'],
  ['tags', ['B', 'A'], ['B', 'A']],
  ['tags', 'a, b, a', ['A', 'B']],
  ['mail', 'ann@example.com', 'ann@example.com'],
  ['mail', 'Ann Lee <Ann@Example.com>', 'ann@example.com'],
  ['phone', '+14155550132', '+14155550132'],
  ['phone', '(415) 555-0132', '+14155550132'],
  ['phone', '(415) 555-0132 x12 (Ann)', '+14155550132;ext=12'],
  ['link', 'https://example.com/a', 'https://example.com/a'],
  ['link', 'example.com/a', 'https://example.com/a'],
  ['agent', 1, 1],
  ['agent', 'OLGA owner', 1],
]

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

test.each(vectors)('%s: %j is stored as %j', async (column, sent, stored) => {
  const { status, body } = await us.write({ cells: { [column]: sent } })
  expect(status).toBe(201)
  expect(body.data.cells).toEqual({ [column]: stored })
  expect(body.filled).toEqual([column])
  const same = JSON.stringify(sent) === JSON.stringify(stored)
  expect(body.coerced).toEqual(same ? [] : [{ column, sent: shown(sent), stored: shown(stored) }])
})

test('stored cells read back the same, with the key and in a session, and can be sent again unchanged', async () => {
  const rows = vectors.map(([column, sent]) => ({ [column]: sent }))
  const written = (await us.write({ rows })).body.data
  expect(written).toHaveLength(vectors.length)
  const read: { id: string; cells: object }[] = (await us.read('?limit=1000')).body.data.rows
  expect(read.filter(({ id }) => written.some((row: { id: string }) => row.id === id))).toEqual(
    written,
  )
  const again = await us.write({ rows: written.map(({ cells }: { cells: object }) => cells) })
  expect(again.body.data.map(({ cells }: { cells: object }) => cells)).toEqual(
    written.map(({ cells }: { cells: object }) => cells),
  )
  expect(again.body.receipts.flatMap(({ coerced }: { coerced: [] }) => coerced)).toEqual([])
})

describe('the board’s own region, time zone and currency', () => {
  test.each([
    ['number', '1.234,5', 1234.5],
    ['money', '1.250,50 €', 1250.5],
    ['day', '20.11.2026', '2026-11-20'],
    ['day', '05/06/2026', '2026-06-05'],
    ['at', '20.11.2026 14:30', '2026-11-20T13:30:00.000Z'],
    ['phone', '030 901820', '+4930901820'],
  ])('%s: %j is stored as %j', async (column, sent, stored) => {
    const { body } = await de.write({ cells: { [column]: sent } })
    expect(body.data?.cells).toEqual({ [column]: stored })
  })
})

test.each([
  ['number', '12 apples', '"12 apples" is not a number'],
  ['number', 6000, '6000 is more than 5000, the most this column takes'],
  ['number', 1.234, '1.234 has more decimals than the 2'],
  ['number', true, 'true is not a number'],
  ['money', '€ 12', 'is not in USD, the currency of this column'],
  ['money', '$1,2345', '"$1,2345" could be 12345 or 1.2345; send the one you mean'],
  ['money', '$10,0000', '"$10,0000" could be 100000 or 10.0000'],
  ['money', '$100,00', '"$100,00" could be 10000 or 100.00'],
  ['money', '$0,500', '"$0,500" could be 500 or 0.500'],
  ['money', '$2,5k', '"$2,5k" could be 25000 or 2500'],
  ['percent', '1,2345%', '"1,2345%" could be 12345 or 1.2345'],
  ['done', 'maybe', '"maybe" is neither yes nor no'],
  ['day', '2026-02-30', '"2026-02-30"'],
  ['day', 'tomorrow', '"tomorrow"'],
  ['at', '2026-03-08 02:30', 'does not exist in America/New_York'],
  ['at', '2026-11-01 01:30', 'happens twice in America/New_York'],
  ['stage', 'Lost', '"Lost" is not an option of this column; send one of: "New", "Funded"'],
  ['tags', 'A, C', '"C" is not an option of this column'],
  ['mail', 'ann at example', '"ann at example" is not an email address'],
  ['phone', '12', '"12"'],
  ['link', 'javascript:alert(1)', 'is not a web address'],
  ['agent', 'Nobody', '"Nobody" is nobody in this workspace'],
  ['agent', 77, '77 is nobody’s crmUserId in this workspace'],
  ['text', 'x'.repeat(2001), 'has 2,001 characters; send at most 2,000 characters'],
  ['text', { a: 1 }, 'an object is not text'],
])('%s: %j is refused', async (column, sent, why) => {
  const { status, body } = await us.write({ cells: { text: 'kept out', [column]: sent } })
  expect(status).toBe(400)
  const [error, ...more] = body.error.errors
  expect(more).toEqual([])
  const { reason, values } = error
  const message = `${column}: ${messageOf({ reason, values })}`
  expect(error).toEqual({ index: 0, column, message, reason, values })
  expect(body.error.message).toContain(why)
  expect(body.error.message).toBe(body.error.errors[0].message)
})

test('a person is found by email or name, if exactly one active member has it', async () => {
  const invite = (email: string, name: string) =>
    service.api('POST', '/v1/workspace/seats', {
      token: owner,
      body: { email, name, role: 'member' },
    })
  for (const email of ['sam@desk.example', 'sam2@desk.example']) await invite(email, 'Sam Same')
  await invite('una@desk.example', 'Una Unique')
  const pending = await us.write({ cells: { agent: 'una@desk.example' } })
  expect(pending.status).toBe(400) // invited, but not a member yet
  await service.sql("UPDATE seats SET status = 'active'")
  const { body } = await us.write({
    rows: [{ agent: 'una unique' }, { agent: 'SAM@desk.example' }, { agent: '4' }],
  })
  expect(body.data.map(({ cells }: { cells: object }) => cells)).toEqual([
    { agent: 4 },
    { agent: 2 },
    { agent: 4 },
  ])
  const twins = await us.write({ cells: { agent: 'Sam Same' } })
  expect(twins.body.error.message).toMatch(/is more than one person; send the email address/)
})
