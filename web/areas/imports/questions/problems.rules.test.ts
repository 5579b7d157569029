import { expect, test } from 'vitest'
import {
  isChoice,
  labelsOf,
  optionsToAdd,
  type Problem,
  treatmentFor,
  unknownValues,
  untreated,
  valuesOf,
  withCorrections,
  withLabel,
  withOptions,
  withoutOption,
} from './problems.rules.ts'

const problem = (column: string | null, reason: string, ...sent: string[]): Problem => ({
  column,
  message: 'm',
  reason,
  values: {},
  effect: 'left_empty',
  count: sent.length,
  where: sent.map((one, at) => ({ line: at + 2, sent: one })),
})
const column = (key: string, required = false) =>
  ({ key, required }) as Parameters<typeof isChoice>[1][number]

test('a treatment is only sent for columns that something goes to', () => {
  const corrections = [
    { line: 2, column: 'a', value: 'x' },
    { line: 2, column: 'b', value: 'x' },
  ]
  const treatment = {
    onBad: { a: 'refuse', b: 'refuse' },
    valueMaps: { c: { x: null } },
    newOptions: { c: ['x'], d: ['x'] },
    corrections,
    links: { a: { by: 'id', create: true }, d: { by: 'id', create: true } },
    readAs: { a: 'decimal_comma', d: 'day_first' },
  } as const
  expect(treatmentFor(treatment, ['a', null, 'c'])).toEqual({
    onBad: { a: 'refuse' },
    valueMaps: { c: { x: null } },
    newOptions: { c: ['x'] },
    corrections: [corrections[0]],
    links: { a: { by: 'id', create: true } },
    readAs: { a: 'decimal_comma' },
  })
  expect(treatmentFor(treatment, [null])).toEqual(untreated)
})

test('what a bad value does is a choice, except in a required or matched column, and for other problems', () => {
  const columns = [column('email'), column('name', true)]
  expect(isChoice(problem('email', 'not_an_email'), columns, undefined)).toBe(true)
  expect(isChoice(problem('email', 'not_an_email'), columns, 'email')).toBe(false)
  expect(isChoice(problem('name', 'too_long'), columns, undefined)).toBe(false)
  expect(isChoice(problem('email', 'not_unique'), columns, undefined)).toBe(false)
  expect(isChoice(problem(null, 'x'), columns, undefined)).toBe(false)
})

test('values are listed once, the most frequent first', () => {
  expect(valuesOf(problem('a', 'r', 'x', 'y', 'y'))).toEqual([
    { sent: 'y', lines: [3, 4] },
    { sent: 'x', lines: [2] },
  ])
})

test('a correction replaces an earlier one of the same cell, and there are at most 10,000', () => {
  const once = withCorrections(untreated, 'a', [2, 3], 'x')!
  const twice = withCorrections(once, 'a', [3], 'y')!
  expect(withCorrections(twice, 'b', [3], 'z')?.corrections).toEqual([
    { line: 2, column: 'a', value: 'x' },
    { line: 3, column: 'a', value: 'y' },
    { line: 3, column: 'b', value: 'z' },
  ])
  const lines = Array.from({ length: 9999 }, (_, at) => at + 3)
  expect(withCorrections(once, 'a', lines, 'x')?.corrections).toHaveLength(10_000)
  expect(withCorrections(twice, 'b', lines, 'x')).toBeUndefined()
})

test('a value that has an option stays listed, without a count, until its option is taken away', () => {
  const problems = [problem('stage', 'unknown_option', 'won', 'won', 'dead')]
  const stage = column('stage')
  const mapped = withLabel(untreated, 'stage', 'won', 'Won')
  expect(unknownValues(stage, problems, mapped)).toEqual([
    { sent: 'won', count: undefined },
    { sent: 'dead', count: 1 },
  ])
  expect(withLabel(mapped, 'stage', 'won', undefined).valueMaps).toEqual({ stage: {} })
  expect(unknownValues(column('kind'), problems, mapped)).toEqual([])
})

test('values become options: each part of a list once, none that is there, and none that is too long', () => {
  const settings = { options: [{ id: '1', label: 'New', color: null }] }
  expect(labelsOf({ type: 'select', settings }, ' Hot, or not ')).toEqual(['Hot, or not'])
  expect(labelsOf({ type: 'multi_select', settings }, 'new, Hot,,Cold')).toEqual(['Hot', 'Cold'])
  expect(labelsOf({ type: 'multi_select', settings }, 'a, b; c')).toEqual(['a, b', 'c'])
  expect(labelsOf({ type: 'select', settings }, 'x'.repeat(200))).toEqual([])
})

test('an option that somebody else has added meanwhile is not added again', () => {
  const stage = { key: 'stage', settings: { options: [{ id: '1', label: 'Hot', color: null }] } }
  const added = withOptions(untreated, 'stage', ['hot', 'Cold'])
  expect(optionsToAdd(stage, added)).toEqual(['Cold'])
})

test('an option that is not added after all is not what values mean', () => {
  const added = withOptions(withOptions(untreated, 'stage', ['Hot']), 'stage', ['hot', 'Cold'])
  expect(added.newOptions).toEqual({ stage: ['hot', 'Cold'] })
  const mapped = withLabel(withLabel(added, 'stage', 'warm', 'Cold'), 'stage', '?', null)
  const without = withoutOption(mapped, 'stage', 'Cold')
  expect(without.newOptions).toEqual({ stage: ['hot'] })
  expect(without.valueMaps).toEqual({ stage: { '?': null } })
  expect(withoutOption(without, 'stage', 'hot').newOptions).toEqual({})
})
