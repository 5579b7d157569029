import type { Place } from './places.ts'

/** A table as it is stored now. Names are quoted, as statements need them. */
export interface FoundTable {
  name: string
  stored: Place | 'plain'
  rows: number
  /** Whether its changes are written to the log. A table without a log cannot move to another node. */
  isLogged: boolean
}

export interface FoundKey {
  table: string
  name: string
  refersTo: string
  definition: string
}

/** A condition that is asked once per statement, by a subquery. */
export interface FoundPolicy {
  table: string
  name: string
  using: string
}

/** What the catalogue says about the tables of the service. */
export interface Found {
  tables: readonly FoundTable[]
  foreignKeys: readonly FoundKey[]
  policies: readonly FoundPolicy[]
  /** Functions that the nodes do not know, such as `just_after(timestamp with time zone)`. */
  functions: readonly string[]
  /** Whether the horizon of events waits for what other nodes still have to commit. */
  waitsForNodes: boolean
  /** Whether the number of an event is in the coordinator's log before the event can be read. */
  logsNumbers: boolean
}

/** One step of the way to a distributed database: what it does, and its statements. */
export interface Step {
  what: string
  statements: readonly string[]
}

/**
 * The steps that are left until every table is at its place; none, if all are. They have to be done in one transaction.
 * @param places of all tables of the service; others stay as they are
 * @param shards into how many parts the tables are divided, if none is yet
 */
