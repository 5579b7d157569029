import { Skeleton, Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { MOST_SORTS } from '../../../../shared/limits.ts'
import { useAnswer } from '../../../service/api.ts'
import { useReached } from '../../../service/reach.ts'
import { useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { MonthBar } from '../../../ui/layout/month-bar.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { isMonth, monthOf, weeksOf } from '../../../ui/values/calendar.rules.ts'
import { dayText, locale, monthText } from '../../../ui/values/day-words.ts'
import type { Day } from '../../../ui/values/days.rules.ts'
import { firstDayOf } from '../../../ui/values/weeks.rules.ts'
import { cardOf } from '../cards/card.rules.ts'
import { QuestionBar } from '../cards/question-bar.tsx'
import { viewerOf, whyLocked } from '../cells/access.ts'
import { dayOfCell, movedTo } from '../cells/cell-day.rules.ts'
import { shownText } from '../cells/cell-shown.rules.ts'
import { useTexts } from '../cells/use-texts.ts'
import { queryOf, withoutGroup } from '../grid/rows/row-query.rules.ts'
import type { Column, ColumnPolicy, Definition, GridState, Row } from '../list/types.ts'
import { arrived, type Gathered, rowsIn } from '../moves/moving.rules.ts'
import { useFollowedCard } from '../moves/use-followed-card.ts'
import { useMoves } from '../moves/use-moves.ts'
import { stageOf } from '../panel/record.rules.ts'
import { CalendarItem } from './calendar-item.tsx'
import { DayList } from './day-list.tsx'
import { listedDays } from './day-rows.rules.ts'
import classes from './records-calendar.module.css'
import { RowsByDay } from './rows-by-day.tsx'

/** How many rows are read with a month. Days that have no room among them only say how many they have. */
const MOST = 500

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
  const [search, change] = useSearchState<{ month?: string; day?: string }>()
  const context = useTexts(definition)
  const session = useSession()
  const moves = useMoves(definition, column)
  const { moving, drawn } = moves
  const isReached = useReached()
  const room = useRef<HTMLDivElement>(null)
  const { follow, forget } = useFollowedCard(room)
  const today = dayOfCell(new Date().toISOString(), timeZone)!
  const month = isMonth(search.month) ? search.month : monthOf(today)
  const weeks = weeksOf(month, firstDayOf(locale))
  const openDay = weeks.flat().find((day) => day === search.day)
  const params = { key }
  const query = withoutGroup(queryOf(state, definition))
  /** The list's own query, narrowed to days. Within a day, rows are in the list's own order. */
  const where = (test: { op: string; value: unknown }) => {
    const days = { column: column.key, ...test }
    const filter = JSON.stringify(state.filter ? { and: [state.filter, days] } : days)
    return { ...query, filter, sort: [column.key, ...state.sort].slice(0, MOST_SORTS).join() }
  }
  const counted = useAnswer(
    'definitions.listRows',
    {
      params,
      query: {
        ...where({ op: 'within', value: { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)! } }),
        group: column.key,
        limit: 1,
      },
    },
    { keepPrevious: true },
  )
  const groups = counted.data?.groups as Gathered[] | undefined
  const listed = useMemo(
    () => listedDays(new Map(groups?.map(({ value, count }) => [value!, count])), MOST),
    [groups],
  )
  const read = useAnswer(
    'definitions.listRows',
    { params, query: { ...where({ op: 'in', value: listed }), limit: MOST } },
    { keepPrevious: true, enabled: listed.length > 0 },
  )
  const between = useMemo(
    () =>
      [...moving.values()].map(({ row, from, to }) => ({
        row,
        from: dayOfCell(from, timeZone),
        to: dayOfCell(to, timeZone),
      })),
    [moving, timeZone],
  )
  const counts = useMemo(
    () => new Map(arrived(groups ?? [], between).map(({ value, count }) => [value ?? '', count])),
    [groups, between],
  )
  const byDay = useMemo(
    () => Map.groupBy(read.data?.data ?? [], (row) => dayOfCell(row.cells[column.key], timeZone)),
    [read.data, column, timeZone],
  )
  const total = groups ? groups.reduce((sum, { count }) => sum + count, 0) : null
  useEffect(() => onTotal(total), [total, onTotal])
  const mayMove = whyLocked(column, policies, viewerOf(session)) === null
  const show = (shown: string | undefined) =>
    change({ month: shown, day: undefined } as { month?: string; day?: string })
  const openList = (day: Day | undefined) => change({ day } as { day?: string })

  const moveTo = (row: Row, day: Day) => {
    const value = drawn(row).cells[column.key]
    follow(row.id)
    moves.move(row, movedTo(column, value, day, timeZone), `Moved to ${dayText(day)}.`)
  }
  const nameOf = (row: Row) => {
    const { title } = cardOf(columns, state, row, column.key)
    return title ? shownText(title, row.cells[title.key], row, context) : UNTITLED
  }
  const rows = useRef(new Map<string, Row>())
  const item = (row: Row, day: Day) => {
    rows.current.set(row.id, row)
    const now = drawn(row)
    return (
      <CalendarItem
        key={row.id}
        row={now}
        day={day}
        name={nameOf(now)}
        stage={stageOf(columns)}
        isOpen={row.id === openRowId}
        isWaiting={!isReached && moves.isWaiting(row.id)}
        mayMove={mayMove}
        onOpen={onOpenRow}
        onMove={(to) => moveTo(row, to)}
      />
    )
  }
  const dropped = (rowId: string, day: Day) => {
    const row = rows.current.get(rowId)
    if (row) moveTo(row, day)
  }
  if (counted.error) {
    return <FailureAlert error={counted.error} onRetry={() => counted.refetch()} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows inside
    <div
      ref={room}
      className={classes.room}
      data-listing={openDay ? true : undefined}
      onKeyDown={moves.onUndoKey}
      onPointerDown={forget}
    >
      <div className={classes.calendar}>
        <MonthBar month={month} onShow={show} onToday={() => show(undefined)}>
          <Text size="sm" c="dimmed">
            by {column.name}
          </Text>
        </MonthBar>
        {read.error && <FailureAlert error={read.error} onRetry={() => read.refetch()} />}
        {!groups || counted.isPlaceholderData ? (
          <Skeleton height={420} />
        ) : (
          <RowsByDay
            label={`Rows by ${column.name}`}
            month={month}
            weeks={weeks}
            today={today}
            counts={counts}
            rowsOf={(day) =>
              listed.includes(day) || between.some(({ to }) => to === day)
                ? rowsIn(byDay.get(day) ?? [], day, between)
                : undefined
            }
            isReading={read.isLoading || read.isPlaceholderData}
            openDay={openDay}
            mayMove={mayMove}
            renderRow={item}
            onOpenDay={openList}
            onDropped={dropped}
          />
        )}
        {groups && counts.size === 0 && !counted.isPlaceholderData && (
          <Text size="sm" c="dimmed" className={classes.nothing}>
            No rows in {monthText(month)}.
          </Text>
        )}
      </div>
      {openDay && (
        <DayList
          definitionKey={key}
          day={openDay}
          count={counts.get(openDay) ?? 0}
          query={where({ op: 'eq', value: openDay })}
          moving={between}
          renderRow={item}
          onClose={() => openList(undefined)}
        />
      )}
      <span role="status" className="visually-hidden">
        {moves.status}
      </span>
    </div>
  )
}
