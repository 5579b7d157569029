import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillByHand } from './desk-rows.ts'
import { type Postgres, query, startPostgres } from './postgres.ts'

/** Where the service is measured beside what a good developer writes by hand: one PostgreSQL, and a database for each. */
export interface SideBySide {
  postgres: Postgres
  home: string
  /** The URL of the database by hand: tables `filled` and `indexed`, with an index for the list that is measured. */
  plain: string
  /** The URL of the service's database, and the environment that the service is started with. */
  database: string
  env: { DATABASE_URL: string; SECRET_KEY: string }
  /** What is to end afterwards, in the opposite order. */
  ends: (() => Promise<unknown>)[]
  end: () => Promise<void>
}

/** @param filled how many rows each table by hand has */
export async function openSideBySide(filled: number): Promise<SideBySide> {
  const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
  const postgres = await startPostgres()
  const ends: SideBySide['ends'] = [postgres.stop, () => rm(home, { recursive: true, force: true })]
  const plain = await postgres.database('by_hand')
  for (const table of ['filled', 'indexed']) await fillByHand(plain, table, filled)
  await query(plain, 'CREATE INDEX ON indexed (title, price, id)')
  await query(plain, 'VACUUM ANALYZE')
  const database = await postgres.database('sourcebook')
  const env = { DATABASE_URL: database, SECRET_KEY: randomBytes(32).toString('hex') }
  const end = async () => {
    for (const one of ends.reverse()) await one()
  }
  return { postgres, home, plain, database, env, ends, end }
}
