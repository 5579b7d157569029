import type { Failure } from '../../../sdk/client.ts'
import { capital } from '../../../shared/wording.ts'
import { fieldName } from './field-names.rules.ts'
import { answerWords } from './refused-answer.rules.ts'
import { valueWords } from './refused-value.rules.ts'

type Issue = Failure['issues'][number]

/** What a refusal says to whoever filled in a form. It names a field as the form does, not by its path in the request. */
export function failureWords(failure: Failure): string {
  const { code, message, issues } = failure
  const [first] = issues
  if (code === 'unreachable') return 'The service did not answer. Try again in a moment.'
  const words = answerWords(failure)
  if (words) return words.title ? `${words.title}. ${words.text}` : words.text
  // The value already shows which field it is.
  if (first?.values?.sent !== undefined && issues.length === 1) return `${valueWords(first)}.`
  return first && isSaidByIssues(failure) ? `${issueWords(first)}.` : message
}

/** Whether the issues are all there is to say: the message is then the first of them. */
export const isSaidByIssues = ({ code, issues }: Failure): boolean =>
  issues.length > 0 && listing.includes(code)

const listing: Failure['code'][] = [
  'invalid_request',
  'invalid_rows',
  'unknown_column',
  'unknown_reference',
]

/** `body.workspaceName is required` becomes `Workspace name is required`. */
export const issueWords = (issue: Issue): string => valueWords(issue, fieldWords(issue.path))

function fieldWords(path: string): string {
  const [, ...parts] = path.split('.')
  const name = fieldName(parts.at(-1) ?? '')
  const listed = parts.slice(0, -1).findLast((part) => part.endsWith(']'))
  if (name === '') return 'What was sent'
  return capital(listed ? `${fieldName(listed)}, ${name}` : name)
}
