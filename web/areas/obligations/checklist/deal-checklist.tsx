import { Group, Progress, Stack, Text } from '@mantine/core'
import { isOpen } from '../../../../shared/obligation-states.ts'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconChecklist } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { DeadlineMark, StatusBadge } from '../../../ui/obligations/marks.tsx'
import { Tick } from '../../../ui/obligations/tick.tsx'
import { ListSkeleton } from '../list/obligation-list.tsx'
import { type Branch, progressOf, treeOf } from '../obligation/obligation.rules.ts'
import classes from './deal-checklist.module.css'
import { UsualStipulations } from './usual-stipulations.tsx'

/** A deal's obligations, parts below their parents, and its progress. */
export function DealChecklist({ dealRowId }: { dealRowId: string }) {
  const mayWrite = useMay('member')
  const { data, error, refetch } = useAnswer('obligations.list', {
    query: { dealRowId, limit: 1000 },
  })
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (!data) return <ListSkeleton />
  const items = data.data
  const { done, of } = progressOf(items)
  return (
    <Stack>
      {of > 0 && (
        <div>
          <Text size="sm" mb={4}>
            {done} of {of} done
          </Text>
          <Progress value={(100 * done) / of} aria-label={`${done} of ${of} done`} />
        </div>
      )}
      {items.length > 0 ? (
        <ul className={classes.list}>
          {treeOf(items).map((branch) => (
            <Entry key={branch.obligation.id} {...branch} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={IconChecklist} title="No obligations on this deal yet">
          {mayWrite
            ? 'Add what the funder asks for, one click each, or add your own obligation.'
            : 'What has to be delivered before funding appears here.'}
        </EmptyState>
      )}
      {mayWrite && (
        <UsualStipulations
          dealRowId={dealRowId}
          taken={new Set(items.flatMap((one) => (one.status === 'cancelled' ? [] : [one.title])))}
        />
      )}
    </Stack>
  )
}

function Entry({ obligation, depth }: Branch) {
  const { id, title, status } = obligation
  const open = isOpen(status)
  return (
    <li
      className={`${classes.item} ${open ? '' : classes.closed}`}
      style={{ '--depth': depth } as React.CSSProperties}
    >
      <span className={classes.title}>
        <Tick obligation={obligation} />
        <AppLink to={paths.obligation(id)} inherit>
          {title}
        </AppLink>
      </span>
      <Group gap="sm">
        <DeadlineMark obligation={obligation} />
        <StatusBadge status={status} />
      </Group>
    </li>
  )
}
