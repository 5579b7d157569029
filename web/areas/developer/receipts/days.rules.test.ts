import { expect, test } from 'vitest'
import { byDay, bySender, cutByBar, heightsOf, onlyFrom, shownMeasures } from './days.rules.ts'

const counts = {
  formId: null,
  addressId: null,
  hookId: null,
  requests: 1,
  replayed: 0,
  filled: 2,
  coerced: 1,
  ignored: 0,
  refused: 0,
  blocked: 0,
}

test('every day appears once, with everything the keys sent', () => {
  const days = byDay({
    from: '2026-02-27',
    to: '2026-03-01',
    timeZone: 'UTC',
    complete: true,
    days: [
      { day: '2026-03-01', keyId: 'a', ...counts },
      { day: '2026-03-01', keyId: 'b', ...counts, refused: 3 },
      { day: '2026-02-27', keyId: 'a', ...counts },
    ],
  })
  expect(days).toEqual([
    { day: '2026-02-27', filled: 2, coerced: 1, ignored: 0, refused: 0, blocked: 0 },
    { day: '2026-02-28', filled: 0, coerced: 0, ignored: 0, refused: 0, blocked: 0 },
    { day: '2026-03-01', filled: 4, coerced: 2, ignored: 0, refused: 3, blocked: 0 },
  ])
})

test('one among a thousand is still visible, and zero stays zero', () => {
  expect(heightsOf([1000, 1, 0])).toEqual([1, 0.06, 0])
  expect(heightsOf([0, 0])).toEqual([0, 0])
})

test('a bar filters to the requests it counts, and clears the filter when chosen again', () => {
  const all = { day: undefined, outcome: undefined }
  const refused = { day: '2026-03-01', outcome: 'refused' as const }
  expect(cutByBar(all, { day: '2026-03-01', measure: 'refused' })).toEqual(refused)
  expect(cutByBar(refused, { day: '2026-03-01', measure: 'refused' })).toEqual(all)
  // A refused request fills no rows.
  expect(cutByBar(refused, { day: '2026-03-01', measure: 'filled' })).toEqual({
    day: '2026-03-01',
    outcome: undefined,
  })
  const created = { day: undefined, outcome: 'created' as const }
  const onDay = { ...created, day: '2026-02-28' }
  expect(cutByBar(created, { day: '2026-02-28', measure: 'coerced' })).toEqual(onDay)
  expect(cutByBar(onDay, { day: '2026-02-28', measure: 'coerced' })).toEqual(created)
})

test('senders are told apart by what they are, and filters name one of them', () => {
  const form = { ...counts, keyId: null, formId: 'f', day: '2026-03-01' }
  const days = [
    { day: '2026-03-01', keyId: 'a', ...counts },
    form,
    { ...form, day: '2026-02-28', filled: 7, requests: 7 },
    { ...form, formId: null, addressId: 'm', filled: 0 },
    { ...form, formId: null, hookId: 'h', filled: 0, requests: 0 },
  ]
  const totals = bySender({ days })
  expect(totals).toEqual([
    { sender: 'form:f', rows: 9, requests: 8 },
    { sender: 'key:a', rows: 2, requests: 1 },
    { sender: 'address:m', rows: 0, requests: 1 },
    { sender: 'hook:h', rows: 0, requests: 0 },
  ])
  expect(totals.map(({ sender }) => onlyFrom(sender))).toEqual([
    { formId: 'f' },
    { keyId: 'a' },
    { addressId: 'm' },
    { hookId: 'h' },
  ])
  expect(onlyFrom(undefined)).toEqual({})
})

test('blocked rows have a chart only if there are any, and its bars filter to them', () => {
  const day = { day: '2026-03-01', keyId: null, ...counts, formId: 'f' }
  expect(shownMeasures({ days: [day] })).not.toContain('blocked')
  expect(shownMeasures({ days: [day, { ...day, blocked: 1 }] })).toContain('blocked')
  const bar = { day: '2026-03-01', measure: 'blocked' as const }
  expect(cutByBar({ day: undefined, outcome: 'refused' as const }, bar)).toEqual({
    day: '2026-03-01',
    outcome: 'blocked',
  })
})
