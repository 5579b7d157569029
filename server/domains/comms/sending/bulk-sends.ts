import type { sendReasons } from '../../../../contract/comms/conversations.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import { messageOf, type Why, why } from '../../../../contract/refusals/reasons.ts'
import { MOST_TEXT_CHARS } from '../../../../shared/limits.ts'
import { charactersOf } from '../../../../shared/segments.ts'
import type { Values } from '../../../../shared/sentences.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { issueAt, unknownReference, unknownReferences } from '../../../platform/refusal.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { addressIssue, readNamedAddress } from '../addresses/addresses.rules.ts'
import { optedOutAmong } from '../addresses/opt-outs.sql.ts'
import { type Filled, fillTemplates } from '../templates/rendering.ts'
import type { Words } from '../templates/templates.rules.ts'
import { findTemplate, type TemplateRow } from '../templates/templates.sql.ts'
import { type UnsavedWords, unsavedTemplate } from '../templates/templates.ts'
import { type ConversationRow, lockThreadWith } from '../threads/conversations.sql.ts'
import { refuse } from '../threads/message-body.rules.ts'
import { threadWith } from '../threads/threads.ts'
import { subjectIn } from './outgoing-message.ts'
import { queueMessage } from './queueing.ts'
import { channelOf } from './replies.ts'

interface Recipient {
  to: string
  row_id: string
}

/** A recipient, with the address as it was read and the template as their row fills it. */
interface Candidate {
  row_id: string
  read: ReturnType<typeof readNamedAddress>
  filled: Filled
}

interface Wanted {
  row_id: string
  address: string
  name: string | null
  words: Words
}

interface Refused {
  row_id: string
  reason: (typeof sendReasons)[number]
  message: string
  values: Values
}

type Body = Partial<UnsavedWords> & {
  template_id?: string
  channel_id?: string
  recipients: readonly Recipient[]
}

/**
 * Queues a template, or a message with merge fields, for several recipients, each filled from a row. A recipient who cannot get it
 * is refused alone. Statements for all of them go to the database together, because until the end nobody else can send a message.
 *
 * @throws Refusal invalid_request, email_only, unknown_reference, unknown_column.
 */
export async function sendMany(tx: Tx, actor: UserActor, body: Body) {
  const template = await templateOf(tx, actor, body)
  const { medium } = template
  const channelId = await channelOf(tx, medium, body.channel_id)
  const candidates = await candidatesOf(tx, actor, template, body.recipients)
  const addresses = candidates.flatMap(({ read }) => ('address' in read ? [read.address] : []))
  const optedOut = await optedOutAmong(tx, medium, addresses)
  const { wanted, refused } = judge(medium, candidates, optedOut)
  const threads = await threadsWith(tx, actor, template, wanted)
  const messages = await together(
    wanted.map(async ({ row_id, address, name, words }) => {
      const conversation = threads.get(address)!
      const { id } = await queueMessage(tx, actor, conversation, {
        content: words.content,
        contentHtml: words.contentHtml,
        subject: subjectIn(conversation, words.subject),
        // Also without a template that is kept: with an id, it keeps to quiet hours, like everything sent to many.
        templateId: template.id,
        channelId,
        toName: name,
      })
      return { row_id, message_id: id, conversation_id: conversation.id }
    }),
  )
  return { messages, refused }
}

/**
 * The template that is named, or what is written in place of one.
 *
 * @throws Refusal invalid_request, email_only, unknown_reference, unknown_column.
 */
