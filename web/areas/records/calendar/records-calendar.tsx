import { ActionIcon, Button, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useAnswer } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { isMonth, monthOf, weeksOf } from '../../../ui/values/calendar.rules.ts'
import { type Day, dateOf, dayOf } from '../../../ui/values/days.rules.ts'
import { firstDayOf } from '../../../ui/values/weeks.rules.ts'
import { cardOf } from '../cards/card.rules.ts'
import { viewerOf, whyLocked } from '../grid/cells/access.rules.ts'
import { shownText } from '../grid/cells/cell-shown.rules.ts'
import { queryOf, withoutGroup } from '../grid/rows/row-query.rules.ts'
import type { Column, ColumnPolicy, Definition, GridState, Row } from '../grid/types.ts'
import { arrivingAt, DRAGGED } from '../moves/moving.rules.ts'
import { useFollowedCard } from '../moves/use-followed-card.ts'
import { useMoves } from '../moves/use-moves.ts'
import { useTexts } from '../use-texts.ts'
import { dayBeside, dayOfCell, movedTo } from './days.rules.ts'
import classes from './records-calendar.module.css'

/** How many rows a month shows at most, and a day before it is asked for all of them. */
const MOST = 1000
const MOST_ITEMS = 4
const months = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const spoken = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

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
  const { definition, policies, state, column, openRowId, onOpenRow, onTotal } = props
  const { key, columns, settings } = definition
  const { timeZone } = settings
  const [search, change] = useSearchState<{ month?: string }>()
  const context = useTexts(settings)
  const session = useSession()
  const { moving, said, move, onUndoKey } = useMoves(definition, column)
  const [wide, setWide] = useState<Day | null>(null)
  const [over, setOver] = useState<Day | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const { follow, forget } = useFollowedCard(table)
  const today = dayOf(new Date())
  const month = isMonth(search.month) ? search.month : monthOf(today)
  const weeks = weeksOf(month, firstDayOf(months.resolvedOptions().locale))
  const range = { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)! }
  const test = { column: column.key, op: 'within', value: range }
  const filter = JSON.stringify(state.filter ? { and: [state.filter, test] } : test)
  const query = withoutGroup(queryOf(state, definition))
  const { data, error, refetch } = useAnswer(
    'definitions.listRows',
    { params: { key }, query: { ...query, filter, sort: column.key, limit: MOST, count: true } },
    { keepPrevious: true },
  )
  const byDay = useMemo(() => {
    const rows = new Map((data?.data ?? []).map((row) => [row.id, row]))
    for (const { row } of moving.values()) rows.set(row.id, row)
    return Map.groupBy(rows.values(), (row) =>
      dayOfCell(arrivingAt(moving, row, column.key), timeZone),
    )
  }, [data, moving, column, timeZone])
  const total = data?.total ?? null
  useEffect(() => onTotal(total), [total, onTotal])
  const mayMove = whyLocked(column, policies, viewerOf(session)) === null
  const show = (shown: string | undefined) => change({ month: shown } as { month?: string })

  const moveTo = (row: Row, day: Day) => {
    const value = row.cells[column.key]
    follow(row.id)
    move(row, movedTo(column, value, day, timeZone), `Moved to ${spoken.format(dateOf(day))}.`)
  }
  const keys = (event: KeyboardEvent, row: Row, day: Day) => {
    const to = event.altKey ? dayBeside(day, event.key) : undefined
    if (to === undefined || !mayMove) return
    event.preventDefault()
    moveTo(row, to)
  }
  const dragOver = (event: DragEvent, day: Day) => {
    if (!mayMove || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setOver(day)
  }
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault()
    setOver(null)
    const rowId = event.dataTransfer.getData(DRAGGED)
    const row = [...byDay.values()].flat().find(({ id }) => id === rowId)
    if (row) moveTo(row, day)
  }
  const item = (row: Row, day: Day) => {
    const { title } = cardOf(columns, state, row, column.key)
    const name = title ? shownText(title, row.cells[title.key], row, context) : UNTITLED
    return (
      <UnstyledButton
        key={row.id}
        className={classes.item}
        data-card={row.id}
        data-open={row.id === openRowId || undefined}
        draggable={mayMove}
        title={name}
        aria-keyshortcuts={mayMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onClick={() => onOpenRow(row.id)}
        onKeyDown={(event) => keys(event, row, day)}
        onDragStart={(event: DragEvent) => event.dataTransfer.setData(DRAGGED, row.id)}
      >
        {name}
      </UnstyledButton>
    )
  }
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows inside
    <div className={classes.calendar} onKeyDown={onUndoKey} onPointerDown={forget}>
      <Group gap="xs" mb="xs">
        <ActionIcon
          variant="default"
          aria-label="Previous month"
          onClick={() => show(monthOf(`${month}-01`, -1))}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next month"
          onClick={() => show(monthOf(`${month}-01`, 1))}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
        <Button variant="default" size="compact-sm" onClick={() => show(undefined)}>
          Today
        </Button>
        <Title order={2} size="h3" aria-live="polite">
          {months.format(dateOf(`${month}-01`))}
        </Title>
        <Text size="sm" c="dimmed">
          by {column.name}
        </Text>
      </Group>
      {!data ? (
        <Skeleton height={420} />
      ) : (
        <table ref={table} className={classes.table} aria-label={`Rows by ${column.name}`}>
          <thead>
            <tr>
              {weeks[0]!.map((day) => (
                <th key={day} scope="col">
                  {weekdays.format(dateOf(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => {
                  const rows = byDay.get(day) ?? []
                  const shown = wide === day ? rows : rows.slice(0, MOST_ITEMS)
                  return (
                    <td
                      key={day}
                      className={classes.day}
                      data-outside={!day.startsWith(month) || undefined}
                      data-today={day === today || undefined}
                      data-empty={rows.length === 0 || undefined}
                      data-over={day === over || undefined}
                      onDragOver={(event) => dragOver(event, day)}
                      onDragLeave={() => setOver(null)}
                      onDrop={(event) => drop(event, day)}
                    >
                      <span className={classes.number}>
                        <span aria-hidden>{Number(day.slice(8))}</span>
                        <span className="visually-hidden">{spoken.format(dateOf(day))}</span>
                      </span>
                      {shown.map((row) => item(row, day))}
                      {rows.length > shown.length && (
                        <Button size="compact-xs" variant="subtle" onClick={() => setWide(day)}>
                          {rows.length - shown.length} more
                        </Button>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && byDay.size === 0 && (
        <Text size="sm" c="dimmed" className={classes.nothing}>
          No rows in {months.format(dateOf(`${month}-01`))}.
        </Text>
      )}
      {data?.nextCursor && (
        <Text size="sm">
          Only the first {MOST.toLocaleString()} rows of these weeks are shown. Filter to see the
          rest.
        </Text>
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  )
}
