import { describe, expect, test } from 'vitest'
import {
  canAllMoveOnline,
  clockFault,
  coordinatorFaults,
  leftovers,
  type Member,
  memberFaults,
  type NodeAnswer,
  nodeFaults,
  otherReleases,
  type ServerFacts,
  settingFaults,
  versionFault,
} from './cluster.rules.ts'

const server: ServerFacts = {
  postgres: 150_020,
  citus: '13.2-1',
  isPreloaded: true,
  isInstalled: true,
  isSuperuser: true,
  user: 'postgres',
  database: 'sourcebook',
  locks: 50_000,
}
const answer: NodeAnswer = {
  postgres: 150_020,
  citus: '13.2-1',
  prepared: 200,
  connections: 200,
  walLevel: 'logical',
  encoding: 'UTF8',
  keeps: true,
  timeZone: 'UTC',
  propagates: 'local',
  locks: 50_000,
  plugins: null,
  role: { mayLogIn: true, isFree: false, nests: true },
  extensions: ['citus', 'pg_trgm'],
  leftOpen: 0,
  clockMs: 1_000,
}
const member = (id: number, more: Partial<Member> = {}): Member => ({
  id,
  host: `db${id}`,
  port: 5432,
  isCoordinator: id === 1,
  holdsRows: id !== 1,
  isActive: true,
  ...more,
})
const members = [member(1), member(2), member(3)]
const answers = (more: Partial<NodeAnswer> = {}) =>
  new Map<number, NodeAnswer | string>([
    [1, answer],
    [2, answer],
    [3, { ...answer, ...more }],
  ])

describe('the version of Citus', () => {
  test.each([
    [150_020, '13.2-1'],
    [170_002, '13.3-1'],
    [160_001, '14.0-1'],
    [180_004, '14.1-2'],
  ])('on PostgreSQL %i, %s is right', (postgres, citus) => {
    expect(versionFault(postgres, citus)).toBeNull()
  })

  test.each([
    [150_020, '13.1-1', /its Citus is 13\.1-1: install 13\.2/],
    [150_020, '12.1-1', /its Citus is 12\.1-1: install 13\.2/],
    [180_004, '15.0-1', /its Citus is 15\.0-1: install 13\.2/],
    [150_020, '14.0-1', /Citus 14 is for PostgreSQL 16 to 18, and this is 15/],
    [180_004, '13.2-1', /Citus 13 is for PostgreSQL 15 to 17, and this is 18/],
  ])('on PostgreSQL %i, %s is wrong', (postgres, citus, fault) => {
    expect(versionFault(postgres, citus)).toMatch(fault)
  })
})

describe('a coordinator', () => {
  test('that has everything is taken', () => {
    expect(coordinatorFaults(server)).toEqual([])
  })

  test.each<[Partial<ServerFacts>, RegExp]>([
    [{ isInstalled: false, citus: null, isPreloaded: false }, /has no Citus: install it/],
    [{ isPreloaded: false }, /set shared_preload_libraries = 'citus'/],
    [{ citus: null }, /the database sourcebook does not have the extension: .* CREATE EXTENSION/],
    [{ citus: '12.0-1' }, /its Citus is 12\.0-1/],
    [
      { isSuperuser: false, user: 'desk' },
      /the user desk is not a superuser.*: set DATABASE_URL to one/,
    ],
  ])('%o is refused', (more, fault) => {
    expect(coordinatorFaults({ ...server, ...more })).toEqual([expect.stringMatching(fault)])
  })
})

