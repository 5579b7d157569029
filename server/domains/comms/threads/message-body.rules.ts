import type { Medium } from '../../../../contract/comms/messages.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { MOST_ATTACHED_BYTES, MOST_TEXT_CHARS } from '../../../../shared/limits.ts'
import { charactersOf } from '../../../../shared/segments.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'

/** The content in a body, as reply and send take it. */
export interface MessageBody {
  content?: string
  subject?: string
  content_html?: string
  template_id?: string
  definition_key?: string
  row_id?: string
  attachments?: string[]
}

const sizeWords: Record<Medium, string> = { text: '5 MB', email: '20 MiB' }

/**
 * Checks a body by itself: it has content, either words or a template.
 *
 * @param links whether the body can name a record without a template. A new thread is then about that record.
 * @throws Refusal invalid_request, with every fault.
 */
export function refuseFaults(body: MessageBody, { links }: { links: boolean }): void {
  const { content, content_html: html, template_id: template, definition_key, row_id } = body
  const [key, row] = [definition_key !== undefined, row_id !== undefined]
  const issues: Issue[] = []
  const fault = (field: string, refused: Why) => issues.push(issueAt(`body.${field}`, refused))
  if ((content === undefined) === (template === undefined)) {
    const reason = content === undefined ? 'content_or_template_missing' : 'content_and_template'
    fault('content', why(reason, {}))
    fault('template_id', why('template_or_content', {}))
  }
  if (template !== undefined || (links && key !== row)) {
    const reason = template === undefined ? 'record_incomplete' : 'record_with_template'
    if (!key) fault('definition_key', why(reason, {}))
    if (!row) fault('row_id', why(reason, {}))
  } else if (!links) {
    if (key) fault('definition_key', why('only_with', { field: 'template_id' }))
    if (row) fault('row_id', why('only_with', { field: 'template_id' }))
  }
  if (html !== undefined && content === undefined) {
    fault('content_html', why('html_without_content', {}))
  }
  if (body.subject !== undefined && !isOneLine(body.subject)) fault('subject', ONE_LINE)
  if (content !== undefined && trimmed(content) === '' && !body.attachments?.length) {
    fault('content', why('nothing_said', {}))
  }
  refuse(issues)
}

const ONE_LINE = why('not_one_line', {})
const isOneLine = (subject: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(subject)

/** A subject becomes a header, and a line break would start another header. */
export function refuseLines(subject: string | undefined): void {
  if (subject !== undefined && !isOneLine(subject)) {
    refuse([issueAt('body.subject', ONE_LINE)])
  }
}

/** @throws Refusal email_only, with each field that a text cannot have. */
export function refuseEmailOnly(
  medium: Medium,
  body: Pick<MessageBody, 'subject' | 'content_html'>,
): void {
  if (medium === 'email') return
  const issues = (['subject', 'content_html'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => issueAt(`body.${field}`, why('email_only_field', {})))
  if (issues.length > 0) throw refusalWith('email_only', issues)
}

/**
 * Refuses content that the provider would refuse.
 *
 * @param field the field that the words came in.
 * @throws Refusal invalid_request.
 */
export function refuseTooMuch(
  medium: Medium,
  field: 'content' | 'template_id',
  content: string,
  sizes: readonly number[],
): void {
  const issues: Issue[] = []
  const chars = charactersOf(content)
  if (medium === 'text' && chars > MOST_TEXT_CHARS) {
    const tooLong = why('text_too_long', { chars, most: MOST_TEXT_CHARS })
    issues.push(issueAt(`body.${field}`, tooLong))
  }
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const most = MOST_ATTACHED_BYTES[medium]
  if (bytes > most) {
    const tooLarge = why('attachments_too_large', {
      bytes,
      most: sizeWords[medium],
      most_bytes: most,
    })
    issues.push(issueAt('body.attachments', tooLarge))
  }
  refuse(issues)
}

export function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
}
