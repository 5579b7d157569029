import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids are UUIDv7 of this moment, and each sorts after the one before, however many are made', () => {
  const since = Date.now()
  const ids = Array.from({ length: 50_000 }, newId)
  const took = Date.now() - since
  expect(
    ids.filter(
      (id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
    ),
  ).toEqual([])
  expect(ids).toEqual([...new Set(ids)].sort())
  const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
  expect(timeOf(ids[0]!)).toBeGreaterThanOrEqual(since)
  // More than there are numbers for in a millisecond begin the next one.
  expect(timeOf(ids.at(-1)!)).toBeLessThanOrEqual(since + took + 50_000 / 3_000)
})
