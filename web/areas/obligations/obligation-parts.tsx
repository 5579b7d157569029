import { Button, List, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconPlus } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout/section.tsx'
import { ObligationLine } from '../../ui/obligations/obligation-line.tsx'
import type { Obligation } from '../../ui/obligations/obligation-words.rules.ts'
import { progressOf } from './obligation/obligation.rules.ts'

const NewObligation = lazy(() =>
  import('./form/new-obligation.tsx').then((m) => ({ default: m.NewObligation })),
)

/** The parts of an obligation, which cannot be completed while one of them is open. */
export function ObligationParts({
  obligation,
  mayAdd,
}: {
  obligation: Obligation
  mayAdd: boolean
}) {
  const { id, dealRowId } = obligation
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useAnswer('obligations.list', {
    query: { parentObligationId: id, limit: 1000 },
  })
  const parts = data?.data ?? []
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (parts.length === 0 && !mayAdd) return null
  const { done, of } = progressOf(parts)
  return (
    <Section
      title="Parts"
      actions={
        mayAdd && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add part
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {of > 0 && `${done} of ${of} done.`}
        {of === 0 && parts.length > 0 && 'All parts were cancelled.'}
        {parts.length === 0 &&
          'No parts yet. Add parts to make this a checklist. You can complete it once all its parts are closed.'}
      </Text>
      {parts.length > 0 && (
        <List listStyleType="none">
          {parts.map((part) => (
            <List.Item key={part.id} py={4}>
              <ObligationLine obligation={part} />
            </List.Item>
          ))}
        </List>
      )}
      <Suspense>
        {adding && (
          <NewObligation
            dealRowId={dealRowId}
            parentId={id}
            onClose={() => setAdding(false)}
            onAdded={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Section>
  )
}
