import { describe, expect, test } from 'vitest'
import {
  asOnCluster,
  type Found,
  HORIZON,
  locksFor,
  NUMBER,
  planDistribution,
  strangersOf,
} from './distribution.rules.ts'
import type { Place } from './places.ts'

const places: Record<string, Place> = {
  accounts: 'reference',
  notes: 'distributed',
  rates: 'distributed',
  links: 'local',
}
const table = (name: string, stored: Found['tables'][number]['stored'] = 'plain') => ({
  name,
  stored,
  rows: 1,
  isLogged: name !== 'rates',
})
const key = (from: string, refersTo: string) => ({
  table: from,
  name: `${from}_fkey`,
  refersTo,
  definition: `FOREIGN KEY (id) REFERENCES ${refersTo}(id)`,
})
const plain: Found = {
  tables: ['accounts', 'links', 'notes', 'rates'].map((name) => table(name)),
  foreignKeys: [key('links', 'accounts'), key('notes', 'accounts')],
  policies: [{ table: 'notes', name: 'tenant', using: '(narrowed() <> 1)' }],
  functions: ['just_after(timestamp with time zone)'],
  waitsForNodes: false,
  logsNumbers: false,
}
const done: Found = {
  tables: [
    table('accounts', 'reference'),
    table('links', 'local'),
    table('notes', 'distributed'),
    table('rates', 'distributed'),
  ],
  foreignKeys: plain.foreignKeys,
  policies: [],
  functions: [],
  waitsForNodes: true,
  logsNumbers: true,
}
const statementsOf = (found: Found, shards = 8) =>
  planDistribution(found, places, shards).flatMap(({ statements }) => statements)

describe('the plan', () => {
  test('of a plain database takes foreign keys off, moves the tables, and puts them back', () => {
    expect(planDistribution(plain, places, 8)).toEqual([
      {
        what: 'write 1 table to the log, so that they can move later: rates',
        statements: ['ALTER TABLE rates SET LOGGED'],
      },
      {
        what: 'let 1 policy call a function without a subquery',
        statements: ['ALTER POLICY tenant ON notes USING ((narrowed() <> 1))'],
      },
      {
        what: 'take off 2 foreign keys',
        statements: [
          'ALTER TABLE links DROP CONSTRAINT links_fkey',
          'ALTER TABLE notes DROP CONSTRAINT notes_fkey',
        ],
      },
      {
        what: 'copy accounts to every node (1 row)',
        statements: [
          "SELECT create_reference_table('accounts')",
          "SELECT truncate_local_data_after_distributing_table('accounts')",
        ],
      },
      {
        what: 'distribute notes by workspace_id (1 row)',
        statements: [
          "SELECT create_distributed_table('notes', 'workspace_id', colocate_with => 'none', shard_count => 8)",
          "SELECT truncate_local_data_after_distributing_table('notes')",
        ],
      },
      {
        what: 'distribute rates by workspace_id (1 row)',
        statements: [
          "SELECT create_distributed_table('rates', 'workspace_id', colocate_with => 'notes')",
          "SELECT truncate_local_data_after_distributing_table('rates')",
        ],
      },
      {
        what: 'put 2 foreign keys back',
        statements: [
          'ALTER TABLE links ADD CONSTRAINT links_fkey FOREIGN KEY (id) REFERENCES accounts(id)',
          'ALTER TABLE notes ADD CONSTRAINT notes_fkey FOREIGN KEY (id) REFERENCES accounts(id)',
        ],
      },
      {
        what: 'make 1 function known to every node',
        statements: ["SELECT create_distributed_function('just_after(timestamp with time zone)')"],
      },
      {
        what: 'let readers of events wait for what other nodes still have to commit',
        statements: [HORIZON],
      },
      {
        what: 'write numbers of events to the log of the coordinator',
        statements: [NUMBER],
      },
    ])
  })

  test('of a distributed database has no steps', () => {
    expect(planDistribution(done, places, 8)).toEqual([])
  })

  test('of a distributed database with a new table stores that beside the others', () => {
    const tables = [table('accounts', 'reference'), table('links', 'local'), table('notes')]
    const found = { ...done, tables: [...tables, table('rates', 'distributed')] }
    expect(statementsOf({ ...found, foreignKeys: [key('notes', 'accounts')] })).toEqual([
      'ALTER TABLE notes DROP CONSTRAINT notes_fkey',
      "SELECT create_distributed_table('notes', 'workspace_id', colocate_with => 'rates')",
      "SELECT truncate_local_data_after_distributing_table('notes')",
      'ALTER TABLE notes ADD CONSTRAINT notes_fkey FOREIGN KEY (id) REFERENCES accounts(id)',
    ])
  })

  test('leaves tables alone that are local, or not the service’s', () => {
    const tables = [...done.tables, table('reports')]
    const foreignKeys = [key('links', 'accounts'), key('reports', 'reports')]
    expect(statementsOf({ ...done, tables, foreignKeys })).toEqual([])
  })

  test('puts the horizon and the numbers of events back where a migration has replaced them', () => {
    expect(statementsOf({ ...done, waitsForNodes: false })).toEqual([HORIZON])
    expect(statementsOf({ ...done, logsNumbers: false })).toEqual([NUMBER])
  })
})

test('a foreign key between a table of the service that moves and a foreign one is an obstacle', () => {
  const reports = [key('reports', 'notes'), key('notes', 'reports')]
  const foreignKeys = [...plain.foreignKeys, ...reports, key('reports', 'links')]
  expect(strangersOf({ foreignKeys }, places)).toEqual(reports)
})

test('the locks are those of the parts of all tables on one node', () => {
  const steps = planDistribution(plain, places, 9)
  expect(locksFor(steps, 9, 2)).toBe(2 * 5 * 6)
  expect(locksFor(planDistribution(done, places, 9), 9, 2)).toBe(0)
})

test('a policy asks a function without a subquery on a cluster', () => {
  expect(
    asOnCluster('CREATE POLICY tenant ON notes USING ((SELECT narrowed()) <> 1 OR f(id))'),
  ).toBe('CREATE POLICY tenant ON notes USING (narrowed() <> 1 OR f(id))')
})
