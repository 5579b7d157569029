import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** Reads that end when `end` is called. Each returns what had been written when it began. */
function reading() {
  let written = 0
  const ends: (() => void)[] = []
  const begun: string[] = []
  const reads = new SharedReads<string, number>(async (item, name) => {
    begun.push(`${name} ${item}`)
    const seen = written
    await new Promise<void>((end) => ends.push(end))
    if (item === 'bad') throw new Error('bad')
    return seen
  })
  const end = async () => {
    ends.shift()!()
    await turn()
    await turn()
  }
  return { reads, begun, end, write: () => ++written }
}

test('whoever asks during a read shares the next one, which sees what was written before they asked', async () => {
  const { reads, begun, end, write } = reading()
  const first = reads.ask('page', 'a')
  await turn()
  write()
  const others = [reads.ask('page', 'b'), reads.ask('page', 'c')]
  await turn()
  expect(begun).toEqual(['page a'])
  await end()
  expect(await first).toBe(0)
  expect(begun).toEqual(['page a', 'page c'])
  await end()
  expect(await Promise.all(others)).toEqual([1, 1])
})

test('reads of other names do not wait', async () => {
  const { reads, begun, end } = reading()
  const both = [reads.ask('page', 'a'), reads.ask('list', 'b')]
  await turn()
  expect(begun).toEqual(['page a', 'list b'])
  await end()
  await end()
  expect(await Promise.all(both)).toEqual([0, 0])
})

test('a read that fails is made again for each who shared it', async () => {
  const { reads, begun, end } = reading()
  const asked = [reads.ask('page', 'good'), reads.ask('page', 'bad')]
  const outcomes = Promise.allSettled(asked)
  await turn()
  for (let n = 0; n < 3; n++) await end()
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(begun).toEqual(['page bad', 'page good', 'page bad'])
})
