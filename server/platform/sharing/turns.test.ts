import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { Turns } from './turns.ts'

const refuse = () => new Refusal('overloaded', 'too_many_exports', {}, { retryAfter: 7 })
const turnsOf = (more = {}) =>
  new Turns({ atOnce: 3, mostWaiting: 4, mostWaitMs: 600_000, refuse, ...more })
const never = new AbortController().signal

/** Tasks that end when the test says so. */
function works(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, signal = never, holder = 'one') => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    const work = async () => {
      begun.push(name)
      await promise
      return name
    }
    const done = turns.take(holder, work, signal)
    done.catch(() => {})
    return done
  }
  return { begun, start, end: (name: string) => ends.get(name)!() }
}

test('a few work at once, and the others follow in the order of their arrival', async () => {
  const { begun, start, end } = works(turnsOf())
  const all = ['a', 'b', 'c', 'd'].map((name) => start(name))
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await all[1]).toBe('b')
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('if too many wait, the next is refused at once; a place that somebody left is free again', async () => {
  const { begun, start, end } = works(turnsOf())
  const leaving = new AbortController()
  start('a')
  start('b')
  const left = start('c', leaving.signal)
  start('d')
  await expect(start('e')).rejects.toMatchObject({
    code: 'overloaded',
    message: 'Too many exports are running.',
    details: { retryAfter: 7 },
  })
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  start('f')
  for (const name of ['a', 'b']) end(name)
  await nextTurn()
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'd', 'f'])
})

test('callers that wait too long are refused', async () => {
  const { begun, start } = works(turnsOf({ atOnce: 1, mostWaitMs: 1 }))
  start('a')
  await expect(start('b')).rejects.toMatchObject({ code: 'overloaded' })
  expect(begun).toEqual(['a'])
})

test('failed work passes its turn on, and callers that left take none', async () => {
  const turns = turnsOf({ atOnce: 1 })
  const failing = turns.take('one', () => Promise.reject(new Error('broken')), never)
  await expect(failing).rejects.toThrow('broken')
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(turns.take('one', async () => 'x', gone)).rejects.toThrow('gone')
  expect(await turns.take('one', async () => 'x', never)).toBe('x')
})

test('a stop can wait for running work, however that ends', async () => {
  const turns = turnsOf()
  const { start, end } = works(turns)
  await turns.settled()
  start('a')
  const failing = turns.take('one', () => Promise.reject(new Error('broken')), never)
  failing.catch(() => {})
  let settled = false
  const all = turns.settled().then(() => {
    settled = true
  })
  await nextTurn()
  expect(settled).toBe(false)
  end('a')
  await all
})

test('one holder has its share of the turns, and others theirs', async () => {
  const { begun, start, end } = works(turnsOf({ atOnce: 4, mostWaiting: 100 }))
  for (const name of ['a1', 'a2', 'a3', 'a4']) start(name, never, 'a')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2'])
  start('b1', never, 'b')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  end('a1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('holders come one after the other, however many of one wait', async () => {
  const { begun, start, end } = works(turnsOf({ atOnce: 1, mostWaiting: 100 }))
  for (const name of ['a1', 'a2', 'a3']) start(name, never, 'a')
  for (const name of ['b1', 'b2']) start(name, never, 'b')
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await nextTurn()
    end(name)
  }
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('urgent callers go before all others that wait, and find places in line when those do not', async () => {
  const turns = turnsOf({ atOnce: 1, mostWaiting: 2 })
  const { begun, start, end } = works(turns)
  for (const name of ['a', 'b', 'c']) start(name, never, name)
  await expect(start('d', never, 'd')).rejects.toMatchObject({ code: 'overloaded' })
  const urgent = turns.takeFirst('e', async () => begun.push('e'))
  expect(turns.waiting).toBe(3)
  for (const name of ['a', 'b', 'c']) {
    end(name)
    await nextTurn()
  }
  expect(begun).toEqual(['a', 'e', 'b', 'c'])
  await urgent
})

test('a turn that is passed on is nobody else’s, even before its caller begins', async () => {
  const turns = turnsOf({ atOnce: 1 })
  const { begun, start } = works(turns)
  const first = Promise.withResolvers<void>()
  void turns.take('a', () => first.promise)
  start('b', never, 'b')
  // After a has passed its turn on, and before b knows.
  void first.promise.then(() => {
    start('c', never, 'c')
  })
  first.resolve()
  await nextTurn()
  expect(begun).toEqual(['b'])
})

test('one holder does not take all places in line either', async () => {
  const { start, begun } = works(turnsOf({ atOnce: 1, mostWaiting: 4 }))
  for (const name of ['a1', 'a2', 'a3']) start(name, never, 'a')
  await expect(start('a4', never, 'a')).rejects.toMatchObject({ code: 'overloaded' })
  const waiting = start('b1', never, 'b')
  expect(await Promise.race([waiting, nextTurn('waits')])).toBe('waits')
  expect(begun).toEqual(['a1'])
})
