import type { Tx } from '../../../platform/database/db.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'
import * as sql from './slot-rewrites.sql.ts'

/** How many rows are held in memory at a time. */
const BLOCK = 2000

/**
 * Computes slots of all rows anew, block by block, those in the trash too. It is no change of a row: there is no
 * version, no history and no event of it. The definition's lock is held.
 *
 * @param compute a row's cells as they should be; what it says of other slots is left out.
 */
export async function rewriteSlots(
  tx: Tx,
  definitionId: string,
  slots: readonly number[],
  compute: (cells: StoredCells) => StoredCells,
): Promise<void> {
  const names = slots.map(String)
  const only = (cells: StoredCells): StoredCells =>
    Object.fromEntries(names.flatMap((name) => (name in cells ? [[name, cells[name]!]] : [])))
  for (let after = 0; ; ) {
    const rows = await sql.listBlock(tx, definitionId, after, BLOCK)
    const changed = rows.flatMap(({ id, cells }) => {
      const computed = only(compute(cells))
      return JSON.stringify(computed) === JSON.stringify(only(cells))
        ? []
        : [{ id, cells: computed }]
    })
    if (changed.length > 0) sql.replaceSlots(tx, names, changed)
    if (rows.length < BLOCK) return
    after = rows.at(-1)!.position
  }
}
