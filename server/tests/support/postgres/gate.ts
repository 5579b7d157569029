import pg, { type ClientConfig } from 'pg'
import { until } from '../clients/listener.ts'
import { asOwner } from './postgres.ts'

export interface Gate {
  /** From now on, whoever comes to write the table waits there, amid a transaction. */
  close(): Promise<void>
  open(): Promise<void>
  /** Lets those write who wait, and stops the next. Returns when their transactions have ended. */
  letBy(): Promise<void>
  /** The processes in the database that wait at the gate. */
  listWaiting(): Promise<number[]>
}

/** A lock on a table. PostgreSQL gives locks in the order in which they were asked for, so nobody slips by. */
export function gateOf(connection: ClientConfig, table: string): Gate {
  let holder: pg.Client | undefined
  const hold = async (): Promise<pg.Client> => {
    const client = new pg.Client(connection)
    client.on('error', () => {}) // the database may be dropped under a test that failed
    await client.connect()
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${table} IN SHARE MODE`)
    return client
  }
  const release = async (client: pg.Client | undefined) => {
    await client?.query('COMMIT')
    await client?.end()
  }
  const listWaiting = (): Promise<number[]> =>
    asOwner(connection, async (sql) => {
      const waiting: { pid: number }[] = await sql(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND wait_event = 'relation'`,
      )
      return waiting.map(({ pid }) => pid)
    })
  return {
    listWaiting,
    async close() {
      holder = await hold()
    },
    async open() {
      await release(holder)
      holder = undefined
    },
    async letBy() {
      const before = await listWaiting()
      const next = hold()
      await until(async () => (await listWaiting()).length > before.length, 'the next to wait')
      await release(holder)
      holder = await next
    },
  }
}
