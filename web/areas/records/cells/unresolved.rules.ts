import type { Column, Row } from '../list/types.ts'

/** A name of a row or person that leads nowhere yet, as it was sent. */
export type Unresolved = NonNullable<Row['unresolved']>[string][number]

export const unresolvedIn = (
  { key }: Pick<Column, 'key'>,
  row: Pick<Row, 'unresolved'> | undefined,
): Unresolved[] => row?.unresolved?.[key] ?? []

/**
 * What to write into a link cell so that it holds these rows and keeps the names that lead nowhere.
 *
 * @param rows their ids, or what makes them.
 */
export function withNames(
  { settings }: Pick<Column, 'settings'>,
  rows: readonly unknown[],
  names: readonly Unresolved[],
): unknown[] | null {
  const all = [...rows, ...(settings.multiple ? names : [])]
  return all.length > 0 ? all : null
}
