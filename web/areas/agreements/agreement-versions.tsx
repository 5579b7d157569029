import { List, Modal, Paper, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type Item, usePages } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { More } from '../../ui/layout/more.tsx'
import { AgreementText } from './agreement-text.tsx'
import { effectiveDay } from './agreement-words.ts'

type Version = Item<'agreements.listVersions'>

/** Every published version, including upcoming ones; each can be read as published. */
export function AgreementVersions({ kind }: { kind: string }) {
  const [reading, setReading] = useState<Version | null>(null)
  const { items, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } =
    usePages('agreements.listVersions', { params: { kind }, query: { limit: 20 } })
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="agreement-versions">
      <Title order={2} id="agreement-versions" mb="xs">
        Versions
      </Title>
      {error ? <FailureAlert error={error} onRetry={() => refetch()} /> : null}
      {isPending && <Skeleton height={40} />}
      <List listStyleType="none">
        {items.map((version) => (
          <List.Item key={version.version}>
            <UnstyledButton py={4} onClick={() => setReading(version)}>
              <Text size="sm" c="harbor" td="underline" span>
                Version {version.version}
              </Text>
              <Text size="sm" c="dimmed" span display="block">
                {whenText(version)} {effectiveDay(version.effectiveAt)}
                {version.requiresResign && items.length > 1 && ', must be signed again'}
              </Text>
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
      <More of={{ hasNextPage, isFetchingNextPage, fetchNextPage }} size="compact-sm" />
      <Modal
        opened={reading !== null}
        onClose={() => setReading(null)}
        size="lg"
        title={reading ? `${reading.title}, version ${reading.version}` : ''}
      >
        {reading && (
          <>
            {reading.bodyHtml.includes('{{') && (
              <Text size="sm" c="dimmed" mb="sm">
                As published. Text in {'{{ }}'} is filled in for each workspace.
              </Text>
            )}
            <AgreementText html={reading.bodyHtml} title={`Text of version ${reading.version}`} />
          </>
        )}
      </Modal>
    </Paper>
  )
}

function whenText({ current, effectiveAt }: Version): string {
  if (current) return 'Current since'
  return Date.parse(effectiveAt) > Date.now() ? 'Takes effect' : 'Since'
}
