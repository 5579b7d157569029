import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { RowError } from '../../../platform/refusal.ts'
import { listPeople } from '../../workspaces/people.ts'
import type { CellContext } from '../cells/column.ts'
import { updateColumn } from '../columns/columns.sql.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { lookUpReferences } from './references.ts'
import { type NewOptions, notUnique, type RowPlan, type SentCells, twinsOf } from './rows.rules.ts'
import { claimUniqueValues, takenUniqueValues } from './rows.sql.ts'

/**
 * What cells are read against; people are looked up only where a column holds them.
 *
 * @param sent the rows that will be read against it: what they link to and which files they name is looked up.
 * @param actor who writes them; without one no file can be named.
 */
export async function contextOf(
  tx: Tx,
  definition: Definition,
  sent: readonly SentCells[] = [],
  actor?: Actor,
): Promise<CellContext> {
  const people = definition.columns.some((column) => column.type === 'person')
    ? await listPeople(tx)
    : []
  const references = await lookUpReferences(tx, definition, sent, actor)
  return { ...definition.locale, people, ...references }
}

/** The context of a definition without person columns: needs no look-up. */
export const contextWithoutPeople = (definition: Definition): CellContext | undefined =>
  definition.columns.some((column) => column.type === 'person')
    ? undefined
    : { ...definition.locale, people: [] }

/** A planned row and which one of its request it is. */
export interface IndexedPlan {
  id: string
  plan: Pick<RowPlan, 'uniques'>
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

/** Adds the labels that a write brought to its columns' options; the definition's lock must be held. */
export async function addOptions(
  tx: Tx,
  definition: Definition,
  newOptions: NewOptions,
): Promise<void> {
  if (newOptions.size === 0) return
  for (const [column, labels] of newOptions) {
    const options = [...(column.settings.options ?? []), ...[...labels.values()].map(optionOf)]
    await updateColumn(tx, column.id, { settings: { ...column.settings, options } })
  }
  await touchDefinition(tx, definition.id)
}

const optionOf = (label: string) => ({ id: newId(), label, color: null })
