import fc from 'fast-check'
import type { Filter } from './model.ts'
import {
  amounts,
  columns,
  day,
  emails,
  instants,
  type Known,
  LABELS,
  LONG,
  numbers,
  texts,
} from './values.ts'

const anyCase = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('', 'lower', 'upper'))
    .map(([t, way]) => (way === 'lower' ? t.toLowerCase() : way === 'upper' ? t.toUpperCase() : t))

export const periods = [
  ...['this', 'last', 'next'].flatMap((which) =>
    ['week', 'month', 'quarter', 'year'].map((unit) => `${which}_${unit}`),
  ),
  'last_1_days',
  'last_7_days',
  'last_30_days',
  'next_1_days',
  'next_7_days',
  'next_90_days',
]
const words = fc.constantFrom(...periods)
const dayWord = fc.oneof(day, fc.constantFrom('today', 'yesterday', 'tomorrow'))

/** A piece of a text that some cell has, so that searches find something. */
export const pieces = fc
  .tuple(fc.constantFrom(...texts, ...LABELS), fc.nat(5), fc.integer({ min: 1, max: 6 }))
  .map(([text, from, length]) =>
    [...text]
      .slice(from, from + length)
      .join('')
      .trim(),
  )
  .filter((text) => text !== '')

function tests(column: string, value: fc.Arbitrary<unknown>, more: fc.Arbitrary<Filter>[] = []) {
  const test = (op: string) => value.map((one): Filter => ({ column, op, value: one }))
  return fc.oneof(
    test('eq'),
    test('ne'),
    fc.array(value, { maxLength: 3 }).map((many): Filter => ({ column, op: 'in', value: many })),
    fc.constantFrom<Filter>({ column, op: 'is_empty' }, { column, op: 'is_not_empty' }),
    ...more,
  )
}
const ordered = (column: string, value: fc.Arbitrary<unknown>, ops = ['lt', 'lte', 'gt', 'gte']) =>
  ops.map((op) => value.map((one): Filter => ({ column, op, value: one })))
const ofText = (column: string, value: fc.Arbitrary<string>) =>
  tests(column, value, [
    ...['contains', 'starts_with'].map((op) =>
      anyCase(fc.oneof(value, pieces)).map((one): Filter => ({ column, op, value: one })),
    ),
  ])
const ofTime = (column: string, value: fc.Arbitrary<unknown>) =>
  tests(column, value, [
    ...ordered(column, value, ['lt', 'lte', 'gt', 'gte', 'before', 'after']),
    fc
      .oneof(
        words,
        fc.record({ from: value, to: value }),
        fc.record({ from: value }),
        fc
          .integer({ min: -40, max: 40 })
          .filter((n) => n !== 0)
          .map((n) => ({ days: n })),
      )
      .map((one): Filter => ({ column, op: 'within', value: one })),
  ])

function leaves({ people, linked }: Known): fc.Arbitrary<Filter> {
  const number = fc.constantFrom(...numbers, 3)
  const amount = fc.constantFrom(...amounts, 50)
  const label = anyCase(fc.constantFrom(...LABELS, 'no such option'))
  const someone = fc.constantFrom<unknown>(...people, 'me', 777)
  const checkbox = tests('agreed', fc.boolean()).filter(
    (filter) => !('op' in filter && filter.op === 'in'),
  )
  const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 3 })
  const link = fc.constantFrom(...linked, '0190cafe-0000-7000-8000-00000000dead')
  const links = fc.uniqueArray(link, { minLength: 1, maxLength: 3 })
  const empty = (column: string) =>
    fc.constantFrom<Filter>({ column, op: 'is_empty' }, { column, op: 'is_not_empty' })
  return fc.oneof(
    ofText('text', fc.constantFrom(...texts)),
    ofText('notes', fc.constantFrom('first\nsecond', 'x', LONG)),
    ofText('email', anyCase(fc.constantFrom(...emails))),
    ofText('status', label),
    tests('number', number, ordered('number', number)),
    tests('amount', amount, ordered('amount', amount)),
    tests('share', amount, ordered('share', amount)),
    tests('nr', fc.nat(60), ordered('nr', fc.nat(60))),
    tests('row.position', fc.nat(60), ordered('row.position', fc.nat(60))),
    tests('agent', someone),
    tests('maker', fc.constantFrom('me', 'user:1', 'key:none')),
    checkbox,
    ofTime('due', dayWord),
    ofTime('called', fc.oneof(dayWord, instants)),
    ofTime('made', dayWord),
    ...['tags', 'link', 'papers', 'shout', 'large'].map(empty),
    tests('inverse', number, ordered('inverse', number)),
    ofText('shout', anyCase(fc.constantFrom(...texts.map((text) => `${text}!`)))),
    fc
      .tuple(fc.constantFrom('eq', 'ne'), fc.boolean())
      .map(([op, value]): Filter => ({ column: 'large', op, value })),
    ofTime('later', dayWord),
    link.map((value): Filter => ({ column: 'link', op: 'contains', value })),
    fc
      .tuple(fc.constantFrom('eq', 'ne', 'in'), links)
      .map(([op, value]): Filter => ({ column: 'link', op, value })),
    label.map((value): Filter => ({ column: 'tags', op: 'contains', value })),
    fc
      .tuple(fc.constantFrom('eq', 'ne', 'in'), labels)
      .map(([op, value]): Filter => ({ column: 'tags', op, value })),
  )
}

/** Filters of every type and operator, and their combinations. */
export function filters(known: Known): fc.Arbitrary<Filter> {
  const leaf = leaves(known)
  return fc.letrec<{ tree: Filter }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: fc.record({ not: tie('tree') }) },
      { weight: 1, arbitrary: fc.record({ and: fc.array(tie('tree'), { maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ or: fc.array(tie('tree'), { maxLength: 3 }) }) },
    ),
  })).tree
}

const sortable = columns
  .map(({ name }) => name)
  .filter((name) => !['tags', 'papers', 'maker'].includes(name))

export const sorts = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...sortable), fc.constantFrom('', '-')), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })
  .map((parts) => parts.map(([name, way]) => way + name).join(','))
