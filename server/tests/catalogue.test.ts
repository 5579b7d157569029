import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_ROLE } from '../platform/database/app-role.ts'
import { places } from '../platform/database/cluster/places.ts'
import { TABLES } from './catalogue/catalogue.sql.ts'
import { distributionFaults, roleFaults, tableFaults } from './catalogue/faults.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ isPlain: true })
})
afterAll(() => service.stop())

test('every table keeps workspaces apart', async () => {
  expect(await tableFaults(service.sql)).toEqual([])
})

test('the tables could be distributed by workspace_id', async () => {
  expect(await distributionFaults(service.sql)).toEqual([])
})

test('the tables that have a place are those that are there', async () => {
  const names = (await service.sql(TABLES)).map(({ name }) => name)
  expect(names).toEqual(Object.keys(places).sort())
})

test('the role that serves requests can do no more than it needs', async () => {
  expect(await roleFaults(service.sql, APP_ROLE)).toEqual([])
})

test('every connection of the pool is that role, and stays it', async () => {
  const roles = await Promise.all(
    Array.from({ length: 8 }, () =>
      service.db.withDirectory((tx) => tx.run('SELECT current_user AS role, pg_sleep(0.05)')),
    ),
  )
  for (const [row] of roles) expect(row).toMatchObject({ role: APP_ROLE })
  await service.db.withDirectory((tx) => tx.run('RESET ROLE'))
  const [after] = await service.db.withDirectory((tx) => tx.run('SELECT current_user AS role'))
  expect(after).toEqual({ role: APP_ROLE })
})

