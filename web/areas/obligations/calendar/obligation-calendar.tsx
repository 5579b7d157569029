import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useAllPages } from '../../../service/api.ts'
import { useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { MonthBar } from '../../../ui/layout/month-bar.tsx'
import { isMonth, monthOf, weeksOf } from '../../../ui/values/calendar.rules.ts'
import { dayText, locale } from '../../../ui/values/day-words.ts'
import { dayOf, dayStart, isDay } from '../../../ui/values/days.rules.ts'
import { firstDayOf } from '../../../ui/values/weeks.rules.ts'
import { type ObligationsSearch, queryOf } from '../list/filters.rules.ts'
import { ObligationList } from '../list/obligation-list.tsx'
import { CalendarGrid } from './calendar-grid.tsx'

/** A month with more is read in several requests, and drawn once it is whole. */
const PAGE = 1000

interface Props {
  search: ObligationsSearch
  onChange: (change: Partial<ObligationsSearch>) => void
}

/** The obligations due in a month, day by day, and those due on the chosen day. */
export function ObligationCalendar({ search, onChange }: Props) {
  const { seat } = useSession()
  const today = dayOf(new Date())
  const chosen = isDay(search.day) ? search.day : today
  const month = isMonth(search.month) ? search.month : monthOf(chosen)
  const weeks = weeksOf(month, firstDayOf(locale))
  const { items, isWhole, error, refetch } = useAllPages(
    'obligations.list',
    {
      query: {
        ...queryOf({ ...search, due: undefined }, { me: seat.crmUserId, today }),
        deadlineFrom: dayStart(weeks[0]?.[0])!,
        deadlineTo: dayStart(weeks.at(-1)?.[6], 1)!,
        limit: PAGE,
      },
    },
    { keepPrevious: true },
  )
  const due = Map.groupBy(items, ({ deadlineAt }) => dayOf(new Date(deadlineAt!)))
  const show = (shown: string) => onChange({ month: shown, day: undefined })
  const choose = (day: string) => onChange({ day, month: monthOf(day) })
  const ofDay = due.get(chosen) ?? []

  return (
    <Stack>
      <MonthBar month={month} onShow={show} onToday={() => choose(today)} />
      {error ? <FailureAlert error={error} onRetry={() => refetch()} /> : null}
      {isWhole ? (
        <CalendarGrid
          weeks={weeks}
          month={month}
          today={today}
          // A day of another month can only be chosen in that month.
          chosen={monthOf(chosen) === month ? chosen : `${month}-01`}
          due={due}
          onChoose={choose}
        />
      ) : (
        <Skeleton height={420} />
      )}
      <Text size="xs" c="dimmed">
        Obligations without a deadline are only in the list.
      </Text>
      {isWhole && monthOf(chosen) === month && (
        <section aria-label="Selected day">
          <Title order={3} mb="xs">
            {dayText(chosen)}
          </Title>
          {ofDay.length > 0 ? (
            <ObligationList items={ofDay} withDeal={search.dealRowId === undefined} />
          ) : (
            <Text size="sm" c="dimmed">
              Nothing due on this day.
            </Text>
          )}
        </section>
      )}
    </Stack>
  )
}
