import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Shares } from './shares.ts'

test('one holder has half of the places, and others find theirs', () => {
  const shares = new Shares(8)
  const takeAll = (holder: string) => {
    let count = 0
    while (shares.take(holder)) count++
    return count
  }
  expect(shares.roomFor('a')).toBe(4)
  expect(takeAll('a')).toBe(4)
  expect(shares.roomFor('a')).toBe(0)
  expect(takeAll('b')).toBe(2)
  expect(shares.sated).toEqual(['a', 'b'])
  expect(takeAll('c')).toBe(1)
  expect(shares.isFull).toBe(false)
  expect(takeAll('d')).toBe(1)
  expect(shares.isFull).toBe(true)
  shares.leave('d')
  // Now others have some, so fewer than before are for the first again.
  shares.leave('a')
  expect(takeAll('a')).toBe(0)
  shares.leave('b')
  shares.leave('b')
  expect(takeAll('a')).toBe(1)
})

test('the only place is for anybody', () => {
  const shares = new Shares(1)
  expect(shares.take('a')).toBe(true)
  expect(shares.take('b')).toBe(false)
  shares.leave('a')
  expect(shares.take('b')).toBe(true)
})

test('however many places there are, one holder leaves as many as it takes, or one fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (places) => {
      const shares = new Shares(places)
      const room = shares.roomFor('a')
      expect(room).toBe(Math.ceil(places / 2))
      for (let n = 0; n < room; n++) expect(shares.take('a')).toBe(true)
      expect(shares.take('a')).toBe(false)
      if (places > 1) expect(shares.take('b')).toBe(true)
    }),
  )
})
