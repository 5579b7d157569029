import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, type Receipt, type Receipted, receiptOf } from './text-receipts.rules.ts'

const standing: Receipted = {
  status: 'sent',
  errorCode: null,
  errorMessage: null,
  isDelivered: false,
  isRead: false,
}
const of = (fields: Record<string, string>) => receiptOf(new URLSearchParams(fields))

test.each([
  ['accepted', 'sending'],
  ['queued', 'sending'],
  ['sending', 'sending'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['read', 'read'],
])('what the provider calls %s is %s here', (reported, status) => {
  expect(of({ MessageStatus: reported })?.status).toBe(status)
})

test('a callback that says nothing of an outbound text is ignored', () => {
  for (const reported of ['received', 'receiving', 'constructor', '', 'Delivered']) {
    expect(of({ MessageStatus: reported })).toBe(undefined)
  }
  expect(of({})).toBe(undefined)
})

test('only failures have an error', () => {
  const error = { ErrorCode: '30003', ErrorMessage: 'Unreachable\0' }
  expect(of({ MessageStatus: 'undelivered', ...error })).toEqual({
    status: 'undelivered',
    errorCode: '30003',
    errorMessage: 'Unreachable',
  })
  expect(of({ MessageStatus: 'delivered', ...error })?.errorCode).toBe(null)
  expect(of({ MessageStatus: 'failed', ErrorCode: '0' })?.errorCode).toBe(null)
  expect(of({ MessageStatus: 'failed', ErrorCode: 'x' })?.errorCode).toBe(null)
})

test('a status is raised and never lowered', () => {
  const reported = ['read', 'delivered', 'undelivered', 'failed', 'sent', 'queued']
  const last = reported.reduce((so, one) => after(so, of({ MessageStatus: one })!), standing)
  expect(last).toMatchObject({ status: 'read', isDelivered: true, isRead: true })
  const undone = after(
    after(standing, of({ MessageStatus: 'undelivered', ErrorCode: '30003' })!),
    of({ MessageStatus: 'delivered' })!,
  )
  expect(undone).toMatchObject({ status: 'delivered', errorCode: null })
})

const receipt: fc.Arbitrary<Receipt> = fc
  .record({
    MessageStatus: fc.constantFrom(
      'accepted',
      'queued',
      'sending',
      'sent',
      'failed',
      'undelivered',
      'delivered',
      'read',
      'canceled',
    ),
    ErrorCode: fc.constantFrom('', '30003', '30005', '21610'),
    ErrorMessage: fc.constantFrom('', 'Unreachable', 'Gone'),
  })
  .map((fields) => of(fields)!)

test('reports in any order, and repeated, give the same message in the end', () => {
  const orders = fc
    .array(receipt, { maxLength: 8 })
    .chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray([...some, ...some], { minLength: 2 * some.length }),
      ),
    )
  const statuses = fc.constantFrom('queued', 'sending', 'sent', 'canceled') as fc.Arbitrary<
    Receipted['status']
  >
  fc.assert(
    fc.property(orders, statuses, ([some, shuffled], status) => {
      const end = (all: readonly Receipt[]) =>
        all.reduce<Receipted>((so, one) => after(so, one), { ...standing, status })
      expect(end(shuffled)).toEqual(end(some))
    }),
    { numRuns: 2000 },
  )
})
