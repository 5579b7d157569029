import pg, { type Client, type ClientConfig } from 'pg'

/** With these, PostgreSQL writes values the same way in every release, and reads a table from its beginning. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '3',
  bytea_output: 'hex',
  synchronize_seqscans: 'off',
  // Fail instead of silently leaving out rows that row-level security hides.
  row_security: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Opens one connection as the owner of the tables, without time limits. */
export async function withSession<T>(
  connection: ClientConfig,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `SET ${name} = '${value}'`)
  const client = new pg.Client({ ...connection, application_name: 'sourcebook backup' })
  client.on('error', () => {}) // the current query fails with it
  await client.connect()
  try {
    await client.query(settings.join('; '))
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
