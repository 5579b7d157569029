import type { Tx } from '../../../platform/database/tx.ts'
import type { CellError } from '../../../platform/refusal.ts'
import { notUnique, twinsOf, type UniqueValue } from './uniques.rules.ts'
import { claimUniqueValues, takenUniqueValues } from './uniques.sql.ts'

/** A planned row and its index in the request. */
export interface IndexedPlan {
  id: string
  plan: { uniques: readonly UniqueValue[] }
  index: number
}

/**
 * Claims the unique values of rows that are already stored.
 *
 * @returns an error for each row whose value another row has; if there are any, the transaction must be rolled back.
 */
export async function claimUniques(tx: Tx, rows: readonly IndexedPlan[]): Promise<CellError[]> {
  return judgeUniques(rows, (values) => claimUniqueValues(tx, values), false)
}

/**
 * As `claimUniques`, but writes nothing, for a dry run.
 *
 * @param released the values, by column and row, that the write would give up.
 */
export async function checkUniques(
  tx: Tx,
  rows: readonly IndexedPlan[],
  released: readonly { columnId: string; rowId: string }[],
): Promise<CellError[]> {
  return judgeUniques(rows, (values) => takenUniqueValues(tx, values, released), true)
}

async function judgeUniques(
  rows: readonly IndexedPlan[],
  look: (values: ReturnType<typeof uniquesOf>) => Promise<Set<string>>,
  foundIsTaken: boolean,
): Promise<CellError[]> {
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
