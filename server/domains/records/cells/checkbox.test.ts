import { expect, test } from 'vitest'
import { convertCell } from './convert.ts'
import { column, empty, expectRefused, kept, made, US } from './fixtures.ts'

const checkbox = column('checkbox')

test.each([true, false])('%j is stored as sent', (sent) => {
  expect(convertCell(checkbox, sent, US)).toEqual(kept(sent))
})

test.each([
  'true',
  'TRUE',
  ' True ',
  'yes',
  'Yes',
  'y',
  't',
  'on',
  'ON',
  '1',
  1,
  'x',
  'X',
  'checked',
  'Ja',
  'oui',
  'sí',
  'SÍ',
  'si',
])('%j is yes', (sent) => {
  expect(convertCell(checkbox, sent, US)).toEqual(made(true))
})

test.each(['false', 'FALSE', 'no', 'N', 'f', 'off', ' 0 ', 0, -0, 'unchecked', 'nein', 'Non'])(
  '%j is no',
  (sent) => {
    expect(convertCell(checkbox, sent, US)).toEqual(made(false))
  },
)

test.each(['', '  ', null])('%j is empty', (sent) => {
  expect(convertCell(checkbox, sent, US)).toEqual(empty)
})

test.each(['maybe', 'xx', 'jam', 'yes!', '2', 2, 0.5, [], {}, [true], 'constructor'])(
  '%j is refused',
  (sent) => {
    expectRefused(checkbox, sent, US, 'neither yes nor no', 'send true or false')
  },
)
