import { expect, test } from 'vitest'
import { readRecents, withRecent } from './recents.rules.ts'

const of = (to: string) => ({ to, title: to })

test('each page is kept once, the last visited first', () => {
  const recents = ['/a', '/b', '/a'].reduce(
    (kept, to) => withRecent(kept, of(to)),
    readRecents(null),
  )
  expect(recents).toEqual([of('/a'), of('/b')])
})

test('only the last few are kept', () => {
  const many = Array.from({ length: 20 }, (_, i) => `/${i}`)
  const recents = many.reduce((kept, to) => withRecent(kept, of(to)), readRecents(null))
  expect(recents).toHaveLength(8)
  expect(recents[0]).toEqual(of('/19'))
})

test('text that cannot be parsed counts as empty', () => {
  expect(readRecents('{')).toEqual([])
  expect(readRecents('{"to": "/a"}')).toEqual([])
  expect(readRecents(JSON.stringify([of('/a'), { to: 'javascript:x', title: 'x' }, null]))).toEqual(
    [of('/a')],
  )
})
