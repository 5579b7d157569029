import { expect, test } from 'vitest'
import type { Failure } from '../../../sdk/client.ts'
import { failureWords } from './failure-words.rules.ts'

const said = (message: string, ...issues: Failure['issues']) =>
  failureWords({ message, issues } as Failure)

test('a field of the request is named in plain words', () => {
  const issue = { path: 'body.workspaceName', message: 'is required' }
  expect(said('body.workspaceName is required.', issue)).toBe('Workspace name is required.')
  const deep = { path: 'body.settings.base_url', message: 'must be text' }
  expect(said('body.settings.base_url must be text.', deep)).toBe('Base URL must be text.')
})

test('list items are counted from one, and the whole body has no name', () => {
  const issue = { path: 'body.splits[1].shareBps', message: 'is required' }
  expect(said('body.splits[1].shareBps is required.', issue)).toBe(
    'Splits 2, share bps is required.',
  )
  expect(said('body must be object.', { path: 'body', message: 'must be object' })).toBe(
    'What was sent must be object.',
  )
})

test('a message that names no field stays as the service says it', () => {
  expect(said('The email or the password is wrong.')).toBe('The email or the password is wrong.')
  const issue = { path: 'body.rows', message: 'are too many' }
  expect(said('4 problems in 1 of 1 rows', issue)).toBe('4 problems in 1 of 1 rows')
})

test('a message about what was typed leaves out the field’s name, which the form shows', () => {
  expect(said('address: "12" is not a phone number in US')).toBe('"12" is not a phone number in US')
})

test('if there was no answer, the browser’s words are not shown', () => {
  const failure = {
    code: 'unreachable',
    message: 'Failed to fetch',
    issues: [] as Failure['issues'],
  }
  expect(failureWords(failure as Failure)).toContain('did not answer')
})

test('"not found" is said in words for people', () => {
  const message = 'It does not exist or is not visible to the caller.'
  const failure = { code: 'not_found', message, issues: [] as Failure['issues'] }
  expect(failureWords(failure as Failure)).toBe('It doesn’t exist, or you don’t have access to it.')
})

test('an opted-out recipient is reported without the request that would change it', () => {
  const message =
    '+1… has opted out of messages by text; to opt it in again, use PUT /v1/comms/opt-outs.'
  const failure = { code: 'recipient_opted_out', message, issues: [] as Failure['issues'] }
  expect(failureWords(failure as Failure)).toMatch(/^They opted out.*Opt-outs/)
})
