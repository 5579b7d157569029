import { expect, test } from 'vitest'
import { KeptPages } from './kept-pages.ts'

/** Asks for a page twice, as somebody who polls it does. */
function poll(kept: KeptPages, name: string, bytes: number, mark = 'm') {
  for (let n = 0; n < 2; n++) kept.keep(name, () => ({ mark, body: Buffer.alloc(bytes) }))
}

test('pages stay until they take up too much, and the one used least recently goes first', () => {
  const kept = new KeptPages(10_000)
  for (const name of ['a', 'b', 'c']) poll(kept, name, 2_500)
  kept.find('a')
  poll(kept, 'd', 2_500)
  expect(['a', 'b', 'c', 'd'].filter((name) => kept.find(name))).toEqual(['a', 'c', 'd'])
})

test('a page replaces itself, and its former size no longer counts', () => {
  const kept = new KeptPages(10_000)
  for (let n = 0; n < 10; n++) poll(kept, 'a', 4_000, `m${n}`)
  poll(kept, 'b', 4_000)
  expect([kept.find('a')?.mark, kept.find('b')?.mark]).toEqual(['m9', 'm'])
})

test('a page larger than all may be is not kept', () => {
  const kept = new KeptPages(10_000)
  poll(kept, 'a', 20_000)
  expect(kept.find('a')).toBeUndefined()
})

test('whoever reads every page in turn, again and again, drives no page out that is polled', () => {
  const kept = new KeptPages(10_000)
  poll(kept, 'polled', 5_000)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 1000; n++) {
      kept.keep(`page ${n}`, () => ({ mark: 'm', body: Buffer.alloc(5_000) }))
    }
  }
  expect(kept.find('polled')).toBeDefined()
  expect(kept.find('page 999')).toBeUndefined()
})
