import { Chip, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import type { Column, Definition } from '../list/types.ts'
import classes from './activity.module.css'
import { folded } from './activity.rules.ts'
import { ActivityEntry, type TimelineEntry } from './activity-entry.tsx'
import { useActorName } from './use-actor-name.ts'
import { useMentionsRead } from './use-mentions-read.ts'

const kinds: [TimelineEntry['kind'], string][] = [
  ['comment', 'Comments'],
  ['message', 'Messages'],
  ['file', 'Files'],
  ['change', 'Changes'],
  ['obligation', 'Obligations'],
  ['money', 'Commissions'],
  ['agreement', 'Agreements'],
]

interface Props {
  definition: Definition
  rowId: string
  mayChange: (column: Column) => boolean
  onReverted: () => void
}

/** Everything that happened to a record, newest first: changes, comments, messages and work. */
export function Activity({ definition, rowId, mayChange, onReverted }: Props) {
  const [shown, setShown] = useState<string[]>([])
  useMentionsRead(rowId)
  const timeline = usePages(
    'definitions.getTimeline',
    {
      params: { key: definition.key, rowId },
      query: { limit: 30, ...(shown.length > 0 ? { kinds: shown.join(',') } : {}) },
    },
    { keepPrevious: true },
  )
  const actors = timeline.items.map(({ actor }) => actor)
  const actorName = useActorName(definition.key, actors)
  return (
    <>
      <Chip.Group multiple value={shown} onChange={setShown}>
        <Group gap={4} role="group" aria-label="Filter by kind">
          {kinds.map(([kind, label]) => (
            <Chip
              key={kind}
              value={kind}
              size="xs"
              variant="outline"
              classNames={{ label: classes.kind! }}
            >
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {timeline.isLoading && <Skeleton height={120} role="status" aria-label="Loading" />}
      {timeline.error && <FailureAlert error={timeline.error} onRetry={() => timeline.refetch()} />}
      {timeline.data && timeline.items.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing of this kind yet.
        </Text>
      )}
      <ol className={classes.entries}>
        {folded(timeline.items).map(([entry, ...earlier]) => (
          <ActivityEntry
            key={entry!.id}
            definition={definition}
            rowId={rowId}
            entry={entry!}
            earlier={earlier}
            actorName={actorName}
            mayChange={mayChange}
            onReverted={onReverted}
          />
        ))}
      </ol>
      <More of={timeline}>Show earlier</More>
    </>
  )
}
