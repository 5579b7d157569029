import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_ROLE } from '../platform/database/app-role.ts'
import { TABLES } from './catalogue/catalogue.sql.ts'
import { directory, roleFaults, tableFaults } from './catalogue/faults.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('every table keeps workspaces apart', async () => {
  expect(await tableFaults(service.sql)).toEqual([])
})

test('the exceptions are tables that are there', async () => {
  const names = (await service.sql(TABLES)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(directory)))
  expect(names.length).toBeGreaterThan(Object.keys(directory).length)
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
    CREATE POLICY tenant ON notes USING (workspace_id = (SELECT current_workspace()))`

  /** The faults of the database with one more change; it is taken back. */
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
      'ALTER TABLE rows ADD UNIQUE (id); ALTER TABLE notes ADD row_id uuid REFERENCES rows (id)',
      'notes: its foreign key notes_row_id_fkey (row_id) does not begin with workspace_id',
    ],
    [
      `CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER stamp BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION t()`,
      'notes: has the trigger stamp',
    ],
    ['CREATE SEQUENCE numbers', 'numbers: is a sequence'],
    [
      'ALTER TABLE accounts ADD number int GENERATED ALWAYS AS IDENTITY',
      'accounts: counts number by a sequence',
    ],
    [
      'ALTER TABLE workspaces NO FORCE ROW LEVEL SECURITY',
      'workspaces: has no row-level security in force',
    ],
  ])('%s', async (change, fault) => {
    expect(await faultsWith(change)).toContain(fault)
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