describe('what breaks a rule is named', () => {
  const good = `CREATE TABLE notes (workspace_id uuid, id uuid, PRIMARY KEY (workspace_id, id));
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY; ALTER TABLE notes FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON notes USING (workspace_id = current_workspace())`

  /** The faults of the database after one more change, which is rolled back. */
  const faultsWith = (change: string, check = tableFaults): Promise<string[]> =>
    service.undone(async (sql) => {
      await sql(good)
      await sql(change)
      return check(sql)
    })

  test('and a table that keeps all of them is not', async () => {
    expect(await faultsWith('')).toEqual([])
  })

  test.each([
    ['ALTER TABLE notes DISABLE ROW LEVEL SECURITY', 'notes: has no row-level security'],
    [
      'ALTER TABLE notes NO FORCE ROW LEVEL SECURITY',
      'notes: does not force row-level security on its owner',
    ],
    ['DROP POLICY tenant ON notes', 'notes: has no policy'],
    [
      'ALTER TABLE notes DROP CONSTRAINT notes_pkey, ADD PRIMARY KEY (id, workspace_id)',
      'notes: its primary key begins with id',
    ],
    [
      'ALTER TABLE notes DROP CONSTRAINT notes_pkey',
      'notes: its primary key begins with undefined',
    ],
    [
      'ALTER TABLE workspaces NO FORCE ROW LEVEL SECURITY',
      'workspaces: has no row-level security in force',
    ],
  ])('%s', async (change, fault) => {
    expect(await faultsWith(change)).toContain(fault)
  })

  const distributed = (sql: TestService['sql']) =>
    distributionFaults(sql, { ...places, notes: 'distributed', links: 'local' })

  test('and tables that could be distributed are not', async () => {
    const links = `CREATE TABLE links (hash bytea PRIMARY KEY, workspace_id uuid REFERENCES workspaces (id))`
    const note = 'ALTER TABLE notes ADD row_id uuid, ADD FOREIGN KEY (workspace_id, row_id)'
    const more = `${links}; ${note} REFERENCES rows; CREATE INDEX notes_by_row ON notes (row_id)`
    expect(await faultsWith(more, distributed)).toEqual([])
  })

  const row = 'ALTER TABLE notes ADD row_id uuid, ADD other uuid'
  test.each([
    [
      'CREATE TABLE strays (workspace_id uuid PRIMARY KEY)',
      'strays: has no place in server/platform/database/cluster/places.ts',
    ],
    [
      'ALTER TABLE notes DROP CONSTRAINT notes_pkey, ADD PRIMARY KEY (id)',
      'notes: notes_pkey (id) is unique without workspace_id',
    ],
    ['ALTER TABLE notes DROP CONSTRAINT notes_pkey', 'notes: has no primary key'],
    [
      'ALTER TABLE notes ADD UNIQUE (id)',
      'notes: notes_id_key (id) is unique without workspace_id',
    ],
    [
      'CREATE UNIQUE INDEX once ON notes (id) INCLUDE (workspace_id) WHERE id IS NOT NULL',
      'notes: once (id) is unique without workspace_id',
    ],
    [
      'ALTER TABLE notes ADD EXCLUDE USING btree (id WITH =)',
      'notes: notes_id_excl (id) is unique without workspace_id',
    ],
    [
      `ALTER TABLE rows ADD UNIQUE (id); ${row}, ADD FOREIGN KEY (row_id) REFERENCES rows (id)`,
      'notes: its foreign key notes_row_id_fkey (row_id) does not have workspace_id where rows (id) has it',
    ],
    [
      `${row}, ADD CONSTRAINT crossed FOREIGN KEY (row_id, workspace_id) REFERENCES rows (workspace_id, id)`,
      'notes: its foreign key crossed (row_id,workspace_id) does not have workspace_id where rows (workspace_id,id) has it',
    ],
    [
      `${row}, ADD CONSTRAINT other FOREIGN KEY (other, row_id) REFERENCES rows`,
      'notes: its foreign key other (other,row_id) does not have workspace_id where rows (workspace_id,id) has it',
    ],
    [
      `${row}, ADD CONSTRAINT gone FOREIGN KEY (workspace_id, row_id) REFERENCES rows ON DELETE SET NULL (row_id)`,
      'notes: its foreign key gone sets columns',
    ],
    [
      'CREATE TABLE links (id uuid PRIMARY KEY, w uuid, r uuid, FOREIGN KEY (w, r) REFERENCES rows)',
      'links: its foreign key links_w_r_fkey leads from a local table to a distributed one',
    ],
    [
      'ALTER TABLE accounts ADD w uuid, ADD r uuid, ADD FOREIGN KEY (w, r) REFERENCES rows',
      'accounts: its foreign key accounts_w_r_fkey leads from a reference table to a distributed one',
    ],
    [
      'ALTER TABLE notes ADD hash bytea REFERENCES key_hashes',
      'notes: its foreign key notes_hash_fkey leads from a distributed table to a local one',
    ],
    [
      `CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER stamp BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION t()`,
      'notes: has the trigger stamp',
    ],
    [
      'ALTER POLICY tenant ON notes USING (workspace_id = (SELECT current_workspace()))',
      'notes: its policy tenant has a subquery',
    ],
    [
      'CREATE POLICY late ON notes AS RESTRICTIVE USING (true)',
      'notes: its policy late is restrictive',
    ],
    ['CREATE SEQUENCE numbers', 'numbers: is a sequence'],
    ['ALTER TABLE notes ADD number serial', 'notes_number_seq: is a sequence'],
    [
      'ALTER TABLE accounts ADD number int GENERATED ALWAYS AS IDENTITY',
      'accounts: counts number by a sequence',
    ],
  ])('%s', async (change, fault) => {
    expect(await faultsWith(change, distributed)).toContain(fault)
  })

  test.each([
    [`ALTER ROLE ${APP_ROLE} BYPASSRLS`, 'rolbypassrls'],
    [`ALTER ROLE ${APP_ROLE} SUPERUSER`, 'rolsuper'],
    [`GRANT pg_read_all_data TO ${APP_ROLE}`, 'is a member of pg_read_all_data'],
    [`ALTER TABLE notes OWNER TO ${APP_ROLE}`, 'owns notes'],
    [`GRANT CREATE ON SCHEMA public TO ${APP_ROLE}`, 'may create in public'],
    [`GRANT UPDATE (cells) ON row_history TO ${APP_ROLE}`, 'may UPDATE row_history'],
    [`GRANT DELETE ON events TO ${APP_ROLE}`, 'may DELETE events'],
    [`GRANT TRUNCATE ON teams TO ${APP_ROLE}`, 'may TRUNCATE teams'],
  ])('%s', async (change, fault) => {
    const check = (sql: TestService['sql']) => roleFaults(sql, APP_ROLE)
    expect((await faultsWith(change, check)).join('\n')).toContain(fault)
  })
})
