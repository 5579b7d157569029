import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres/database.ts'
import { listenForWakeups } from './wakeups.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const listeners = async () =>
  (
    await client.query(
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'sourcebook listener' AND datname = current_database()`,
    )
  ).rows

test('a notification wakes, also after the connection was lost and restored', async () => {
  let woken = 0
  const stop = listenForWakeups(database.connection, 'some work', () => void woken++)
  await until(() => woken === 1, 'it to listen')
  await client.query('SELECT pg_notify($1, $2)', ['some work', 'of whom'])
  await until(() => woken === 2, 'the first')
  await client.query('SELECT pg_notify($1, $2)', ['other work', ''])
  const [{ pid }] = await listeners()
  await client.query('SELECT pg_terminate_backend($1::int)', [pid])
  await until(() => woken === 3, 'it to be back')
  await client.query('SELECT pg_notify($1, $2)', ['some work', ''])
  await until(() => woken === 4, 'the second')
  await stop()
  expect(await listeners()).toEqual([])
  await client.query('SELECT pg_notify($1, $2)', ['some work', ''])
  expect(woken).toBe(4)
})

test('a listener that stops before it is connected has stopped', async () => {
  const stop = listenForWakeups({ ...database.connection, database: 'nowhere' }, 'x', () => {})
  await stop()
})
