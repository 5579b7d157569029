import type { ClientBase } from 'pg'

/** Makes other processes wait here until the connection ends. */
export const lockDemo = (client: ClientBase): Promise<unknown> =>
  client.query('SELECT pg_advisory_lock(7310599862303)')

/** Removes everything but what the database knows of itself. */
export const emptyTables = (client: ClientBase): Promise<unknown> =>
  client.query(`DO $$ BEGIN
    EXECUTE (
      SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('schema_migrations', 'secret_key_proof'));
  END $$`)

export const finishDemo = (
  client: ClientBase,
  slug: string,
  workspaceId: string,
): Promise<unknown> =>
  client.query('UPDATE workspaces SET slug = $1 WHERE id = $2', [slug, workspaceId])
