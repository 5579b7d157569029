import { type ColumnType, isChoice, isMoney } from './column-types.ts'

interface Column {
  key: string
  type: ColumnType
}

/** How many pages are shown by stage. */
const MOST = 2

/** A page’s column `stage`, which Leads and Deals have from the start, and its first column of amounts. */
export function stageColumns<C extends Column>(of: { kind: string; columns: readonly C[] }) {
  const stage = of.columns.find(({ key, type }) => key === 'stage' && isChoice(type))
  const amount = of.columns.find(({ type }) => isMoney(type))
  return of.kind === 'page' && stage ? { stage, amount } : undefined
}

/** The pages that are shown by stage: the first ones that have stages, and rows. */
export const pagesWithStages = <
  D extends { kind: string; rowCount: number; columns: readonly Column[] },
>(
  definitions: readonly D[],
): D[] => definitions.filter((one) => one.rowCount > 0 && stageColumns(one)).slice(0, MOST)
