import { expect, test } from 'vitest'
import { convertCell } from './convert.ts'
import { column, empty, expectRefused, kept, made, US } from './fixtures.ts'

const person = column('person')

test.each([
  [7, kept(7)],
  ['7', made(7)],
  ['ann@example.com', made(7)],
  [' ANN@Example.com ', made(7)],
  ['Ann Lee', made(7)],
  ['ann  lee', made(7)],
  ['robert@example.com', made(9)],
  ['', empty],
  [null, empty],
])('%j', (sent, expected) => {
  expect(convertCell(person, sent, US)).toEqual(expected)
})

test('a name that two people share is not guessed', () => {
  expectRefused(person, 'Bob Ray', US, 'more than one person', 'email')
})

test.each(
  [99, '99', 7.5, 'Zoe', 'zoe@example.com', 'Ann', -7, '', '0'.repeat(400)].filter(
    (sent) => sent !== '',
  ),
)('%j is refused, without naming anybody', (sent) => {
  expectRefused(person, sent, US, 'nobody')
  expect(JSON.stringify(convertCell(person, sent, US))).not.toMatch(/Lee|Bob|robert/)
})

test.each([true, [7], { crmUserId: 7 }])('%j is refused', (sent) => {
  expectRefused(person, sent, US, 'crmUserId')
})

test('a person whose name is their own address is one person', () => {
  const people = [{ crmUserId: 1, name: 'a@example.com', email: 'a@example.com' }]
  expect(convertCell(person, 'a@example.com', { ...US, people })).toEqual(made(1))
})
