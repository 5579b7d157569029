import type { sendReasons } from '../../../../contract/conversations.ts'
import type { Medium } from '../../../../contract/messages.ts'
import { MOST_TEXT_CHARS } from '../../../../shared/limits.ts'
import { charactersOf } from '../../../../shared/segments.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { Refusal, unknownReference, unknownReferences } from '../../../platform/refusal.ts'
import { findLiveRows } from '../../records/rows/live-rows.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { addressIssue, readAddress } from '../addresses/addresses.rules.ts'
import { isOptedOut } from '../addresses/opt-outs.sql.ts'
import { fillTemplate } from '../templates/rendering.ts'
import type { Words } from '../templates/templates.rules.ts'
import { findTemplate, type TemplateRow } from '../templates/templates.sql.ts'
import { type ConversationRow, lockThreadWith } from '../threads/conversations.sql.ts'
import { threadWith } from '../threads/threads.ts'
import { queueMessage } from './queueing.ts'
import { channelOf } from './replies.ts'
import { subjectIn } from './said.ts'

interface Recipient {
  to: string
  row_id: string
}

interface Refused {
  row_id: string
  reason: (typeof sendReasons)[number]
  message: string
}

/**
 * Queues a template for several recipients, each filled from a row. Whoever cannot get it is refused alone.
 *
 * @throws Refusal unknown_reference, unknown_column.
 */
export async function sendMany(
  tx: Tx,
  actor: UserActor,
  body: { template_id: string; channel_id?: string; recipients: readonly Recipient[] },
) {
  const template = await findTemplate(tx, body.template_id)
  if (!template) throw unknownReference('template_id')
  const { medium } = template
  const channelId = await channelOf(tx, medium, body.channel_id)
  await refuseMissing(tx, template, body.recipients)
  const { region } = await getWorkspace(tx)
  const wanted: { row_id: string; address: string; words: Words }[] = []
  const refused: Refused[] = []
  const taken = new Set<string>()
  for (const { to, row_id } of body.recipients) {
    const refuse = (reason: Refused['reason'], message: string) =>
      refused.push({ row_id, reason, message })
    const read = readAddress(medium, to, region)
    if (!('address' in read)) {
      refuse('address_invalid', addressIssue('to', read.refusal).message)
      continue
    }
    const { address } = read
    if (taken.has(address)) {
      refuse('address_repeated', `${address} gets the message for another row.`)
    } else if (await isOptedOut(tx, medium, address)) {
      refuse('recipient_opted_out', `${address} has opted out.`)
    } else {
      const filled = await filledOrWhy(tx, actor, template, row_id)
      if ('reason' in filled) {
        refuse(filled.reason, filled.message)
        continue
      }
      taken.add(address)
      wanted.push({ row_id, address, words: filled.words })
    }
  }
  const threads = await threadsWith(tx, actor, template, wanted)
  const messages = []
  for (const { row_id, address, words } of wanted) {
    const conversation = threads.get(address)!
    const { id } = await queueMessage(tx, actor, conversation, {
      content: words.content,
      contentHtml: words.contentHtml,
      subject: subjectIn(conversation, words.subject),
      templateId: template.id,
      channelId,
    })
    messages.push({ row_id, message_id: id, conversation_id: conversation.id })
  }
  return { messages, refused }
}

async function refuseMissing(
  tx: Tx,
  { definitionId }: TemplateRow,
  recipients: readonly Recipient[],
): Promise<void> {
  const live = await findLiveRows(
    tx,
    definitionId,
    recipients.map(({ row_id }) => row_id),
  )
  const missing = recipients.flatMap(({ row_id }, i) =>
    live.has(row_id.toLowerCase()) ? [] : [`body.recipients[${i}].row_id`],
  )
  if (missing.length > 0) throw unknownReferences(missing)
}

type Filled = { words: Words } | Pick<Refused, 'reason' | 'message'>

async function filledOrWhy(
  tx: Tx,
  actor: UserActor,
  template: TemplateRow,
  rowId: string,
): Promise<Filled> {
  try {
    const { words, missing } = await fillTemplate(tx, actor, template, rowId, 'template_id')
    if (missing.length > 0) {
      const message = `The record has no value for ${missing.join(', ')}.`
      return { reason: 'template_fields_missing', message }
    }
    return isTooLong(template.medium, words.content) ? TOO_LONG : { words }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_request') return TOO_LONG
    throw error
  }
}

const TOO_LONG: Filled = { reason: 'too_long', message: 'The message would be too long.' }

const isTooLong = (medium: Medium, content: string): boolean =>
  medium === 'text' && charactersOf(content) > MOST_TEXT_CHARS

/**
 * The threads of the recipients, all locked. Those that exist are locked in the order of addresses before any is opened
 * or written to, so that two requests with the same recipients wait for each other.
 */
async function threadsWith(
  tx: Tx,
  actor: UserActor,
  { medium, definitionId }: TemplateRow,
  wanted: readonly { row_id: string; address: string; words: Words }[],
): Promise<ReadonlyMap<string, ConversationRow>> {
  const inOrder = wanted.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  for (const { address, row_id } of inOrder) await lockThreadWith(tx, medium, address, row_id)
  const threads = new Map<string, ConversationRow>()
  for (const { address, row_id: rowId, words } of inOrder) {
    const { subject } = words
    const about = { medium, address, subject, definitionId, rowId }
    threads.set(address, (await threadWith(tx, actorRef(actor), about)).conversation)
  }
  return threads
}
