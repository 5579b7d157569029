import type { ClientBase } from 'pg'

export async function findServerVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query('SHOW server_version')
  return rows[0].server_version
}
