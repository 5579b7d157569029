import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { statementsOf } from './statements.rules.ts'

test('statements end at semicolons', () => {
  expect(statementsOf('SELECT 1;\n SELECT 2 ;;\nSELECT 3')).toEqual([
    'SELECT 1',
    'SELECT 2',
    'SELECT 3',
  ])
  expect(statementsOf('-- Nothing; but a comment.\n')).toEqual([])
  expect(statementsOf('-- What; it does.\nSELECT 1;')).toEqual(['-- What; it does.\nSELECT 1'])
})

test.each([
  "SELECT 'a;b', 'it''s; here', E'\\';'",
  'SELECT ";" FROM "a""; b"',
  'SELECT 1 /* ; */ -- ;\n + 1',
  "DO $$ BEGIN PERFORM ';'; END $$",
  'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN EXECUTE $x$ SELECT 1; $x$; END $body$',
])('a semicolon ends nothing in %s', (statement) => {
  expect(statementsOf(`${statement};${statement}`)).toEqual([statement, statement])
})

test('nothing is lost or made up', () => {
  const piece = fc.constantFrom('a', ' ', ';', "'x;y'", '"p;q"', '$$r;s$$', '-- t;u\n', '/*;*/')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const sql = pieces.join('')
      const bare = (text: string) => text.replace(/-- t;u(?:\n|$)|\/\*;\*\/|[\s;]/g, '')
      expect(bare(statementsOf(sql).join('\n;'))).toBe(bare(sql))
    }),
  )
})

test('the migrations are taken apart where they say so', async () => {
  for (const { name, sql } of await readMigrations(MIGRATIONS)) {
    for (const statement of statementsOf(sql)) {
      const words = statement.replace(/--[^\n]*\n/g, '').trim()
      expect(words, name).toMatch(
        /^(CREATE|ALTER|DROP|GRANT|REVOKE|UPDATE|INSERT|DELETE|DO|LOCK|COMMENT|SET|WITH|SELECT|REINDEX)\b/,
      )
    }
  }
})

test('the migrations escape characters as PostgreSQL 15 reads them', async () => {
  for (const { name, sql } of await readMigrations(MIGRATIONS)) {
    for (const [, text] of sql.matchAll(/\bE'((?:[^'\\]|\\.|'')*)'/g)) {
      expect(text!.match(/\\[^bfnrtxuU0-7'\\]/g), `${name}: ${text}`).toBe(null)
    }
  }
})
