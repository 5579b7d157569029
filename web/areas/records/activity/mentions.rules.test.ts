import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mentionAt,
  mentionedIn,
  partsOf,
  peopleFor,
  withMention,
  withTypedMentions,
} from './mentions.rules.ts'

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Ann Lee' },
  { id: 3, name: 'Priya Nair' },
  { id: 4, name: 'Ann' },
]

test('an @ at the beginning of a word starts a mention, and a name can have spaces', () => {
  expect(mentionAt('@', 1)).toEqual({ from: 0, letters: '' })
  expect(mentionAt('Ask @pri', 8)).toEqual({ from: 4, letters: 'pri' })
  expect(mentionAt('Ask @Priya N', 12)).toEqual({ from: 4, letters: 'Priya N' })
  expect(mentionAt('(@p', 3)).toEqual({ from: 1, letters: 'p' })
  for (const text of ['ann@example.com', 'Ask', '@ann\nand', '@ ', '@@a']) {
    expect(mentionAt(text, text.length), text).toBeNull()
  }
})

test('letters find names by any of their words', () => {
  expect(peopleFor(people, 'na').map(({ id }) => id)).toEqual([3])
  expect(peopleFor(people, 'ANN L').map(({ id }) => id)).toEqual([2])
  expect(peopleFor(people, '').map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(peopleFor(people, 'x')).toEqual([])
})

test('the chosen name takes the place of the letters, with one space after it', () => {
  expect(withMention('Ask @pr today', { from: 4, letters: 'pr' }, 'Priya Nair')).toEqual({
    text: 'Ask @Priya Nair today',
    caret: 16,
  })
})

test('a text mentions the longest name that fits, and of two people of one name the chosen one', () => {
  expect(mentionedIn('@Ann Lee, call @Priya Nair.', people, [])).toEqual([2, 3])
  expect(mentionedIn('@Ann', people, [])).toEqual([1])
  expect(mentionedIn('@Ann', people, [4])).toEqual([4])
  expect(mentionedIn('@Anna and a@Ann', people, [])).toEqual([])
})

test('the parts of a text are the text', () => {
  const piece = fc.constantFrom(
    '@',
    'Ann',
    ' Lee',
    '@Ann Lee',
    '@Priya Nair',
    ' ',
    '\n',
    '.',
    '(',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const parts = partsOf(text, people)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { text: mention, id } of parts) {
        if (id !== undefined) expect(mention).toBe(`@${people.find((one) => one.id === id)!.name}`)
      }
    }),
  )
})

test.each([
  ['@omar look', '@Omar Haddad look', []],
  ['Ask @Lee.', 'Ask @Ann Lee.', []],
  ['@ann lee, and (@Omar)', '@Ann Lee, and (@Omar Haddad)', []],
  ['@Sam look', '@Sam look', ['@Sam']],
  ['@nobody and @Omar Haddad', '@nobody and @Omar Haddad', ['@nobody']],
  ['omar@bay.example at @5 pm', 'omar@bay.example at @5 pm', []],
])('a name that is typed after an @: %j', (typed, text, open) => {
  const people = ['Omar Haddad', 'Ann Lee', 'Sam Ode', 'Sam Poe'].map((name, id) => ({ id, name }))
  expect(withTypedMentions(typed, people)).toEqual({ text, open })
})
