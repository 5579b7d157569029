import type { Tx } from '../../../platform/database/db.ts'
import type { RowError } from '../../../platform/refusal.ts'
import { notUnique, twinsOf, type UniqueValue } from './uniques.rules.ts'
import { claimUniqueValues, takenUniqueValues } from './uniques.sql.ts'

/** A planned row and which one of its request it is. */
export interface IndexedPlan {
  id: string
  plan: { uniques: readonly UniqueValue[] }
  index: number
}

/**
 * Claims what rows hold in unique columns; the rows are stored already.
 *
 * @returns the rows whose value another row has; the transaction must then not keep any of them.
 */
export async function claimUniques(tx: Tx, rows: readonly IndexedPlan[]): Promise<RowError[]> {
  return judgeUniques(rows, (values) => claimUniqueValues(tx, values), false)
}

/**
 * As `claimUniques`, writing nothing: for a dry run.
 *
 * @param released whose value in which column the write would give up.
 */
export async function checkUniques(
  tx: Tx,
  rows: readonly IndexedPlan[],
  released: readonly { columnId: string; rowId: string }[],
): Promise<RowError[]> {
  return judgeUniques(rows, (values) => takenUniqueValues(tx, values, released), true)
}

async function judgeUniques(
  rows: readonly IndexedPlan[],
  look: (values: ReturnType<typeof uniquesOf>) => Promise<Set<string>>,
  foundIsTaken: boolean,
): Promise<RowError[]> {
  const values = uniquesOf(rows)
  if (values.length === 0) return []
  const twins = twinsOf(rows)
  if (twins.length > 0) return twins
  const found = await look(values)
  return values
    .filter((v) => found.has(`${v.columnId} ${v.hash.toString('hex')}`) === foundIsTaken)
    .map((v) => notUnique(v.index, v.column))
}

const uniquesOf = (rows: readonly IndexedPlan[]) =>
  rows.flatMap(({ id, plan, index }) =>
    plan.uniques.map(({ column, hash }) => ({
      column,
      columnId: column.id,
      hash,
      rowId: id,
      index,
    })),
  )
