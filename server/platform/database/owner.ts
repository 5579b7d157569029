import pg, { type ClientBase, type ClientConfig } from 'pg'
import { bindWorkspace } from './workspace-parameter.ts'

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

/** Waits until no other connection does what is called so, and keeps others from it until this one ends. */
export async function takeTurn(client: ClientBase, what: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`sourcebook: ${what}`])
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

/** Sends a statement of the owner in one workspace, which it calls `current_workspace()`. @returns its rows. */
export type OwnerQuery = <R = Record<string, unknown>>(
  text: string,
  values: readonly unknown[],
) => Promise<R[]>

/** Like `inTransaction`, bound to a workspace: row-level security applies to the owner too. */
export function inWorkspace<T>(
  client: ClientBase,
  workspaceId: string,
  use: (query: OwnerQuery) => Promise<T>,
): Promise<T> {
  return inTransaction(client, async () => {
    await client.query(`SET LOCAL app.workspace_id = ${pg.escapeLiteral(workspaceId)}`)
    return use(async <R>(text: string, values: readonly unknown[]) => {
      const bound = bindWorkspace(text, values.length)
      const { rows } = await client.query(
        bound,
        bound === text ? [...values] : [...values, workspaceId],
      )
      return rows as R[]
    })
  })
}
