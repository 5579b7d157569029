import pg from 'pg'
import { expect, it } from 'vitest'
import { isWorthAgain, unavailable, violates } from './failures.ts'

const failed = (error: Partial<pg.DatabaseError>): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(error.message ?? '', 0, 'error'), error)
const message = 'duplicate key value violates unique constraint "teams_by_name_102037"'

it.each([
  ['by name', failed({ code: '23505', constraint: 'teams_by_name' })],
  ['by its part on a node', failed({ code: '23505', constraint: 'teams_by_name_102037' })],
  ['in the message of a node', failed({ code: '23505', message })],
])('a constraint is recognised %s', (_, error) => {
  expect(violates(error, 'teams_by_name')).toBe(true)
  expect(violates(error, 'teams_by_name_102037')).toBe(false)
  expect(violates(error, 'teams_by')).toBe(false)
})

it('what another error quotes is no constraint', () => {
  const error = failed({ code: '42P01', message: 'there is no "teams_by_name"' })
  expect(violates(error, 'teams_by_name')).toBe(false)
  expect(violates(new Error(message), 'teams_by_name')).toBe(false)
})

it.each([
  'postmaster was shut down, exiting',
  'could not commit transaction for shard 102037 on at least one active node',
  'failure on connection marked as essential: db2.internal:5432',
])('a node that is lost is no fault of ours: %s', (message) => {
  const lost = failed({ code: 'XX000', message })
  expect(unavailable(lost)).toMatchObject({ code: 'overloaded', cause: lost })
})

const MAY_NOT = 'could not write to log file "0001" at offset 0, length 8192'
it.each<[string, unknown, string | undefined]>([
  ['a full one', failed({ code: '53100' }), 'disk_full'],
  ['one that fails', failed({ code: '58030' }), 'disk_unwritable'],
  [
    'one that can only be read',
    failed({ code: '42501', message: `${MAY_NOT}: Read-only file system` }),
    'disk_unwritable',
  ],
  ['that of files', Object.assign(new Error('EIO'), { code: 'EIO' }), 'disk_unwritable'],
])('a disk is named, and worth another try in 30 seconds: %s', (_, error, reason) => {
  expect(unavailable(error)).toMatchObject({
    code: 'overloaded',
    reason,
    details: { retryAfter: 30 },
    cause: error,
  })
})

it('a table that its role may not write is a fault', () => {
  expect(
    unavailable(failed({ code: '42501', message: 'permission denied for table rows' })),
  ).toBeUndefined()
})

it('what PostgreSQL cannot explain is a fault', () => {
  expect(unavailable(failed({ code: 'XX000', message: 'invalid page' }))).toBeUndefined()
})

it.each<[string, string, boolean]>([
  ['a deadlock', '40P01', true],
  ['a unique value', '23505', false],
])('%s is worth another try, or not', (_, code, isWorth) => {
  expect(isWorthAgain(failed({ code }))).toBe(isWorth)
})

it('a statement that Citus cannot plan while a part moves is worth another try', () => {
  const quals =
    'Distributed queries with outer joins and pseudoconstant quals are not supported in PG15'
  expect(isWorthAgain(failed({ code: 'XX000', message: quals }))).toBe(true)
  expect(isWorthAgain(failed({ code: 'XX000', message: 'invalid page' }))).toBe(false)
})
