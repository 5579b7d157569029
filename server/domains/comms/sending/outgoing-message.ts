import { unwritable } from '../../../../shared/unwritable.ts'
import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal, unknownReferences } from '../../../platform/refusal.ts'
import { holdFiles } from '../../records/files/files.ts'
import { isOptedOut } from '../addresses/opt-outs.sql.ts'
import { renderTemplate } from '../templates/rendering.ts'
import type { ConversationRow } from '../threads/conversations.sql.ts'
import { answerSubject } from '../threads/email-threads.rules.ts'
import { type MessageBody, refuseTooMuch } from '../threads/message-body.rules.ts'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import type { OutgoingMessage } from './queueing.ts'

type Medium = ConversationRow['medium']
type Words = Pick<OutgoingMessage, 'content' | 'subject' | 'contentHtml'>

/**
 * The content of a valid body: its own words or its template's, and its files.
 *
 * @throws Refusal unknown_reference, unknown_column, template_fields_missing, invalid_request (too much for the medium).
 */
export async function readOutgoing(
  tx: Tx,
  actor: UserActor,
  medium: Medium,
  body: MessageBody,
): Promise<OutgoingMessage> {
  const wanted = (body.attachments ?? []).map((id) => id.toLowerCase())
  const files = await holdFiles(tx, actor, wanted)
  refuseUnreadable(wanted, new Set(files.map(({ id }) => id)))
  const words = await wordsOf(tx, actor, medium, body)
  const field = body.template_id === undefined ? 'content' : 'template_id'
  refuseTooMuch(
    medium,
    field,
    words.content,
    files.map(({ size }) => Number(size)),
  )
  return { ...words, attachments: wanted, templateId: body.template_id ?? null }
}

async function wordsOf(
  tx: Tx,
  actor: UserActor,
  medium: Medium,
  body: MessageBody,
): Promise<Words> {
  if (body.template_id === undefined) {
    const html = body.content_html
    return {
      content: body.content!,
      subject: body.subject,
      contentHtml: html === undefined ? null : cleanHtml(html),
    }
  }
  const made = await renderTemplate(tx, actor, {
    templateId: body.template_id,
    definitionKey: body.definition_key!,
    rowId: body.row_id!,
    medium,
  })
  return { ...made, subject: body.subject ?? made.subject }
}

/** The default subject of an email: the thread's, marked as an answer if the thread has an email. */
export const subjectIn = (
  { medium, subject, last_message_at }: ConversationRow,
  own: string | null | undefined,
): string | null => {
  if (medium === 'text') return null
  if (own || subject === null) return own ?? null
  return last_message_at === null ? subject : answerSubject(subject)
}

/** @throws Refusal recipient_unwritable. */
export function refuseUnwritable({
  medium,
  address,
}: Pick<ConversationRow, 'medium' | 'address'>): void {
  const problem = unwritable(medium, address)
  if (problem) throw new Refusal('recipient_unwritable', problem, { address })
}

/** @throws Refusal recipient_opted_out. */
export async function refuseOptedOut(
  tx: Tx,
  { medium, address }: Pick<ConversationRow, 'medium' | 'address'>,
): Promise<void> {
  if (!(await isOptedOut(tx, medium, address))) return
  throw new Refusal('recipient_opted_out', 'address', { address, medium })
}

function refuseUnreadable(wanted: readonly string[], readable: ReadonlySet<string>): void {
  const unknown = wanted.flatMap((id, index) =>
    readable.has(id) ? [] : [`body.attachments[${index}]`],
  )
  if (unknown.length > 0) throw unknownReferences(unknown)
}
