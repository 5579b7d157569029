import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPartFrom } from './addresses.rules.ts'

const random = (below: number) => randomInt(below)

test('an address has the name of its board, as far as an address can have it', () => {
  for (const [name, readable] of [
    ['Contact form', 'contact-form'],
    ['Bäckerei & Söhne!', 'backerei-sohne'],
    ['  ', 'untitled'],
    ['申込', 'shenyu'],
    ['…', 'untitled'],
    ['A very long name that nobody would ever type', 'a-very-long-name-that-no'],
  ] as const) {
    expect(localPartFrom(name, random)).toMatch(
      new RegExp(`^${readable}-[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$`),
    )
  }
})

test('whatever the name, it is a local part that every mail server takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const local = localPartFrom(name, random)
      expect(local).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(local.length).toBeLessThanOrEqual(64)
    }),
  )
})

test('two of the same board differ', () => {
  const made = Array.from({ length: 1000 }, () => localPartFrom('Leads', random))
  expect(new Set(made).size).toBe(1000)
})
