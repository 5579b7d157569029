import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconBan, IconChecklist, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isOpen } from '../../../../shared/obligation-states.ts'
import { useAnswer } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { ListSkeleton } from '../list/obligation-list.tsx'
import { StandingMark, StatusBadge } from '../obligation/marks.tsx'
import { type Branch, progressOf, treeOf } from '../obligation/obligation.rules.ts'
import type { Obligation } from '../obligation/obligation-words.rules.ts'
import classes from './deal-checklist.module.css'
import { UsualStipulations } from './usual-stipulations.tsx'

const CompleteDialog = lazy(() =>
  import('../verbs/complete-dialog.tsx').then((m) => ({ default: m.CompleteDialog })),
)

/** A deal's obligations, parts below their parents, and its progress. */
export function DealChecklist({ dealRowId }: { dealRowId: string }) {
  const mayWrite = useMay('member')
  const [completing, setCompleting] = useState<Obligation | null>(null)
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
            <Entry
              key={branch.obligation.id}
              {...branch}
              onComplete={mayWrite ? setCompleting : undefined}
            />
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
      <Suspense>
        {completing && (
          <CompleteDialog obligation={completing} onClose={() => setCompleting(null)} />
        )}
      </Suspense>
    </Stack>
  )
}

interface EntryProps extends Branch {
  onComplete: ((obligation: Obligation) => void) | undefined
}

function Entry({ obligation, depth, onComplete }: EntryProps) {
  const { id, title, status, dueAt } = obligation
  const open = isOpen(status)
  const Shown = open ? IconCircle : status === 'completed' ? IconCircleCheck : IconBan
  return (
    <li
      className={`${classes.item} ${open ? '' : classes.closed}`}
      style={{ '--depth': depth } as React.CSSProperties}
    >
      <span className={classes.title}>
        <Shown size={18} aria-hidden />
        <AppLink to={paths.obligation(id)} inherit>
          {title}
        </AppLink>
      </span>
      <Group gap="sm">
        {open && dueAt && (
          <Text size="sm">
            Due <Time at={dueAt} as="day" />
          </Text>
        )}
        <StandingMark obligation={obligation} />
        <StatusBadge status={status} />
        {open && onComplete && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Complete ${title}`}
            onClick={() => onComplete(obligation)}
          >
            Complete
          </Button>
        )}
      </Group>
    </li>
  )
}
