import { expect, test } from 'vitest'
import {
  canBeCents,
  found,
  mappedFields,
  mappingOf,
  type Sample,
  unfilled,
  valuesToMap,
  withCents,
  withColumn,
} from './mapping.rules.ts'

const column = (
  key: string,
  type: 'text' | 'email' | 'currency' | 'date' | 'file',
  required = false,
) => ({
  key,
  name: key,
  type,
  required,
  readOnly: false,
})
const field = (path: string, example: string, guess: Sample['fields'][number]['guess'] = null) => ({
  path,
  label: path.toUpperCase(),
  example,
  guess,
})
const sample: Sample = {
  id: 's',
  receivedAt: '2026-11-20T10:00:00Z',
  fields: [
    field('id', 'evt_1'),
    field('mail', 'a@b.example', { column: 'email' }),
    field('total', '4010', { column: 'amount', as: 'minor_units' }),
    field('at', '1763632948'),
  ],
}
const email = column('email', 'email')
const amount = column('amount', 'currency')

test('a hook without columns begins with what is guessed, and one with columns with those', () => {
  expect(mappedFields(mappingOf({ fields: [] }, sample))).toEqual([
    { path: 'mail', column: 'email' },
    { path: 'total', column: 'amount', as: 'minor_units' },
  ])
  const fields = [{ path: 'gone', column: 'email' }]
  const mapping = mappingOf({ fields }, sample)
  expect(mappedFields(mapping)).toEqual(fields)
  expect(valuesToMap(sample, mapping)[0]).toEqual({
    path: 'gone',
    label: 'gone',
    example: undefined,
  })
  expect(mappingOf({ fields: [] }, undefined)).toEqual({})
})

test('a column gets one value, and a value one column', () => {
  const [id, mail] = valuesToMap(sample, {})
  const moved = withColumn({ mail: { column: 'email' } }, id!, email)
  expect(moved).toEqual({ id: { column: 'email' } })
  expect(withColumn(moved, id!, amount)).toEqual({ id: { column: 'amount' } })
  expect(withColumn(moved, id!, undefined)).toEqual({})
  expect(withColumn({}, mail!, email)).toEqual({ mail: { column: 'email' } })
})

test('amounts are in cents if they are guessed to be or somebody says so, and ten digits are a time', () => {
  const [, , total, at] = valuesToMap(sample, {})
  const guessed = withColumn({}, total!, amount, sample.fields[2]!.guess)
  expect(guessed).toEqual({ total: { column: 'amount', as: 'minor_units' } })
  expect(withCents(guessed, 'total', false)).toEqual({ total: { column: 'amount' } })
  expect(withCents(withCents(guessed, 'total', false), 'total', true)).toEqual(guessed)
  expect(withColumn({}, at!, column('when', 'date'))).toEqual({
    at: { column: 'when', as: 'unix_seconds' },
  })
  expect([canBeCents(amount, '4010'), canBeCents(amount, '40.10'), canBeCents(email, '4')]).toEqual(
    [true, false, false],
  )
})

test('values are found by name, path and example, those with a column first', () => {
  const choices = valuesToMap(sample, {})
  const paths = (search: string) =>
    found(choices, { total: { column: 'amount' } }, search).map(({ path }) => path)
  expect(paths('')).toEqual(['total', 'id', 'mail', 'at'])
  expect([paths('MAIL'), paths(' b.example'), paths('nothing')]).toEqual([['mail'], ['mail'], []])
})

test('a required column without a value is named', () => {
  const columns = [column('a', 'text', true), column('b', 'text'), column('c', 'file', true)]
  expect(unfilled(columns, {}).map(({ key }) => key)).toEqual(['a'])
  expect(unfilled(columns, { x: { column: 'a' } })).toEqual([])
})
