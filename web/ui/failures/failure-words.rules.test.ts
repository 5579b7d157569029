import { expect, test } from 'vitest'
import type { Failure } from '../../../sdk/client.ts'
import { failureWords } from './failure-words.rules.ts'

const said = (message: string, ...issues: Failure['issues']) =>
  failureWords({ code: 'invalid_request', message, issues } as Failure)

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
  const message = 'Another row now uses this value.'
  const issue = { path: 'body.rows[0].version', message: 'the row is now at version 2' }
  const failure = { code: 'row_changed', message, issues: [issue] }
  expect(failureWords(failure as Failure)).toBe(message)
})

test('a message about what was typed leaves out the field’s name, which the form shows', () => {
  const message = '"12" is not a phone number; send it with its country code, such as +12015550123'
  const values = { sent: '"12"', example: '+12015550123' }
  const issue = { path: 'body.address', message, reason: 'not_a_phone', values }
  expect(said(`address: ${message}.`, issue)).toBe(
    '"12" is not a phone number; type it with its country code, such as +12015550123.',
  )
  const cell = { ...issue, path: 'body.cells.work_email', reason: 'required', values: {} }
  expect(said('work_email: is required; send a value for it', cell)).toBe(
    'Work email is required; type a value.',
  )
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
