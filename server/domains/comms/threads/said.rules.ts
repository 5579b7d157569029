import type { Medium } from '../../../../contract/messages.ts'
import { MOST_ATTACHED_BYTES, MOST_TEXT_CHARS } from '../../../../shared/limits.ts'
import { charactersOf } from '../../../../shared/segments.ts'
import { type Issue, Refusal } from '../../../platform/refusal.ts'

/** The content in a body, as reply and send take it. */
export interface SaidBody {
  content?: string
  subject?: string
  content_html?: string
  template_id?: string
  definition_key?: string
  row_id?: string
  attachments?: string[]
}

const said: Record<Medium, string> = { text: '5 MB', email: '20 MiB' }

/**
 * Checks a body by itself: it has content, either words or a template.
 *
 * @param links whether the body can name a record without a template. A new thread is then about that record.
 * @throws Refusal invalid_request, with every fault.
 */
export function refuseFaults(body: SaidBody, { links }: { links: boolean }): void {
  const { content, content_html: html, template_id: template, definition_key, row_id } = body
  const [key, row] = [definition_key !== undefined, row_id !== undefined]
  const issues: Issue[] = []
  const fault = (field: string, message: string) => issues.push({ path: `body.${field}`, message })
  if ((content === undefined) === (template === undefined)) {
    const message = `${content === undefined ? 'is missing, and so is' : 'comes with'} body.template_id; send exactly one of content and template_id`
    fault('content', message)
    fault('template_id', 'or body.content: send exactly one of them')
  }
  if (template !== undefined || (links && key !== row)) {
    const why = template === undefined ? 'go together' : 'go with template_id'
    if (!key) fault('definition_key', `is missing: definition_key and row_id ${why}`)
    if (!row) fault('row_id', `is missing: definition_key and row_id ${why}`)
  } else if (!links) {
    if (key) fault('definition_key', 'is taken with template_id only')
    if (row) fault('row_id', 'is taken with template_id only')
  }
  if (html !== undefined && content === undefined) {
    fault('content_html', 'goes with content, the same in plain text; send both')
  }
  if (body.subject !== undefined && !isOneLine(body.subject)) fault('subject', ONE_LINE)
  if (content !== undefined && content.trim() === '' && !body.attachments?.length) {
    fault('content', 'is blank; send text, or attachments')
  }
  refuse(issues)
}

const ONE_LINE = 'has a line break or another control character; send one line'
const isOneLine = (subject: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(subject)

/** A subject becomes a header, and a line break would start another header. */
export function refuseLines(subject: string | undefined): void {
  if (subject !== undefined && !isOneLine(subject)) {
    refuse([{ path: 'body.subject', message: ONE_LINE }])
  }
}

/** @throws Refusal email_only, with each field that a text cannot have. */
export function refuseEmailOnly(
  medium: Medium,
  body: Pick<SaidBody, 'subject' | 'content_html'>,
): void {
  if (medium === 'email') return
  const issues = (['subject', 'content_html'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => ({ path: `body.${field}`, message: 'is for email only; leave it out' }))
  if (issues.length > 0) {
    throw new Refusal('email_only', `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
  }
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
    const message = `makes a text of ${chars} characters; send at most ${MOST_TEXT_CHARS}`
    issues.push({ path: `body.${field}`, message })
  }
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const most = MOST_ATTACHED_BYTES[medium]
  if (bytes > most) {
    const message = `come to ${bytes} bytes; send at most ${said[medium]} (${most} bytes)`
    issues.push({ path: 'body.attachments', message })
  }
  refuse(issues)
}

export function refuse(issues: Issue[]): void {
  if (issues.length === 0) return
  throw new Refusal('invalid_request', `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
}
