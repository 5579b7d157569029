import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres/database.ts'
import type { ServerFacts } from './replicas.rules.ts'
import { Sentry } from './sentry.ts'

/** Whoever asks the server which one it is waits for this lock. */
const GATE = 4_711

let database: TestDatabase
let owner: pg.Client
let sentry: Sentry
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.connection)
  owner.on('error', () => {}) // the database is dropped while it is connected
  await owner.connect()
  await owner.query(`CREATE SCHEMA gated;
    CREATE FUNCTION gated.pg_control_system() RETURNS TABLE (system_identifier bigint)
    LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(${GATE});
      RETURN QUERY SELECT c.system_identifier FROM pg_catalog.pg_control_system() c;
    END $$;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = gated, pg_catalog, public', current_database());
    END $$`)
  sentry = new Sentry(database.connection, () => {})
})
afterAll(async () => {
  sentry.close()
  await owner.end()
  await database.drop()
})

it('asks again which server it is, if the first answer came too late', async () => {
  await owner.query(`SELECT pg_advisory_lock(${GATE})`)
  const answers: ServerFacts[] = []
  const ask = () =>
    sentry.facts().then(
      (facts) => answers.push(facts),
      () => {}, // It took too long.
    )
  const first = ask()
  // Longer than it waits for that answer, and shorter than for the two after it.
  await sleep(2_500)
  await owner.query(`SELECT pg_advisory_unlock(${GATE})`)
  await first
  await until(async () => {
    await ask()
    return answers.length >= 2
  }, 'its answers')
  const { rows } = await owner.query(
    'SELECT system_identifier::text AS system FROM pg_catalog.pg_control_system()',
  )
  expect(answers.map(({ system }) => system)).toEqual(answers.map(() => rows[0].system))
})
