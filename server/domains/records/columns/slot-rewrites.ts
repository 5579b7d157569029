import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'
import * as sql from './slot-rewrites.sql.ts'

/** How many rows are held in memory at a time. */
const BLOCK = 2000

/**
 * Computes slots of all rows again, block by block, including rows in the trash. This does not count as changing a
 * row: it makes no version, history or event. The caller holds the definition's lock.
 *
 * @param compute gives a row's cells as they should be; other slots are left alone.
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
