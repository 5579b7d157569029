import type { ClientBase } from 'pg'

/** The lock of a migration. Any number of processes can start at once: one migrates, and the others wait for it. */
export const MIGRATING = 7_310_599_862_302

/** Makes starting processes wait in `migrate` until the transaction ends. */
export async function holdMigrations(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATING])
}
