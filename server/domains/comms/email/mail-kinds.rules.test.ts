import { expect, test } from 'vitest'
import type { Headers } from './fields.rules.ts'
import { isReport, mailKind } from './mail-kinds.rules.ts'

const headers = (of: object) => new Map(Object.entries(of)) as Headers

test('an email is from a person, for many, from a machine, or a report', () => {
  const path = (...value: object[]) => ({ 'return-path': { value } })
  const report = { 'content-type': { value: 'multipart/report', params: {} } }
  expect(
    [
      {},
      { 'auto-submitted': 'no' },
      path({ address: 'ann@x', name: '' }),
      { 'x-auto-response-suppress': 'DR, RN' },
      { list: { id: { id: 'x' } } },
      { precedence: 'Bulk' },
      { 'x-loop': 'list@x' },
      { 'x-auto-response-suppress': 'OOF, AutoReply' },
      { 'auto-submitted': 'auto-generated', precedence: 'bulk' },
      path({ address: '', name: '' }),
      path(),
      { ...report, 'auto-submitted': 'auto-replied' },
    ].map((of) => mailKind({ headers: headers(of), files: [] })),
  ).toEqual([
    ...Array(4).fill('person'),
    ...Array(4).fill('bulk'),
    ...Array(3).fill('automatic'),
    'report',
  ])
})

test('a report tells of delivery or a complaint, not that an email was read', () => {
  const of = (value: string, params: object) =>
    isReport({ headers: headers({ 'content-type': { value, params } }), files: [] })
  expect(of('multipart/report', { 'report-type': 'Delivery-Status' })).toBe(true)
  expect(of('multipart/report', {})).toBe(true)
  expect(of('multipart/report', { 'report-type': 'feedback-report' })).toBe(true)
  expect(of('multipart/report', { 'report-type': 'disposition-notification' })).toBe(false)
  expect(of('multipart/mixed', {})).toBe(false)
  expect(isReport({ headers: headers({}), files: [] })).toBe(false)
})
