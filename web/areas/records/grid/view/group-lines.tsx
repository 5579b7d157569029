import { isChoice } from '../../../../../shared/column-types.ts'
import { IconChevronDown, IconChevronRight } from '../../../../ui/icons/icons.ts'
import { CellContent } from '../../cells/cell.tsx'
import { shownText } from '../../cells/cell-shown.rules.ts'
import { isEmpty, type TextContext } from '../../cells/cell-text.rules.ts'
import { NumberContent } from '../../cells/number-content.tsx'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import type { Column } from '../../list/types.ts'
import type { Layout } from '../layout/laid-out.ts'
import type { GridModel } from '../model/model.ts'
import type { RowGroup } from '../rows/groups.rules.ts'
import type { RowQuery } from '../rows/row-query.rules.ts'
import { useGroupSums } from '../rows/use-group-sums.ts'

/** The heading of a group that is in view. */
export interface GroupHead {
  /** Which of the drawn lines it is. */
  slot: number
  top: number
  /** The number of its group. */
  group: number
}

interface Props {
  model: GridModel
  layout: Layout
  /** The column that the rows are grouped by. */
  column: Column
  context: TextContext
  query: RowQuery
  heads: readonly GroupHead[]
  /** The columns in view, the first and the one after the last. */
  from: number
  to: number
  onFold: (group: number) => void
}

/** The headings of the groups in view. */
export function GroupLines({ model, query, heads, onFold, ...shared }: Props) {
  const groups = useSignal(model.source.groups)
  const folded = useSignal(model.folded)
  const sums = useGroupSums(model.source, query)
  return heads.map(({ slot, top, group }) => {
    const rowGroup = groups[group]
    return (
      rowGroup && (
        <GroupLine
          key={slot}
          {...shared}
          top={top}
          rowGroup={rowGroup}
          sums={sums.of(rowGroup)}
          isSure={sums.isSure}
          folded={folded.has(group)}
          fold={() => onFold(group)}
        />
      )
    )
  })
}

interface LineProps extends Pick<Props, 'layout' | 'column' | 'context' | 'from' | 'to'> {
  top: number
  rowGroup: RowGroup
  sums: RowGroup['sums']
  isSure: boolean
  folded: boolean
  fold: () => void
}

/** Its value, how many rows it has, and the sums of its amounts below their columns. */
function GroupLine(props: LineProps) {
  const { top, layout, column, context, rowGroup, sums, isSure, from, to, folded, fold } = props
  const { value } = rowGroup
  const isPill = isChoice(column.type) && !isEmpty(value)
  const name = isEmpty(value) ? '(empty)' : shownText(column, value, undefined, context)
  const Chevron = folded ? IconChevronRight : IconChevronDown
  const summed = layout.columns
    .slice(Math.max(from, layout.frozen.length), to)
    .filter(({ key }) => sums[key] !== undefined)
  return (
    <div role="row" className={classes.group} style={{ top, width: layout.width }}>
      <div role="rowheader" className={classes.groupName}>
        <button type="button" tabIndex={-1} aria-expanded={!folded} onClick={fold}>
          <Chevron size={14} aria-hidden />
          {isPill ? (
            <CellContent column={column} value={value} row={undefined} context={context} />
          ) : (
            <>
              {column.name}: <b>{name}</b>
            </>
          )}
          <span className={classes.count}>{rowGroup.count.toLocaleString()}</span>
        </button>
      </div>
      {summed.map((one) => (
        <div
          key={one.key}
          role="gridcell"
          aria-colindex={one.index + 2}
          aria-busy={!isSure}
          className={classes.groupSum}
          data-unsure={!isSure || undefined}
          style={{ left: one.left, width: one.width }}
        >
          <NumberContent column={one.column} value={sums[one.key]!} />
        </div>
      ))}
    </div>
  )
}
