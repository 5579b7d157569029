import { expect, test } from 'vitest'
import { KeptPages } from './kept-pages.ts'

const page = (bytes: number, mark = 'm') => ({ mark, body: Buffer.alloc(bytes) })

test('pages stay until they take up too much, and the one used least recently goes first', () => {
  const kept = new KeptPages(10_000)
  for (const name of ['a', 'b', 'c']) kept.keep(name, page(2_500))
  kept.find('a')
  kept.keep('d', page(2_500))
  expect(['a', 'b', 'c', 'd'].filter((name) => kept.find(name))).toEqual(['a', 'c', 'd'])
})

test('a page replaces itself, and its former size no longer counts', () => {
  const kept = new KeptPages(10_000)
  for (let n = 0; n < 10; n++) kept.keep('a', page(4_000, `m${n}`))
  kept.keep('b', page(4_000))
  expect([kept.find('a')?.mark, kept.find('b')?.mark]).toEqual(['m9', 'm'])
})

test('a page larger than all may be is not kept', () => {
  const kept = new KeptPages(10_000)
  kept.keep('a', page(20_000))
  expect(kept.find('a')).toBeUndefined()
})
