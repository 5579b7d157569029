import type { Tx } from '../../../platform/database/tx.ts'

/** The database's time, which decides what `today` means in a filter. */
export async function readClock(tx: Tx): Promise<Date> {
  const [row] = await tx.run<{ now: Date }>('SELECT now() AS now')
  return row!.now
}
