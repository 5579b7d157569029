import pg, { type ClientBase, type ClientConfig } from 'pg'

/**
 * One connection as the owner of the tables, past row-level security if that does not bind owners, for things that no
 * request may do: making and dropping indexes while the service runs. It can take long, so it has no time limit, and
 * it uses nothing of the pool.
 */
export async function withOwner<T>(
  connection: ClientConfig,
  use: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'sourcebook worker (owner)' })
  client.on('error', () => {}) // the current query fails with it
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0')
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Everything done on the connection meanwhile is kept, or nothing. */
export async function inTransaction<T>(client: ClientBase, use: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await use()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
