import { Alert, Button, Text } from '@mantine/core'
import { Refused } from '../../service/api.ts'
import { isSaidByIssues, issueWords } from '../../service/failures/failure-words.rules.ts'
import { answerWords } from '../../service/failures/refused-answer.rules.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { RequestId } from './request-id.tsx'

interface Props {
  error: unknown
  title?: string
  /** Shown instead of the service's own words where those do not fit. */
  text?: string
  /** How amounts are written, where the refusal may name some. */
  money?: (minor: number) => string
  onRetry?: () => void
}

/** Why something is missing or was not done, with every problem that the service named. */
export function FailureAlert({ error, title = 'That didn’t work', text, money, onRetry }: Props) {
  const failure = error instanceof Refused ? error.failure : undefined
  const words = failure && answerWords(failure, money)
  const listed = [
    ...(failure?.issues ?? []).map(issueWords),
    ...(failure?.errors ?? []).map(({ index, message }) => `Row ${index + 1}: ${message}`),
  ]
  // If there is only one, the message says it all.
  const problems = listed.length > 1 ? listed : []
  const message = text ?? words?.text ?? (error instanceof Error ? error.message : String(error))
  const isListed =
    text === undefined && problems.length > 0 && failure !== undefined && isSaidByIssues(failure)
  return (
    <Alert
      color="red"
      title={words?.title ?? title}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      {!isListed && <Text size="sm">{message}</Text>}
      {problems.length > 0 && (
        <Text component="ul" size="sm" mt={isListed ? 0 : 'xs'} mb={0} ps="md">
          {problems.slice(0, 20).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </Text>
      )}
      {onRetry && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
      <RequestId of={failure?.requestId} />
    </Alert>
  )
}
