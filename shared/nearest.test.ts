import { expect, test } from 'vitest'
import { nearest, nearMiss } from './nearest.ts'

test.each([
  ['row.created', 'rows.created'],
  ['rows.create', 'rows.created'],
  ['Rows.Created', 'rows.created'],
  ['row.*', 'rows.*'],
  ['rows', 'rows.*'],
  ['raws.craeted', 'rows.created'],
  ['deals.*', 'deal.*'],
  ['', '*'],
])('the name nearest to %j is %s', (typed, name) => {
  expect(nearest(typed, ['*', 'deal.*', 'rows.*', 'rows.created', 'rows.updated'])).toBe(name)
})

test('a name that takes more than the given number of changes is not near', () => {
  expect(nearest('rows.craeted', ['rows.created'], 2)).toBe('rows.created')
  expect(nearest('raws.craeted', ['rows.created'], 2)).toBeUndefined()
  expect(nearest('cat', ['cat', 'bat'], 0)).toBe('cat')
})

test('the first of several that are as near is taken, and none if there are none', () => {
  expect(nearest('cat', ['bat', 'hat'])).toBe('bat')
  expect(nearest('cat', [])).toBeUndefined()
})

test('of a very long text only the start is compared', () => {
  expect(nearest('rows.created'.repeat(1_000_000), ['rows.created', 'x'])).toBe('rows.created')
})

test.each([
  ['dry_run', 'dryRun'],
  ['dryrun', 'dryRun'],
  ['onconflict', 'onConflict'],
  ['on_conflict', 'onConflict'],
  ['row', 'rows'],
  ['cell', 'cells'],
  ['records', undefined],
  ['name', undefined],
  ['', undefined],
  ['rows'.repeat(100), undefined],
])('%j was meant to be %s', (typed, name) => {
  expect(nearMiss(typed, ['cells', 'rows', 'dryRun', 'onConflict'])).toBe(name)
})