async function templateOf(tx: Tx, actor: UserActor, body: Body): Promise<TemplateRow> {
  const { template_id, medium, definition_key, subject, content, content_html } = body
  if (template_id === undefined) {
    const needed = { medium, definition_key, content }
    refuse(
      Object.entries(needed).flatMap(([field, value]) =>
        value === undefined ? [issueAt(`body.${field}`, why('missing', {}))] : [],
      ),
    )
    if (trimmed(content!) === '') refuse([issueAt('body.content', why('nothing_said', {}))])
    return unsavedTemplate(tx, actor, {
      medium: medium!,
      definition_key: definition_key!,
      content: content!,
      ...(subject !== undefined && { subject }),
      ...(content_html !== undefined && { content_html }),
    })
  }
  const words = { medium, definition_key, subject, content, content_html }
  refuse(
    Object.entries(words).flatMap(([field, value]) =>
      value === undefined
        ? []
        : [issueAt(`body.${field}`, why('not_with', { field: 'template_id' }))],
    ),
  )
  const template = await findTemplate(tx, template_id)
  if (!template) throw unknownReference('template_id')
  return template
}

/** @throws Refusal unknown_reference (a row that does not exist), unknown_column. */
async function candidatesOf(
  tx: Tx,
  actor: UserActor,
  template: TemplateRow,
  recipients: readonly Recipient[],
): Promise<Candidate[]> {
  const { region } = await getWorkspace(tx)
  const rowIds = recipients.map(({ row_id }) => row_id)
  const filled = await fillTemplates(tx, actor, template, rowIds, 'template_id')
  const missing: string[] = []
  const candidates = recipients.flatMap(({ to, row_id }, i): Candidate[] => {
    const ofRow = filled.get(row_id.toLowerCase())
    if (ofRow)
      return [{ row_id, read: readNamedAddress(template.medium, to, region), filled: ofRow }]
    missing.push(`body.recipients[${i}].row_id`)
    return []
  })
  if (missing.length > 0) throw unknownReferences(missing)
  return candidates
}

/** Who gets the message, and who does not and why. */
function judge(
  medium: Medium,
  candidates: readonly Candidate[],
  optedOut: ReadonlySet<string>,
): { wanted: Wanted[]; refused: Refused[] } {
  const wanted = new Map<string, Wanted>()
  const refused: Refused[] = []
  for (const { row_id, read, filled } of candidates) {
    if (!('address' in read)) {
      const { message, values } = addressIssue('to', read.refusal)
      refused.push({ row_id, reason: 'address_invalid', message, values })
      continue
    }
    const refuse = (reason: Refused['reason'], because: Why) =>
      refused.push({ row_id, reason, message: messageOf(because), values: because.values })
    const { address, name } = read
    const { words, missing } = filled
    if (wanted.has(address)) {
      refuse('address_repeated', why('address_repeated', { address }))
    } else if (optedOut.has(address)) {
      refuse('recipient_opted_out', why('recipient_opted_out', { address }))
    } else if (missing.length > 0) {
      const columns = missing.join(', ')
      refuse('template_fields_missing', why('template_fields_missing', { columns }))
    } else if (!words || isTooLong(medium, words.content)) {
      refuse('too_long', why('message_too_long', {}))
    } else wanted.set(address, { row_id, address, name, words })
  }
  return { wanted: [...wanted.values()], refused }
}

const isTooLong = (medium: Medium, content: string): boolean =>
  medium === 'text' && charactersOf(content) > MOST_TEXT_CHARS

/**
 * The threads of the recipients, all locked. Threads that exist are locked in the order of addresses before any is opened
 * or written to, so that two requests with the same recipients wait for each other.
 */
async function threadsWith(
  tx: Tx,
  actor: UserActor,
  { medium, definitionId }: TemplateRow,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, ConversationRow>> {
  const inOrder = wanted.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  await together(inOrder.map(({ address, row_id }) => lockThreadWith(tx, medium, address, row_id)))
  const threads = await together(
    inOrder.map(({ address, row_id: rowId, words }) => {
      const { subject } = words
      return threadWith(tx, actorRef(actor), { medium, address, subject, definitionId, rowId })
    }),
  )
  return new Map(inOrder.map(({ address }, i) => [address, threads[i]!.conversation]))
}

/** Waits until all have ended, even if one fails: none may go on in a transaction that is over. */
async function together<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}
