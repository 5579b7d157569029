import { IconAlarm, IconCalendarDue } from '@tabler/icons-react'
import { openStatuses } from '../../../shared/obligation-states.ts'
import { useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { DeadlineMark } from '../../ui/obligations/marks.tsx'
import { Tick } from '../../ui/obligations/tick.tsx'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { dayOf, dayStart } from '../../ui/values/days.rules.ts'
import { PersonName } from '../../ui/values/person-name.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'
import { useAssignee } from './use-assignee.ts'

const SHOWN = 8
const DAYS = 3
const open = { status: openStatuses.join(','), sort: 'deadlineAt', limit: SHOWN } as const

/** Open obligations that are overdue or due today, the oldest first. */
export function DueToday() {
  const tomorrow = dayStart(dayOf(new Date()), 1)!
  const query = useAnswer('obligations.list', { query: { ...open, deadlineTo: tomorrow } })
  return (
    <Obligations
      title="Overdue and due today"
      icon={IconAlarm}
      empty="Nothing overdue or due today."
      query={query}
    />
  )
}

/** Open obligations that are due in the days after today, the next first. */
export function Upcoming() {
  const today = dayOf(new Date())
  const query = useAnswer('obligations.list', {
    query: {
      ...open,
      deadlineFrom: dayStart(today, 1)!,
      deadlineTo: dayStart(today, DAYS + 1)!,
    },
  })
  return (
    <Obligations
      title={`Next ${DAYS} days`}
      icon={IconCalendarDue}
      empty={`Nothing due in the next ${DAYS} days.`}
      query={query}
    />
  )
}

interface Props {
  title: string
  icon: typeof IconAlarm
  empty: string
  query: ReturnType<typeof useAnswer<'obligations.list'>>
}

function Obligations({ title, icon, empty, query }: Props) {
  const assignee = useAssignee()
  const all = query.data?.data ?? []
  return (
    <HomeCard
      title={title}
      icon={icon}
      to={paths.obligations()}
      toLabel="All obligations"
      {...(all.length > 0 ? { count: `${all.length}${query.data?.nextCursor ? '+' : ''}` } : {})}
      isLoading={query.isLoading}
      error={query.error}
      onRetry={() => query.refetch()}
      empty={empty}
    >
      {all.map((obligation) => {
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
