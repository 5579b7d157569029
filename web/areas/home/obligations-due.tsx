import { Badge } from '@mantine/core'
import { IconAlarm, IconCalendarDue } from '@tabler/icons-react'
import { type Item, useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Time } from '../../ui/values/time.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'
import { useAssignee } from './use-assignee.ts'

const SHOWN = 8
type Obligation = Item<'obligations.list'>

/** Open obligations that are already late, the oldest first. */
export function OverdueObligations() {
  const query = useAnswer('obligations.list', {
    query: {
      status: 'open,in_progress,submitted',
      breached: true,
      sort: 'dueAt',
      limit: SHOWN,
    },
  })
  return (
    <Obligations
      title="Overdue"
      icon={IconAlarm}
      empty="Nothing overdue."
      query={query}
      beside={({ breachSeverity }) =>
        breachSeverity && (
          <Badge color={breachSeverity === 'critical' ? 'red' : 'orange'} variant="light">
            {breachSeverity}
          </Badge>
        )
      }
    />
  )
}

/** Open obligations that will be late within three days, the next first. */
export function UpcomingObligations() {
  const query = useAnswer('obligations.list', { query: { forecast: '72h', limit: SHOWN } })
  return (
    <Obligations
      title="Due within 3 days"
      icon={IconCalendarDue}
      empty="Nothing due in the next three days."
      query={query}
    />
  )
}

interface Props {
  title: string
  icon: typeof IconAlarm
  empty: string
  query: ReturnType<typeof useAnswer<'obligations.list'>>
  beside?: (obligation: Obligation) => React.ReactNode
}

function Obligations({ title, icon, empty, query, beside }: Props) {
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
        const { id, title: name, dueAt, slaBreachAt, assignedToUserId } = obligation
        return (
          <HomeItem key={id} to={paths.obligation(id)} label={name} beside={beside?.(obligation)}>
            Due <Time at={dueAt ?? slaBreachAt} /> · {assignee(assignedToUserId)}
          </HomeItem>
        )
      })}
    </HomeCard>
  )
}
