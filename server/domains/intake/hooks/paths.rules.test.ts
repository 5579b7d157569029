import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf } from './leaves.rules.ts'
import { parsePath, pathText, type Step, valueAt } from './paths.rules.ts'

const body = {
  payload: { email: 'a@b.example', 'Full name': 'Rosa', nothing: null },
  items: [{ price: 1 }, { price: 2 }],
  answers: [
    { field: { ref: 'amount' }, number: 40 },
    { field: { ref: 'odd ]" one' }, text: 'x' },
  ],
}
const at = (path: string) => valueAt(body, parsePath(path)!)

test('a path leads to members, places of lists, and items by what tells them apart', () => {
  expect(at('payload.email')).toBe('a@b.example')
  expect(at('payload["Full name"]')).toBe('Rosa')
  expect(at('items[1].price')).toBe(2)
  expect(at('answers[field.ref=amount].number')).toBe(40)
  expect(at('answers[field.ref="odd ]\\" one"].text')).toBe('x')
  expect(valueAt([{ a: 1 }], parsePath('[0].a')!)).toBe(1)
})

test('and to nothing where there is nothing, also where JavaScript has something', () => {
  for (const path of [
    'payload.phone',
    'items[2]',
    'items.length',
    'toString',
    'items[a=1].price',
  ]) {
    expect(at(path), path).toBeUndefined()
  }
  expect(at('payload.nothing')).toBeNull()
})

test('an item is found among the first thousand of a list', () => {
  const items = Array.from({ length: 1001 }, (_, nth) => ({ key: `k${nth}`, value: nth }))
  expect(valueAt(items, parsePath('[key=k999].value')!)).toBe(999)
  expect(valueAt(items, parsePath('[key=k1000].value')!)).toBeUndefined()
})

test('what is no path is none', () => {
  for (const path of [
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    'a[',
    'a[]',
    'a[1',
    'a[x]',
    'a["x]',
    'a]b',
  ]) {
    expect(parsePath(path), path).toBeUndefined()
  }
})

const step = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer({ min: 0, max: 999_999 }),
  fc.record({ by: fc.array(fc.stringMatching(/^[a-z_]+$/), { minLength: 1 }), is: fc.string() }),
) as fc.Arbitrary<Step>

test('a path as text is read as the same path', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      expect(parsePath(pathText(steps))).toEqual(steps)
    }),
  )
})

test('each listed value of a body is found by its path', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 4 }), (any) => {
      const value = JSON.parse(JSON.stringify(any))
      for (const leaf of leavesOf(value, 500)) {
        expect(valueAt(value, parsePath(leaf.path)!)).toEqual(leaf.value)
      }
    }),
  )
})
