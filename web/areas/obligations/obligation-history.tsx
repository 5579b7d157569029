import { Button, Skeleton, Text, Timeline } from '@mantine/core'
import { usePages } from '../../api.ts'
import { paths } from '../../paths.ts'
import { usePeople } from '../../session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { momentText, Time } from '../../ui/time.tsx'
import { changeTexts, deedText } from './history.rules.ts'

/** What was done to an obligation, by whom and why, oldest first. */
export function ObligationHistory({ id }: { id: number }) {
  const { nameOf } = usePeople()
  const { items, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    usePages('obligations.listHistory', { params: { id }, query: { limit: 100 } })
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (isPending) return <Skeleton height={80} />
  return (
    <>
      <Timeline bulletSize={14} lineWidth={2}>
        {items.map((entry) => (
          <Timeline.Item
            key={entry.id}
            title={
              <Text size="sm" span fw={500}>
                {deedText(entry, nameOf)}
              </Text>
            }
          >
            {entry.reason && <Text size="sm">“{entry.reason}”</Text>}
            {changeTexts(entry, nameOf, momentText).map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
            {entry.successorId !== null && (
              <Text size="sm">
                This made <AppLink to={paths.obligation(entry.successorId)}>the next one</AppLink>{' '}
                of the series.
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <Time at={entry.at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
