import { expect, test } from 'vitest'
import { answerTo, isSameSubject } from './subjects.rules.ts'

test('a reply has the subject of the message it answers', () => {
  expect(isSameSubject('Re: Your papers', 'Your papers')).toBe(true)
  expect(isSameSubject('RE: Fwd: your papers ', 'Re: Your papers')).toBe(true)
  expect(isSameSubject('The wire', 'Your papers')).toBe(false)
  expect(isSameSubject('Reply wanted', null)).toBe(false)
})

test('a reply to a reply has one Re', () => {
  expect(answerTo('Your papers')).toBe('Re: Your papers')
  expect(answerTo('RE: Your papers')).toBe('Re: Your papers')
  expect(answerTo('Reply wanted')).toBe('Re: Reply wanted')
})
