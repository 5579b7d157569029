import { CloseButton, Group, Skeleton, Text, Title } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { More } from '../../../ui/layout/more.tsx'
import { dayText } from '../../../ui/values/day-words.ts'
import type { Day } from '../../../ui/values/days.rules.ts'
import type { RowQuery } from '../grid/rows/row-query.rules.ts'
import type { Row } from '../list/types.ts'
import { type Moving, rowsIn } from '../moves/moving.rules.ts'
import classes from './records-calendar.module.css'

interface Props {
  definitionKey: string
  day: Day
  /** How many rows the day has. */
  count: number
  /** Asks for the rows of the day. */
  query: RowQuery
  /** The rows that are on their way from one day to another. */
  moving: readonly Moving<Row>[]
  renderRow: (row: Row, day: Day) => ReactNode
  onClose: () => void
}

/** All rows of a day, beside the month, or in its place where there is no room. */
export function DayList(props: Props) {
  const { definitionKey, day, count, query, moving, renderRow, onClose } = props
  const list = useRef<HTMLElement>(null)
  useReturnFocus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to each day that is opened
  useEffect(() => list.current?.focus(), [day])
  const pages = usePages('definitions.listRows', {
    params: { key: definitionKey },
    query: { ...query, limit: 50 },
  })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <aside
      ref={list}
      tabIndex={-1}
      className={classes.list}
      aria-label={`Rows of ${dayText(day)}`}
      aria-busy={pages.isPending}
      onKeyDown={keys}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {dayText(day)}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {count.toLocaleString()} {count === 1 ? 'row' : 'rows'}
          </Text>
        </div>
        <CloseButton aria-label="Close the day" onClick={onClose} />
      </Group>
      {pages.error && <FailureAlert error={pages.error} onRetry={() => pages.refetch()} />}
      <div>
        {pages.isPending && <Skeleton height={160} />}
        {rowsIn(pages.items, day, moving).map((row) => renderRow(row, day))}
      </div>
      <More of={pages} size="compact-sm" />
    </aside>
  )
}
