import { places } from '../../../platform/database/cluster/places.ts'
import type { TestService } from './service.ts'

type Sql = Pick<TestService, 'sql'>['sql']

async function tables(sql: Sql): Promise<{ name: string; tenant: boolean }[]> {
  return sql(`
    SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attname = 'workspace_id') AS tenant
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`)
}

/** Everything that the database holds of one workspace: every row of every table, as text. */
export async function dumpWorkspace(sql: Sql, id: string): Promise<Record<string, string[]>> {
  const own = (await tables(sql)).filter(({ tenant }) => tenant).map(({ name }) => name)
  const isSpread = (name: string) => places[name] === 'distributed'
  const part = (name: string) =>
    `SELECT '${name}' AS name, t::text AS row FROM "${name}" t WHERE workspace_id = $1`
  const dump: Record<string, string[]> = {}
  for (const parts of [
    own.filter(isSpread).map(part),
    // On a cluster, these are on another node.
    [
      `SELECT 'workspaces' AS name, t::text AS row FROM workspaces t WHERE id = $1`,
      `SELECT 'accounts', t::text FROM accounts t
       WHERE id IN (SELECT account_id FROM seats WHERE workspace_id = $1)`,
      ...own.filter((name) => !isSpread(name)).map(part),
    ],
  ]) {
    for (const { name, row } of await sql(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`, [id])) {
      dump[name] ??= []
      dump[name].push(row)
    }
  }
  return dump
}

/** Everything in the database, as the text of a dump; bytes as text and in hexadecimal. */
export async function dumpAll(sql: Sql): Promise<string> {
  const all: string[] = []
  for (const { name } of await tables(sql)) {
    const rows = await sql(`SELECT to_jsonb(t) AS json, t::text AS row FROM "${name}" t`)
    for (const { json, row } of rows) {
      all.push(row, JSON.stringify(json))
      for (const value of Object.values(json)) {
        const hex = typeof value === 'string' && /^\\x([0-9a-f]*)$/.exec(value)?.[1]
        if (hex) all.push(Buffer.from(hex, 'hex').toString('latin1'))
      }
    }
  }
  return all.join('\n')
}
