import { isChoice, isMoney } from '../../../../shared/column-types.ts'
import { CellContent } from '../cells/cell.tsx'
import { numberText, shownText } from '../cells/cell-shown.rules.ts'
import { isEmpty, type TextContext } from '../cells/cell-text.rules.ts'
import type { RowGroup } from '../grid/rows/groups.rules.ts'
import type { Column } from '../list/types.ts'
import classes from './cards.module.css'

interface Props {
  top: number
  group: RowGroup
  sums: RowGroup['sums']
  /** The column that the rows are grouped by. */
  by: Column
  columns: readonly Column[]
  context: TextContext
}

/** The heading of a group of cards: its value, how many rows it has, and the sum of their first amount. */
export function GroupHead({ top, group, sums, by, columns, context }: Props) {
  const { value, count } = group
  const isPill = isChoice(by.type) && !isEmpty(value)
  const summed = columns.find(({ key, type }) => isMoney(type) && sums[key] !== undefined)
  return (
    <li className={classes.group} style={{ top }}>
      {isPill ? (
        <CellContent column={by} value={value} row={undefined} context={context} />
      ) : (
        <span className={classes.groupName}>
          {by.name}: {isEmpty(value) ? '(empty)' : shownText(by, value, undefined, context)}
        </span>
      )}
      <span className={classes.count}>{count.toLocaleString()}</span>
      {summed && <span className={classes.sum}>{numberText(summed, sums[summed.key]!)}</span>}
    </li>
  )
}
