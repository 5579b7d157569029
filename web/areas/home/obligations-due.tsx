import { openStatuses } from '../../../shared/obligation-states.ts'
import { paths } from '../../paths.ts'
import { type Item, useAnswer } from '../../service/api.ts'
import { IconAlarm, IconCalendarDue } from '../../ui/icons/icons.ts'
import { DeadlineMark } from '../../ui/obligations/marks.tsx'
import { Tick } from '../../ui/obligations/tick.tsx'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { dayOf, dayStart } from '../../ui/values/days.rules.ts'
import { PersonName } from '../../ui/values/person-name.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'
import { useAssignee } from './use-assignee.ts'

const SHOWN = 8
export const DAYS = 3
/** Both lists come in one answer, unless so much is overdue that it has no room for what comes next. */
const ASKED = 50
const open = { status: openStatuses.join(','), sort: 'deadlineAt' } as const

/** Until when obligations are shown. */
export const lastDeadline = (): string => dayStart(dayOf(new Date()), DAYS + 1)!

/** How the obligations until then are asked for. */
export const dueInput = (deadlineTo: string) => ({ query: { ...open, deadlineTo, limit: ASKED } })

/** Open obligations with deadlines until a few days from now, the oldest first. */
export function useObligationsDue(isAsking: boolean) {
  const tomorrow = dayStart(dayOf(new Date()), 1)!
  const end = lastDeadline()
  const all = useAnswer('obligations.list', dueInput(end), { enabled: !isAsking })
  const items = all.data?.data ?? []
  const isDue = ({ deadlineAt }: Item<'obligations.list'>) =>
    deadlineAt !== null && Date.parse(deadlineAt) < Date.parse(tomorrow)
  const due = items.filter(isDue)
  const next = items.filter((one) => !isDue(one))
  const goesOn = all.data?.nextCursor != null
  const isCut = goesOn && next.length <= SHOWN
  const rest = useAnswer(
    'obligations.list',
    { query: { ...open, deadlineFrom: tomorrow, deadlineTo: end, limit: SHOWN } },
    { enabled: isCut },
  )
  return {
    due: { ...stateOf(all), items: due, goesOn: goesOn && next.length === 0 },
    next: isCut
      ? { ...stateOf(rest), items: rest.data?.data ?? [], goesOn: rest.data?.nextCursor != null }
      : { ...stateOf(all), items: next, goesOn },
  }
}

const stateOf = ({ isPending, error, refetch }: ReturnType<typeof useAnswer>) => ({
  isPending,
  error,
  refetch,
})

interface Props {
  of: ReturnType<typeof useObligationsDue>['due']
}

/** Obligations that are overdue or due today. */
export const DueToday = ({ of }: Props) => (
  <Obligations title="Overdue and due today" icon={IconAlarm} of={of} />
)

/** Obligations that are due in the days after today. */
export const Upcoming = ({ of }: Props) => (
  <Obligations title={`Next ${DAYS} days`} icon={IconCalendarDue} of={of} />
)

interface ListProps extends Props {
  title: string
  icon: typeof IconAlarm
}

function Obligations({ title, icon, of }: ListProps) {
  const assignee = useAssignee()
  const { items, goesOn, isPending, error, refetch } = of
  return (
    <HomeCard
      title={title}
      icon={icon}
      to={paths.obligations()}
      toLabel="All obligations"
      count={`${items.length}${goesOn ? '+' : ''}`}
      isLoading={isPending}
      error={error}
      onRetry={() => refetch()}
    >
      {items.slice(0, SHOWN).map((obligation) => {
        const { id, title: name, dealRowId, assignedToUserId } = obligation
        return (
          <HomeItem
            key={id}
            to={paths.obligation(id)}
            label={name}
            before={<Tick obligation={obligation} />}
            beside={<DeadlineMark obligation={obligation} />}
          >
            {dealRowId && (
              <>
                <RecordLink rowId={dealRowId} /> ·{' '}
              </>
            )}
            {assignedToUserId === null ? (
              'unassigned'
            ) : (
              <PersonName id={assignedToUserId} as={assignee(assignedToUserId)} />
            )}
          </HomeItem>
        )
      })}
    </HomeCard>
  )
}
