import type { Failure } from '../../../sdk/client.ts'
import { valueWords } from '../../service/failures/refused-value.rules.ts'

type Issue = Failure['issues'][number]

/** A form's refusal: what is shown at its fields, and what belongs to none of them. */
export interface Sorted {
  atFields: Record<string, string>
  rest: Issue[]
}

/**
 * Assigns the service's issues to the fields of a form. A field is found by its whole path in the request, by the
 * last part of it (`body.settings.host` is `host`) or by the first (`body.types[2]` is `types`).
 *
 * @param fields the form's fields, by name.
 * @param names for fields with another name in the request: `{ 'settings.messagesPerMinute': 'perMinute' }`.
 */
export function sortIssues(
  issues: readonly Issue[],
  fields: readonly string[],
  names: Record<string, string> = {},
): Sorted {
  const sorted: Sorted = { atFields: {}, rest: [] }
  for (const issue of issues) {
    const field = fieldAt(issue.path, fields, names)
    if (field === undefined) sorted.rest.push(issue)
    else sorted.atFields[field] ??= valueWords(issue)
  }
  return sorted
}

function fieldAt(
  path: string,
  fields: readonly string[],
  names: Record<string, string>,
): string | undefined {
  const place = path.replace(/^body\.?/, '').replace(/\[\d+\]/g, '')
  const parts = place.split('.')
  return [names[place], place, parts.at(-1), parts[0]].find(
    (name) => name !== undefined && fields.includes(name),
  )
}
