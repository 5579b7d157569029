import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres/database.ts'
import { renderSchema } from './schema-dump.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase('empty')
  client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`
    CREATE TABLE parents (id int PRIMARY KEY);
    CREATE TABLE things (
      id int PRIMARY KEY, parent int REFERENCES parents (id), name text NOT NULL DEFAULT 'x' CHECK (name <> ''));
    CREATE INDEX things_by_name ON things (lower(name)) WHERE parent IS NULL;
    ALTER TABLE things ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY mine ON things USING (id = 1);
    CREATE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1;
    GRANT SELECT, INSERT ON things TO sourcebook_app`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('is the same text for the same schema', async () => {
  expect(await renderSchema(client)).toBe(await renderSchema(client))
})

it.each([
  'ALTER TABLE things ADD COLUMN more int',
  'ALTER TABLE things ALTER COLUMN name DROP NOT NULL',
  `ALTER TABLE things ALTER COLUMN name SET DEFAULT 'y'`,
  'ALTER TABLE things DROP CONSTRAINT things_name_check',
  'ALTER TABLE things DROP CONSTRAINT things_parent_fkey',
  'DROP INDEX things_by_name',
  'ALTER TABLE things NO FORCE ROW LEVEL SECURITY',
  'ALTER TABLE things DISABLE ROW LEVEL SECURITY',
  'ALTER POLICY mine ON things USING (true)',
  'DROP POLICY mine ON things',
  'GRANT UPDATE ON things TO sourcebook_app',
  'GRANT UPDATE (name) ON things TO sourcebook_app',
  'ALTER TABLE things SET UNLOGGED',
  'ALTER TABLE things SET (fillfactor = 50)',
  'CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql RETURN 2',
  'CREATE EXTENSION pg_trgm',
])('shows %s', async (change) => {
  const before = await renderSchema(client)
  await client.query(`BEGIN; ${change}`)
  const after = await renderSchema(client)
  await client.query('ROLLBACK')
  expect(after).not.toBe(before)
})
