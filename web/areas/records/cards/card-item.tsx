import { Skeleton, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { IconCircle, IconCircleCheckFilled } from '../../../ui/icons/icons.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { CellContent } from '../cells/cell.tsx'
import { shownWithNames } from '../cells/cell-shown.rules.ts'
import type { TextContext } from '../cells/cell-text.rules.ts'
import type { Column, GridState, Row } from '../list/types.ts'
import { cardOf } from './card.rules.ts'
import classes from './cards.module.css'
import { useHold } from './use-hold.ts'

interface Props {
  /** Its number in the list, from 0. */
  index: number
  /** Where it is in the list, in pixels. */
  top: number
  /** -1 while it is not known. */
  total: number
  /** `undefined` while it is loading. */
  row: Row | undefined
  columns: readonly Column[]
  state: Pick<GridState, 'order' | 'hidden'>
  /** The column whose option is shown as a pill. */
  stage: Column | undefined
  context: TextContext
  isOpen: boolean
  /** Whether somebody else changed one of its cells too, and it is asked which change stays. */
  isAsked: boolean
  /** Whether it is selected; `null` while no rows are being selected. */
  isPicked: boolean | null
  /** Called when it is tapped. */
  onTap: (rowId: string) => void
  /** Called when a finger is held on it. */
  onHold: (rowId: string) => void
}

/** One row: its title and stage, and below them up to three facts. */
export const CardItem = memo(function CardItem(props: Props) {
  const { index, top, total, row, columns, state, stage, context, isOpen, isAsked, isPicked } =
    props
  const holding = useHold(row && (() => props.onHold(row.id)))
  const place = {
    className: classes.item,
    style: { top },
    'aria-posinset': index + 1,
    'aria-setsize': total,
  }
  if (!row) {
    return (
      <li {...place} aria-busy>
        <div className={classes.card}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} width="80%" />
        </div>
      </li>
    )
  }
  const { cells } = row
  const { title, facts } = cardOf(columns, state, row, stage?.key ?? '')
  const text = (column: Column) => shownWithNames(column, row, context)
  return (
    <li {...place}>
      <UnstyledButton
        className={classes.card}
        data-open={isOpen || undefined}
        data-asked={isAsked || undefined}
        data-picked={isPicked || undefined}
        aria-pressed={isPicked ?? undefined}
        {...holding}
        onClick={() => props.onTap(row.id)}
      >
        <span className={classes.head}>
          {isPicked !== null &&
            (isPicked ? (
              <IconCircleCheckFilled size={20} className={classes.tick} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.6} className={classes.tick} aria-hidden />
            ))}
          <span className={classes.title}>{title ? text(title) : UNTITLED}</span>
          {stage && (
            <span className={classes.stage}>
              <CellContent column={stage} value={cells[stage.key]} row={row} context={context} />
            </span>
          )}
        </span>
        <span className={classes.facts}>
          {facts.map((column) => (
            <span key={column.id} className={classes.fact}>
              <span className="visually-hidden">{column.name}: </span>
              {text(column)}
            </span>
          ))}
        </span>
      </UnstyledButton>
    </li>
  )
})
