import pg, { type ClientBase, type ClientConfig } from 'pg'

/**
 * One connection as the owner of the tables, past row-level security where that does not bind owners, for what no
 * request may do: making and dropping indexes while the service runs. It may take long, so no time limit is set, and
 * it takes nothing of the pool.
 */
export async function withOwner<T>(
  connection: ClientConfig,
  use: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'sourcebook worker (owner)' })
  client.on('error', () => {}) // the query under way fails with it
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0')
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
