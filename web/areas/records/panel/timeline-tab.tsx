import { Chip, Group, Skeleton, Stack } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import type { Definition } from '../grid/types.ts'
import classes from './panel.module.css'
import { type TimelineEntry, TimelineItem } from './timeline-entry.tsx'
import { useActorName } from './use-actor-name.ts'

const kinds: [TimelineEntry['kind'], string][] = [
  ['change', 'Changes'],
  ['comment', 'Comments'],
  ['message', 'Messages'],
  ['obligation', 'Obligations'],
  ['money', 'Money'],
  ['agreement', 'Agreements'],
]

/** Everything that happened to a record, newest first. */
export function TimelineTab({ definition, rowId }: { definition: Definition; rowId: string }) {
  const [shown, setShown] = useState<string[]>([])
  const actorName = useActorName(definition.key)
  const timeline = usePages(
    'definitions.getTimeline',
    {
      params: { key: definition.key, rowId },
      query: { limit: 30, ...(shown.length > 0 ? { kinds: shown.join(',') } : {}) },
    },
    { keepPrevious: true },
  )
  return (
    <Stack gap="sm">
      <Chip.Group multiple value={shown} onChange={setShown}>
        <Group gap={6} role="group" aria-label="Filter by kind">
          {kinds.map(([kind, label]) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {timeline.isLoading && <Skeleton height={120} role="status" aria-label="Loading" />}
      {timeline.error && <FailureAlert error={timeline.error} onRetry={() => timeline.refetch()} />}
      {timeline.data && timeline.items.length === 0 && (
        <EmptyState icon={IconTimeline} title="Nothing to show">
          Choose other kinds to see more of this record’s timeline.
        </EmptyState>
      )}
      <ol className={classes.entries}>
        {timeline.items.map((entry) => (
          <TimelineItem
            key={entry.id}
            definition={definition}
            entry={entry}
            actorName={actorName}
          />
        ))}
      </ol>
      <More of={timeline}>Show earlier</More>
    </Stack>
  )
}
