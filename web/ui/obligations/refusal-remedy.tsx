import { List, Stack, Text } from '@mantine/core'
import { openStatuses } from '../../../shared/obligation-states.ts'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer } from '../../service/api.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { AppLink } from '../links/app-link.tsx'
import type { Obligation } from './obligation-words.rules.ts'

interface Props {
  error: unknown
  obligation: Obligation
}

/** Why something failed, and what to do about it. */
export function RefusalRemedy({ error, obligation }: Props) {
  if (!error) return null
  return (
    <Stack gap="xs">
      <FailureAlert error={error} />
      <Remedy of={error} obligation={obligation} />
    </Stack>
  )
}

interface RemedyProps {
  of: unknown
  obligation: Obligation
}

/** What to do about a refusal. */
function Remedy({ of: error, obligation }: RemedyProps) {
  const { parentObligationId } = obligation
  switch (codeOf(error)) {
    case 'parent_closed':
      return parentObligationId === null ? null : (
        <Text size="sm">
          Reopen{' '}
          <AppLink to={paths.obligation(parentObligationId)}>the obligation it is part of</AppLink>{' '}
          first.
        </Text>
      )
    case 'already_started':
    case 'already_submitted':
    case 'already_completed':
    case 'already_waived':
    case 'already_cancelled':
    case 'not_submitted':
    case 'not_completed':
      return (
        <Text size="sm">
          Someone else changed it first. Close this dialog to see its current state; the history
          shows who did what.
        </Text>
      )
    default:
      return null
  }
}

/** The parts to close first, as links. */
export function OpenParts({ of: parentObligationId }: { of: number }) {
  const { data } = useAnswer('obligations.list', {
    query: { parentObligationId, status: openStatuses.join(','), limit: 100 },
  })
  if (!data || data.data.length === 0) return null
  return (
    <div>
      <Text size="sm">Complete, waive or cancel the open parts first:</Text>
      <List size="sm">
        {data.data.map(({ id, title }) => (
          <List.Item key={id}>
            <AppLink to={paths.obligation(id)} inherit>
              {title}
            </AppLink>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
