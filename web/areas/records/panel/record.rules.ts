import { isChoice } from '../../../../shared/column-types.ts'
import type { Column } from '../list/types.ts'

const STAGE = /^(stage|status|pipeline|phase|state)$/i

/** The column that says how far a record has got: a select called stage or status, or else the first select. */
export function stageOf(columns: readonly Column[]): Column | undefined {
  const selects = columns.filter(({ type }) => isChoice(type))
  return selects.find(({ key, name }) => STAGE.test(key) || STAGE.test(name)) ?? selects[0]
}
