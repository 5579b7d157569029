import { Skeleton, Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useAnswer } from '../../../api.ts'
import { useReached } from '../../../reach.ts'
import { useSession } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { MonthBar } from '../../../ui/layout/month-bar.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { isMonth, monthOf, weeksOf } from '../../../ui/values/calendar.rules.ts'
import { dayText, locale, monthText } from '../../../ui/values/day-words.ts'
import { type Day, dayOf } from '../../../ui/values/days.rules.ts'
import { firstDayOf } from '../../../ui/values/weeks.rules.ts'
import { cardOf } from '../cards/card.rules.ts'
import { QuestionBar } from '../cards/question-bar.tsx'
import { viewerOf, whyLocked } from '../cells/access.rules.ts'
import { dayOfCell, movedTo } from '../cells/cell-day.rules.ts'
import { shownText } from '../cells/cell-shown.rules.ts'
import { useTexts } from '../cells/use-texts.ts'
import { queryOf, withoutGroup } from '../grid/rows/row-query.rules.ts'
import type { Column, ColumnPolicy, Definition, GridState, Row } from '../list/types.ts'
import { arrivingAt } from '../moves/moving.rules.ts'
import { useFollowedCard } from '../moves/use-followed-card.ts'
import { useMoves } from '../moves/use-moves.ts'
import { stageOf } from '../panel/record.rules.ts'
import classes from './records-calendar.module.css'
import { RowsByDay } from './rows-by-day.tsx'

/** How many rows a month shows at most. */
const MOST = 1000

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  state: GridState
  /** The column with the days. */
  column: Column
  openRowId: string | null
  onOpenRow: (rowId: string) => void
  onTotal: (total: number | null) => void
}

/** The rows of a month, each on its day. Moving one to another day sets the day. */
export function RecordsCalendar(props: Props) {
  return (
    <>
      <Month {...props} />
      <QuestionBar definition={props.definition} onOpenRow={props.onOpenRow} />
    </>
  )
}

function Month(props: Props) {
  const { definition, policies, state, column, openRowId, onOpenRow, onTotal } = props
  const { key, columns, settings } = definition
  const { timeZone } = settings
  const [search, change] = useSearchState<{ month?: string }>()
  const context = useTexts(definition)
  const session = useSession()
  const { moving, status, move, onUndoKey } = useMoves(definition, column)
  const isReached = useReached()
  const table = useRef<HTMLTableElement>(null)
  const { follow, forget } = useFollowedCard(table)
  const month = isMonth(search.month) ? search.month : monthOf(dayOf(new Date()))
  const weeks = weeksOf(month, firstDayOf(locale))
  const range = { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)! }
  const test = { column: column.key, op: 'within', value: range }
  const filter = JSON.stringify(state.filter ? { and: [state.filter, test] } : test)
  const query = withoutGroup(queryOf(state, definition))
  const { data, error, refetch } = useAnswer(
    'definitions.listRows',
    { params: { key }, query: { ...query, filter, sort: column.key, limit: MOST } },
    { keepPrevious: true },
  )
  const byDay = useMemo(() => {
    const rows = new Map((data?.data ?? []).map((row) => [row.id, row]))
    for (const { row } of moving.values()) rows.set(row.id, row)
    return Map.groupBy(rows.values(), (row) =>
      dayOfCell(arrivingAt(moving, row, column.key), timeZone),
    )
  }, [data, moving, column, timeZone])
  // On a big board, counting what is not shown takes longer than a request may.
  const total = data && !data.nextCursor ? data.data.length : null
  useEffect(() => onTotal(total), [total, onTotal])
  const mayMove = whyLocked(column, policies, viewerOf(session)) === null
  const show = (shown: string | undefined) => change({ month: shown } as { month?: string })

  const moveTo = (row: Row, day: Day) => {
    const value = row.cells[column.key]
    follow(row.id)
    move(row, movedTo(column, value, day, timeZone), `Moved to ${dayText(day)}.`)
  }
  const nameOf = (row: Row) => {
    const { title } = cardOf(columns, state, row, column.key)
    return title ? shownText(title, row.cells[title.key], row, context) : UNTITLED
  }
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows inside
    <div className={classes.calendar} onKeyDown={onUndoKey} onPointerDown={forget}>
      <MonthBar month={month} onShow={show} onToday={() => show(undefined)}>
        <Text size="sm" c="dimmed">
          by {column.name}
        </Text>
      </MonthBar>
      {!data ? (
        <Skeleton height={420} />
      ) : (
        <RowsByDay
          ref={table}
          label={`Rows by ${column.name}`}
          month={month}
          weeks={weeks}
          rowsByDay={byDay}
          nameOf={nameOf}
          stage={stageOf(definition.columns)}
          openRowId={openRowId}
          isWaiting={({ id }) => !isReached && moving.has(id)}
          mayMove={mayMove}
          onOpenRow={onOpenRow}
          onMove={moveTo}
        />
      )}
      {data && byDay.size === 0 && (
        <Text size="sm" c="dimmed" className={classes.nothing}>
          No rows in {monthText(month)}.
        </Text>
      )}
      {data?.nextCursor && (
        <Text size="sm">
          Only the first {MOST.toLocaleString()} rows of these weeks are shown. Filter to see the
          rest.
        </Text>
      )}
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </div>
  )
}
