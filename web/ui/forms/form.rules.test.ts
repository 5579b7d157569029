import { beforeAll, expect, test } from 'vitest'
import { loadReasons } from '../../service/failures/reasons.ts'
import { sortIssues } from './form.rules.ts'

beforeAll(loadReasons)

const sort = (path: string, fields: string[], names?: Record<string, string>) =>
  sortIssues([{ path, message: 'is required' }], fields, names)

test('a refusal of a field is shown at the field', () => {
  expect(sort('body.name', ['name'])).toEqual({ atFields: { name: 'Is required' }, rest: [] })
  expect(sort('body.settings.host', ['host']).atFields).toEqual({ host: 'Is required' })
  expect(sort('body.types[2]', ['types']).atFields).toEqual({ types: 'Is required' })
})

test('a value with a reason is said to people', () => {
  const reason = { reason: 'address_empty', values: {} }
  const issues = [{ path: 'body.to', message: 'is empty; send an email address', ...reason }]
  expect(sortIssues(issues, ['to']).atFields).toEqual({
    to: 'Is empty; type an email address or a phone number',
  })
})

test('a field with another name in the request is found by that name', () => {
  const names = { 'settings.messagesPerMinute': 'perMinute', credentials: 'pass' }
  expect(sort('body.settings.messagesPerMinute', ['perMinute'], names).atFields).toEqual({
    perMinute: 'Is required',
  })
  expect(sort('body.credentials', ['pass'], names).atFields).toEqual({ pass: 'Is required' })
})

test('problems of no field are left over, and a field shows only its first problem', () => {
  const issues = [
    { path: 'query.limit', message: 'is too large' },
    { path: 'body', message: 'is not an object' },
    { path: 'body.name', message: 'is too long' },
    { path: 'body.name', message: 'has a line break' },
  ]
  expect(sortIssues(issues, ['name'])).toEqual({
    atFields: { name: 'Is too long' },
    rest: issues.slice(0, 2),
  })
})
