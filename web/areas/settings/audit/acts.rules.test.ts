import { expect, test } from 'vitest'
import type { FeedEvent } from '../../../../sdk/client.ts'
import { actsOf } from './acts.rules.ts'

const event = (type: string, seconds: number, data: object = {}, more: object = {}) =>
  ({
    type,
    subject: 'page:l',
    actor: 'user:1',
    at: new Date(1_700_000_000_000 - seconds * 1000).toISOString(),
    data,
    ...more,
  }) as FeedEvent
const acts = (...events: FeedEvent[]) =>
  actsOf(events).map(({ event: { type, actor }, rows }) => [type, actor, rows])

test('an undo that came in four blocks is one act with all of its rows', () => {
  const blocks = [0, 1, 2, 3].map((at) => event('rows.restored', at, { rowCount: 500 }))
  expect(acts(...blocks)).toEqual([['rows.restored', 'user:1', 2000]])
})

test('another actor, subject, verb or time is another act', () => {
  const rows = { rowIds: ['a', 'b'] }
  expect(
    acts(
      event('rows.deleted', 0, rows),
      event('rows.deleted', 1, rows, { actor: 'user:2' }),
      event('rows.deleted', 2, rows, { actor: 'user:2', subject: 'page:m' }),
      event('rows.restored', 3, rows, { actor: 'user:2', subject: 'page:m' }),
      event('rows.restored', 90, rows, { actor: 'user:2', subject: 'page:m' }),
    ),
  ).toHaveLength(5)
})

test('reading the same message twice is one act', () => {
  expect(acts(event('message.read', 0), event('message.read', 5))).toEqual([
    ['message.read', 'user:1', undefined],
  ])
})

test('changes of one row within a minute are one act; those of two rows, or of one and many, are two', () => {
  const of = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })) })
  const lines = (...events: FeedEvent[]) => acts(...events).map(([, , rows]) => rows)
  const changed = (seconds: number, ...ids: string[]) => event('rows.updated', seconds, of(...ids))
  expect(lines(changed(0, 'a'), changed(5, 'a'), changed(50, 'a'))).toEqual([1])
  expect(lines(changed(0, 'a'), changed(90, 'a'))).toEqual([1, 1])
  expect(lines(changed(0, 'a'), changed(5, 'b'))).toEqual([1, 1])
  expect(lines(changed(0, 'a'), changed(5, 'a', 'b'))).toEqual([1, 2])
})
