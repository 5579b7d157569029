import pg, { type ClientBase, type ClientConfig } from 'pg'

/**
 * Opens one connection as the owner of the tables, for work that no request may do: creating and dropping indexes
 * while the service runs. It bypasses row-level security where that is not forced on owners. The work can take long,
 * so the connection has no time limit and does not come from the pool.
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

/** Runs `use` in one transaction: everything that it does on the connection is kept, or nothing. */
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
