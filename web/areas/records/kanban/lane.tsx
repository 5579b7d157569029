import { Button, Skeleton, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { CellContent } from '../cells/cell.tsx'
import { numberText } from '../cells/cell-shown.rules.ts'
import type { TextContext } from '../cells/cell-text.rules.ts'
import { type RowQuery, withoutGroup } from '../grid/rows/row-query.rules.ts'
import type { Column, GridState, Row } from '../list/types.ts'
import type { MovedRows } from '../moves/moves.ts'
import { DRAGGED, rowsIn } from '../moves/moving.rules.ts'
import classes from './kanban.module.css'
import { type Lane, laneFilter, laneName } from './lanes.rules.ts'

const PAGE = 30

interface Props {
  definitionKey: string
  column: Column
  lane: Lane
  /** The columns whose sums the head shows. */
  summed: readonly Column[]
  query: RowQuery
  filter: GridState['filter']
  context: TextContext
  moving: MovedRows
  /** Whether cards can be dropped here. */
  isGoal: boolean
  onDropped: (rowId: string, to: string | null) => void
  renderCard: (row: Row) => ReactNode
  /** What adds rows to the lane, for people who may. */
  adding: ReactNode
}

/** The rows with one value, as cards. They are read once the lane is in view, and more as it is scrolled. */
export function KanbanLane(props: Props) {
  const { definitionKey, column, lane, summed, query, filter, context } = props
  const { moving, isGoal, onDropped, renderCard, adding } = props
  const { value, count, sums } = lane
  const [isOver, setOver] = useState(false)
  const { ref, entry } = useIntersection({ rootMargin: '300px' })
  const isInView = entry?.isIntersecting ?? false
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isInView) setSeen(true)
  }, [isInView])
  const narrowed = JSON.stringify(laneFilter(filter, column.key, value))
  const { items, error, refetch, isPending, hasNextPage, isFetching, fetchNextPage } = usePages(
    'definitions.listRows',
    {
      params: { key: definitionKey },
      query: { ...withoutGroup(query), filter: narrowed, limit: PAGE },
    },
    { enabled: wasSeen, keepPrevious: true },
  )
  useEffect(() => {
    if (isInView && hasNextPage && !isFetching) fetchNextPage()
  }, [isInView, hasNextPage, isFetching, fetchNextPage])
  const rows = rowsIn(items, value, moving.values())
  // A lane that nobody has looked at waits for nothing.
  const isWaiting = wasSeen && isPending && count > 0

  const over = (event: DragEvent) => {
    if (!isGoal || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDropped(event.dataTransfer.getData(DRAGGED), value)
  }
  const name = laneName(value)
  return (
    <section
      className={classes.lane}
      aria-label={`${name}, ${count.toLocaleString()}`}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <div className={classes.head}>
        {value === null ? (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        ) : (
          <CellContent column={column} value={value} row={undefined} context={context} />
        )}
        <Text size="sm" c="dimmed">
          {count.toLocaleString()}
        </Text>
        {summed.slice(0, 1).map((one) => (
          <span key={one.id} className={classes.sum} title={`Sum of ${one.name}`}>
            <span className="visually-hidden">{one.name}: </span>
            {numberText(one, sums[one.key] ?? 0)}
          </span>
        ))}
      </div>
      <ul className={classes.cards} aria-label={name} aria-busy={isWaiting}>
        {rows.map(renderCard)}
        {isWaiting && <Skeleton height={64} component="li" aria-hidden />}
        <li ref={ref} aria-hidden style={{ height: 1 }} />
      </ul>
      {error ? (
        <div className={classes.more}>
          <FailureAlert error={error} onRetry={() => refetch()} />
        </div>
      ) : null}
      {hasNextPage && (
        <div className={classes.more}>
          <Button
            fullWidth
            size="compact-sm"
            variant="subtle"
            loading={isFetching}
            onClick={() => fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
      {adding && <div className={classes.more}>{adding}</div>}
    </section>
  )
}