export function planDistribution(
  found: Found,
  places: Readonly<Record<string, Place>>,
  shards: number,
): Step[] {
  const { tables, foreignKeys, policies, functions, waitsForNodes, logsNumbers } = found
  const moving = tables.filter(
    ({ name, stored }) => (places[name] ?? 'local') !== 'local' && stored !== places[name],
  )
  const isMoving = (name: string) => moving.some((table) => table.name === name)
  const unlogged = moving.filter(({ isLogged }) => !isLogged)
  const keys = foreignKeys.filter(({ table, refersTo }) => isMoving(table) || isMoving(refersTo))
  const asking = policies.filter(({ table }) => isMoving(table))
  // The others are stored beside the first one, workspace by workspace.
  const distributed = [...tables]
    .filter(({ name }) => places[name] === 'distributed')
    .sort((a, b) => Number(isMoving(a.name)) - Number(isMoving(b.name)))
  const first = distributed[0]?.name
  return [
    step(
      `write ${count(unlogged.length, 'table')} to the log, so that they can move later: ${namesOf(unlogged)}`,
      unlogged.map(({ name }) => `ALTER TABLE ${name} SET LOGGED`),
    ),
    step(
      `let ${count(asking.length, 'policy', 'policies')} call a function without a subquery`,
      asking.map(({ table, name, using }) => `ALTER POLICY ${name} ON ${table} USING (${using})`),
    ),
    // Citus would turn everything that foreign keys connect into local tables.
    step(
      `take off ${count(keys.length, 'foreign key')}`,
      keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ),
    ...moving
      .filter(({ name }) => places[name] === 'reference')
      .map((table) =>
        step(`copy ${table.name} to every node (${rowsOf(table)})`, [
          `SELECT create_reference_table('${table.name}')`,
          emptied(table.name),
        ]),
      ),
    ...distributed
      .filter(({ name }) => isMoving(name))
      .map((table) =>
        step(`distribute ${table.name} by workspace_id (${rowsOf(table)})`, [
          `SELECT create_distributed_table('${table.name}', 'workspace_id', ${
            table.name === first
              ? `colocate_with => 'none', shard_count => ${shards}`
              : `colocate_with => '${first}'`
          })`,
          emptied(table.name),
        ]),
      ),
    step(
      `put ${count(keys.length, 'foreign key')} back`,
      keys.map(
        ({ table, name, definition }) =>
          `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
      ),
    ),
    step(
      `make ${count(functions.length, 'function')} known to every node`,
      functions.map((name) => `SELECT create_distributed_function('${name}')`),
    ),
    step(
      'let readers of events wait for what other nodes still have to commit',
      waitsForNodes ? [] : [HORIZON],
    ),
    step('write numbers of events to the log of the coordinator', logsNumbers ? [] : [NUMBER]),
  ].filter(({ statements }) => statements.length > 0)
}

/** A statement of a migration as Citus takes it: it creates no policy with a subquery. */
export const asOnCluster = (statement: string): string =>
  statement.replaceAll('(SELECT narrowed())', 'narrowed()')

/** Foreign keys of tables that are not the service's. They would have to lead to another node. */
export function strangersOf(
  { foreignKeys }: Pick<Found, 'foreignKeys'>,
  places: Readonly<Record<string, Place>>,
): FoundKey[] {
  return foreignKeys.filter(
    ({ table, refersTo }) =>
      (places[table] === undefined || places[refersTo] === undefined) &&
      (places[table] ?? places[refersTo] ?? 'local') !== 'local',
  )
}

/** How many locks the transaction takes on the fullest node: each part of a table has its indexes, and what is too long for a row. */
export function locksFor(steps: readonly Step[], shards: number, nodes: number): number {
  const tables = steps.flatMap(({ statements }) => statements).filter((one) => TAKES.test(one))
  return tables.length * Math.ceil(shards / nodes) * LOCKS_OF_A_TABLE
}

const TAKES = /^SELECT create_distributed_table/
const LOCKS_OF_A_TABLE = 6

/** Rows copied to the nodes are still in the table itself, where nobody sees them. */
const emptied = (name: string) => `SELECT truncate_local_data_after_distributing_table('${name}')`

/**
 * The numbers of events are the coordinator's. A transaction that has ended there may still have to be committed on other nodes
 * (two-phase commit). While it does so, it holds the lock on its own number, of which the catalogue shows the last 32 bits. If the
 * coordinator or a node ends before it is done, Citus commits it later, from its record in pg_dist_transaction. Records of what is
 * done are kept for a minute, so the node of the workspace says what it still has open. Without a workspace, no node is asked.
 */
export const HORIZON = `CREATE OR REPLACE FUNCTION event_horizon() RETURNS xid8 LANGUAGE plpgsql STABLE AS $$
DECLARE
  next_xid bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  horizon bigint := least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint, (
    SELECT min(next_xid - (next_xid - l.transactionid::text::bigint) % 4294967296)
    FROM pg_locks l WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
      AND l.pid <> pg_backend_pid()));
  workspace uuid := current_workspace();
  left_open text[];
BEGIN
  IF workspace IS NOT NULL AND EXISTS (SELECT FROM pg_dist_transaction) THEN
    SELECT (SELECT array_agg(p.gid) FROM pg_prepared_xact() p), count(*) INTO left_open
    FROM due_work w WHERE w.workspace_id = workspace AND w.kind = ''; -- none, but it leads to the node
    horizon := least(horizon, (
      SELECT min(next_xid - (next_xid - t.xmin::text::bigint) % 4294967296)
      FROM pg_dist_transaction t WHERE t.gid = ANY (left_open)));
  END IF;
  RETURN (horizon + event_base())::text::xid8;
END $$`

/**
 * A transaction that wrote on one node alone leaves nothing in the log of the coordinator that PostgreSQL would wait for. After
 * a crash, the coordinator would give its number again, below those that readers have passed. With a message in the log, the
 * commit waits for it.
 */
export const NUMBER = `CREATE OR REPLACE FUNCTION event_xid() RETURNS xid8 LANGUAGE sql VOLATILE
RETURN (SELECT (pg_current_xact_id()::text::bigint + event_base())::text::xid8
  FROM pg_logical_emit_message(true, 'sourcebook', ''))`

const step = (what: string, statements: readonly string[]): Step => ({ what, statements })

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
const rowsOf = ({ rows }: FoundTable) => count(rows, 'row')
const namesOf = (tables: readonly FoundTable[]) => tables.map(({ name }) => name).join(', ')
