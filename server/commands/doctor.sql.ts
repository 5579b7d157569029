import type { ClientBase } from 'pg'

/** What decides between a standby's reads and what it has to replay. */
export async function findStandbySettings(
  client: ClientBase,
): Promise<{ feedback: string; delay: string }> {
  const { rows } = await client.query(
    `SELECT current_setting('hot_standby_feedback') AS feedback,
       current_setting('max_standby_streaming_delay') AS delay`,
  )
  return rows[0]
}

export async function findServerVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query('SHOW server_version')
  return rows[0].server_version
}

export async function findClock(client: ClientBase): Promise<Date> {
  const { rows } = await client.query('SELECT clock_timestamp() AS now')
  return rows[0].now
}
