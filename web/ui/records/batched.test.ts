import { expect, test } from 'vitest'
import { batched } from './batched.ts'

function asker(most: number) {
  const asked: string[][] = []
  const want = batched(most, async (keys) => {
    asked.push(keys)
    if (keys.includes('broken')) throw new Error('refused')
    return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, key.toUpperCase()]))
  })
  return { asked, want }
}

test('keys wanted at the same time are asked for together, each once', async () => {
  const { asked, want } = asker(10)
  expect(await Promise.all(['a', 'gone', 'a', 'b'].map(want))).toEqual(['A', null, 'A', 'B'])
  expect(asked).toEqual([['a', 'gone', 'b']])
  expect(await want('a')).toBe('A')
  expect(asked).toHaveLength(2)
})

test('too many for one request go into several, which fail separately', async () => {
  const { asked, want } = asker(2)
  const results = await Promise.allSettled(['a', 'b', 'c', 'broken', 'd'].map(want))
  expect(asked).toEqual([['a', 'b'], ['c', 'broken'], ['d']])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
})
