import { beforeAll, expect, test } from 'vitest'
import { messageOf, type Why, why } from '../../../contract/refusals/reasons.ts'
import type { Failure } from '../../../sdk/client.ts'
import { failureWords } from './failure-words.rules.ts'
import { loadReasons } from './reasons.ts'

beforeAll(loadReasons)

const issueAt = (path: string, refused: Why) => ({ path, message: messageOf(refused), ...refused })

const words = (message: string, ...issues: Failure['issues']) =>
  failureWords({ code: 'invalid_request', message, issues } as Failure)

test('a field of the request is named in plain words', () => {
  const issue = issueAt('body.workspaceName', why('missing', {}))
  expect(words('body.workspaceName is required.', issue)).toBe('Workspace name is required.')
  const deep = issueAt('body.settings.base_url', why('wrong_type', { types: 'string' }))
  expect(words('body.settings.base_url must be string.', deep)).toBe('Base URL must be text.')
})

test('list items are counted from one, and the whole body has no name', () => {
  const issue = issueAt('body.splits[1].shareBps', why('missing', {}))
  expect(words('body.splits[1].shareBps is required.', issue)).toBe(
    'Splits 2, share bps is required.',
  )
  const whole = issueAt('body', why('no_fields', {}))
  expect(words('body must have at least one field.', whole)).toBe(
    'What was sent has no change in it.',
  )
})

test('a message that names no field stays as the service says it', () => {
  expect(words('The email or the password is wrong.')).toBe('The email or the password is wrong.')
  const message = 'Another row now uses this value.'
  const issue = issueAt('body.rows[0].version', why('row_is_newer', { version: 2 }))
  const failure = { code: 'row_changed', message, issues: [issue] }
  expect(failureWords(failure as Failure)).toBe(message)
})

test('a message about what was typed leaves out the field’s name, which the form shows', () => {
  const message = '"12" is not a phone number; send it with its country code, such as +12015550123'
  const values = { sent: '"12"', example: '+12015550123' }
  const issue = { path: 'body.address', message, reason: 'not_a_phone', values }
  expect(words(`address: ${message}.`, issue)).toBe(
    '"12" is not a phone number; type it with its country code, such as +12015550123.',
  )
  const cell = { ...issue, path: 'body.cells.work_email', reason: 'required', values: {} }
  expect(words('work_email: is required; send a value for it', cell)).toBe(
    'Work email is required; type a value.',
  )
})

test('two fields that go together name each other in plain words', () => {
  const issue = issueAt('body.currency', why('money_goes_with', { field: 'amountMinor' }))
  expect(words(`body.currency ${issue.message}.`, issue)).toBe(
    'Currency goes with amount minor; fill in both or neither.',
  )
})

test('a sentence with a subject of its own is set apart from the field’s name', () => {
  const issue = issueAt('body.settings.min', why('bounds_empty', {}))
  expect(words(`body.settings.min: ${issue.message}.`, issue)).toBe(
    'Min: no number with the column’s decimals lies between min and max.',
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
