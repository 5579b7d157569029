import { List, Stack, Text } from '@mantine/core'
import { openStatuses } from '../../../../shared/obligation-states.ts'
import { codeOf, useAnswer } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { documentTypeWords, type Obligation } from './obligation-words.rules.ts'

interface Props {
  error: unknown
  obligation: Obligation
}

/** Why something was not done, and what to do about it. */
export function RefusalRemedy({ error, obligation }: Props) {
  if (!error) return null
  return (
    <Stack gap="xs">
      <FailureAlert error={error} {...saidOf(error, obligation)} />
      <Remedy of={error} obligation={obligation} />
    </Stack>
  )
}

/** What the service says with numbers and in words of its API. */
function saidOf(error: unknown, { requiredDocumentType }: Obligation) {
  switch (codeOf(error)) {
    case 'document_required':
      return {
        title: 'A document is missing',
        text: `Add one of the type “${documentTypeWords(requiredDocumentType ?? '')}” above and send again.`,
      }
    case 'children_open':
      return {
        title: 'It has open parts',
        text: 'Complete, waive or cancel those that are listed above, then complete this.',
      }
    default:
      return {}
  }
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
          Reopen <AppLink to={paths.obligation(parentObligationId)}>what it is a part of</AppLink>{' '}
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
          Somebody was quicker. Close this to see how it stands now; its history says who did what.
        </Text>
      )
    default:
      return null
  }
}

/** What has to be closed first, each with its link. */
export function OpenParts({ of: parentObligationId }: { of: number }) {
  const { data } = useAnswer('obligations.list', {
    query: { parentObligationId, status: openStatuses.join(','), limit: 100 },
  })
  if (!data || data.data.length === 0) return null
  return (
    <div>
      <Text size="sm">Complete, waive or cancel its open parts first:</Text>
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