describe('the nodes', () => {
  const faults = (of: readonly Member[], given = answers()) => memberFaults(of, given, ['pg_trgm'])

  test('that have everything are taken', () => {
    expect(faults(members)).toEqual([])
    expect(settingFaults(members, answers())).toEqual([])
  })

  test('must be there', () => {
    expect(faults([member(1)])).toEqual([
      expect.stringMatching(/^no other node holds rows yet: add/),
    ])
    expect(faults([])).toEqual([expect.stringMatching(/^no other node holds rows yet: add/)])
  })

  test('must know the coordinator, be active, and answer', () => {
    const strangers = [member(2), member(3)]
    expect(faults(strangers)).toEqual([expect.stringMatching(/citus_set_coordinator_host/)])
    expect(faults([member(1), member(2), member(3, { isActive: false })])).toEqual([
      "db3:5432: it is not active: SELECT citus_activate_node('db3', 5432)",
    ])
    const silent = answers().set(3, 'connection refused')
    expect(faults(members, silent)).toEqual([
      expect.stringMatching(/^db3:5432: it does not answer \(connection refused\)\. Start it/),
    ])
  })

  test('that this user may not look into are not taken for silent', () => {
    const denied = answers().set(3, 'ERROR: permission denied for view pg_prepared_xacts')
    expect(faults(members, denied)).toEqual([
      expect.stringMatching(/^db3:5432: the user .* may not .*: run .* GRANT pg_monitor TO/),
    ])
  })

  test.each<[Partial<NodeAnswer>, RegExp]>([
    [{ citus: null }, /^db3:5432: its database does not have the extension/],
    [{ citus: '13.3-1' }, /^db3:5432: its Citus is 13\.3-1, and the coordinator’s 13\.2-1/],
    [{ postgres: 160_001 }, /^db3:5432: it is PostgreSQL 16, and the coordinator 15/],
    [{ prepared: 0 }, /^db3:5432: max_prepared_transactions is 0/],
    [{ connections: 100 }, /^db3:5432: max_connections is 100, and the coordinator’s 200/],
    [{ walLevel: 'replica' }, /^db3:5432: wal_level is replica/],
    [{ encoding: 'SQL_ASCII' }, /^db3:5432: its encoding is SQL_ASCII/],
    [{ keeps: false }, /^db3:5432: fsync, full_page_writes or synchronous_commit is off/],
    [
      { role: { mayLogIn: true, isFree: true, nests: true } },
      /^db3:5432: the role sourcebook_app bypasses/,
    ],
    [{ extensions: ['citus'] }, /^db3:5432: it lacks pg_trgm/],
  ])('%o is refused', (more, fault) => {
    expect(faults(members, answers(more))).toEqual([expect.stringMatching(fault)])
  })

  test.each<[Partial<NodeAnswer>, RegExp]>([
    [{ timeZone: 'Europe/Paris' }, /^db3:5432: timezone is Europe\/Paris/],
    [{ propagates: 'none' }, /^db3:5432: citus\.propagate_set_commands is none/],
    [
      { role: { mayLogIn: false, isFree: false, nests: true } },
      /^db3:5432: the role sourcebook_app may not log in/,
    ],
    [
      { role: { mayLogIn: true, isFree: false, nests: false } },
      /^db3:5432: .* citus\.allow_nested_distributed_execution/,
    ],
  ])('%o is a setting that a distributed database cannot have', (more, fault) => {
    expect(settingFaults(members, answers(more))).toEqual([expect.stringMatching(fault)])
  })

  test('are the same as the coordinator where a new one is looked at by itself', () => {
    expect(nodeFaults(answer, ['pg_trgm'], answer)).toEqual([])
  })

  test('say what they have left open', () => {
    expect(leftovers(members, answers())).toEqual([])
    expect(leftovers(members, answers({ leftOpen: 2 }))).toEqual([
      expect.stringMatching(/^db3:5432: 2 changes on several nodes have been open/),
    ])
  })

  test('let workspaces move while people write if each that holds rows has the patch', () => {
    const patched = new Map([
      [2, true],
      [3, true],
    ])
    expect(canAllMoveOnline(members, patched)).toBe(true)
    expect(canAllMoveOnline(members, new Map([[2, true]]))).toBeUndefined()
    expect(canAllMoveOnline(members, new Map([[2, false]]))).toBe(false)
  })

  test('have clocks that are together', () => {
    expect(clockFault(answers({ clockMs: 1_900 }))).toBeNull()
    expect(clockFault(answers({ clockMs: 4_500 }))).toMatch(/clocks of the nodes are 3\.5 s apart/)
  })
})

test('processes of other releases are told by the names of their connections', () => {
  const own = ['sourcebook 1.2.3', 'sourcebook listener', 'sourcebook worker (owner)']
  expect(otherReleases(own, '1.2.3')).toEqual([])
  expect(otherReleases([...own, 'sourcebook', 'sourcebook 1.2.2'], '1.2.3')).toEqual([
    'sourcebook',
    'sourcebook 1.2.2',
  ])
})
