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

/** How the server archives its log. */
export interface Archiver {
  mode: string
  command: string
  archivedAt: Date | null
  /** The segment that could not be archived last. */
  failed: string | null
  failedAt: Date | null
  /** How many segments are to be archived. */
  waiting: number
}

export async function findArchiver(client: ClientBase): Promise<Archiver> {
  const { rows } = await client.query(
    `SELECT current_setting('archive_mode') AS mode, current_setting('archive_command') AS command,
       last_archived_time AS "archivedAt", last_failed_wal AS failed, last_failed_time AS "failedAt",
       (SELECT count(*)::int FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready') AS waiting
     FROM pg_stat_archiver`,
  )
  return rows[0]
}
