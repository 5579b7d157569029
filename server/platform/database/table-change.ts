import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/**
 * While a change waits for a table, everybody after it waits too. After this long it gives up and tries again. It is less
 * than the second after which PostgreSQL looks for deadlocks: if requests and a change wait for each other, the change gives
 * way, and no request is refused.
 */
const LOCK_TIMEOUT_MS = 500
/** Until then, everybody who waited gets on. */
const PAUSE_MS = 1_500
const ATTEMPTS = 60
/** A table was not to be had, or requests and it waited for each other. */
const BUSY = ['55P03', '40P01']

/** Whether a change failed because others were using the tables. */
export const isBusy = (error: unknown): boolean =>
  BUSY.includes((error as { code?: string }).code ?? '')

/** Changes tables in one transaction while others use them: again and again, for some minutes, until it gets them. */
export async function changeTables(client: ClientBase, change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await change()
      await client.query('COMMIT')
      return
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      if (!isBusy(error) || attempt === ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}
