import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Memory } from './memory.ts'

const heldOf = <V>(memory: Memory<V>, names: string) =>
  [...names].filter((name) => memory.get(name) !== undefined).join('')

test('the entry that has not been used for longest goes first', () => {
  const memory = new Memory<number>({ most: 3 })
  for (const name of 'abc') memory.keep(name, 1)
  expect(memory.get('a')).toBe(1)
  memory.keep('d', 1)
  expect(heldOf(memory, 'abcd')).toBe('acd')
})

test('an entry that is kept again drives out no other', () => {
  const memory = new Memory<number>({ most: 3 })
  for (const name of 'abc') memory.keep(name, 1)
  for (let version = 2; version < 9; version++) memory.keep('c', version)
  expect(heldOf(memory, 'abc')).toBe('abc')
  expect(memory.get('c')).toBe(8)
})

test('an entry is forgotten when its time is over, and lasts longer only if it is kept again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const memory = new Memory<number>({ most: 3, forMs: 100 })
  memory.keep('a', 1)
  memory.keep('b', 1)
  vi.advanceTimersByTime(60)
  memory.keep('b', 2)
  expect(memory.get('a')).toBe(1)
  vi.advanceTimersByTime(60)
  expect(heldOf(memory, 'ab')).toBe('b')
})

test('an entry can count for more than one; one that is too much by itself is not kept', () => {
  const memory = new Memory<string>({ most: 10, weigh: ({ length }) => length })
  memory.keep('a', '12345')
  memory.keep('b', '12345')
  memory.keep('b', '123456')
  expect(heldOf(memory, 'ab')).toBe('b')
  memory.keep('c', '12345678901')
  expect(heldOf(memory, 'abc')).toBe('b')
})

test('it holds as much as it may of what was used last, whatever comes', () => {
  const deed = fc.record({
    what: fc.constantFrom('keep', 'get', 'forget'),
    name: fc.constantFrom(...'abcdef'),
  })
  fc.assert(
    fc.property(fc.array(deed), fc.integer({ min: 1, max: 4 }), (deeds, most) => {
      const memory = new Memory<true>({ most })
      let model: string[] = []
      for (const { what, name } of deeds) {
        if (what === 'keep') memory.keep(name, true)
        else if (what === 'get') expect(memory.get(name) ?? false).toBe(model.includes(name))
        else memory.forget(name)
        const others = model.filter((one) => one !== name)
        const stays = what === 'keep' || (what === 'get' && model.includes(name))
        model = (stays ? [...others, name] : others).slice(-most)
      }
      for (const name of 'abcdef') expect(memory.get(name) ?? false).toBe(model.includes(name))
    }),
  )
})
