import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { systemActor } from '../../../../platform/actor.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import { newId } from '../../../../platform/ids.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { fileName, fileType } from '../../../records/files/files.rules.ts'
import { createFile } from '../../../records/files/files.ts'
import type { Upload } from '../../../records/files/uploads.ts'
import { isLooping, messageIdOf, messageIdsOf, writtenAt } from '../../email/mail.rules.ts'
import { readMail } from '../../email/mail.ts'
import { type MailKind, mailKind } from '../../email/mail-kinds.rules.ts'
import type { Mail, MailFile } from '../../email/parsed-mail.ts'
import { pictureType } from '../../email/pictures.rules.ts'
import { ownIdOf } from '../../threads/email-threads.rules.ts'
import { type Pictures, textInHtml } from '../../threads/sanitize.rules.ts'
import { type Hook, type HookAnswer, type HookTools, NO_MESSAGE } from '../hooks/hooks.ts'
import { type Received, receiveMessage, recognise } from '../storing/receiving.ts'
import { receiveReport } from './bounces.ts'
import { cleanAside } from './html-cleaner.ts'
import { isLong, MOST_CHARS, shownOf, withLongTexts } from './long-texts.rules.ts'
import { ownAddresses } from './own-addresses.ts'
import { writersOf } from './writers.rules.ts'

export type Email = Omit<Received, 'attachments'> & {
  /** The address that it was sent by. It is also that of the contact, unless the answer goes to another. */
  author: string
  externalId: string
  /** How long its text is, of which the content may be the beginning. */
  textChars: number
}

/**
 * Processes an email to a channel: as a message of a thread or, if it is a mail server's report on an email that we
 * sent, as a report.
 *
 * @throws Refusal invalid_message, overloaded.
 */
export async function receiveEmail(
  { db, files, inboundDomain }: Pick<HookTools, 'db' | 'files' | 'inboundDomain'>,
  { workspaceId, channel }: Pick<Hook, 'workspaceId' | 'channel'>,
  raw: Buffer,
): Promise<HookAnswer> {
  const mail = withLongTexts(readMail(raw))
  if (isLooping(mail.headers)) throw new Refusal('invalid_message', 'loop')
  const kind = mailKind(mail)
  const inWorkspace = <T>(effect: (tx: Tx) => Promise<T>) =>
    db.withWorkspace({ workspaceId }, effect)
  if (kind === 'report') {
    await inWorkspace((tx) => receiveReport(tx, mail))
    return NO_MESSAGE
  }
  const parts = mail.files.map((file) => ({ ...file, id: newId() }))
  const isOurs = await inWorkspace((tx) => ownAddresses(tx, inboundDomain))
  const arrival = { workspaceId, channelId: channel.id, kind, isOurs }
  const email = await emailOf(mail, arrival, picturesOf(parts))
  const { known } = await inWorkspace((tx) => recognise(tx, email))
  if (known) return answerOf(known)
  const uploads: (Upload & { id: string })[] = []
  let kept = false
  try {
    for (const part of parts) uploads.push({ ...(await keep(files, part)), id: part.id })
    const received = await inWorkspace(async (tx) => {
      for (const { id, ...upload } of uploads) {
        await createFile(tx, systemActor(workspaceId), upload, id)
      }
      const attachments = uploads.map(({ id }) => id)
      return receiveMessage(tx, { ...email, attachments })
    })
    // If the email came twice at once, the second copy's files belong to nothing and are purged a day later.
    kept = true
    return answerOf(received)
  } finally {
    if (!kept) for (const { key } of uploads) await files.delete(key)
  }
}

const answerOf = (of: { messageId: number; conversationId: number }): HookAnswer => ({
  message_id: of.messageId,
  conversation_id: of.conversationId,
})

async function keep(store: FileStore, { name, type, bytes }: MailFile): Promise<Upload> {
  const stored = await store.put(Readable.from([bytes]), bytes.length)
  return { ...stored, name: fileName(name), type: fileType(type), fields: {} }
}

/** Where the app gets the pictures that the HTML shows in place. If two have the same id, the first counts. */
export const picturesOf = (files: readonly (MailFile & { id: string })[]): Pictures =>
  new Map(
    files
      .flatMap(({ cid, id, bytes }): [string, string][] =>
        cid !== null && pictureType(bytes) ? [[cid, `/v1/files/${id}/content`]] : [],
      )
      .reverse(),
  )

/** Where an email came in, and what is known of it. */
interface Arrival {
  workspaceId: string
  channelId: string | null
  kind: MailKind
  isOurs: (address: string) => boolean
}

/** @throws Refusal invalid_message without a writer; overloaded. */
export async function emailOf(
  mail: Mail,
  { workspaceId, channelId, kind, isOurs }: Arrival,
  pictures: Pictures,
): Promise<Email> {
  const { headers } = mail
  const writers = writersOf(headers, isOurs)
  if (!writers) throw new Refusal('invalid_message', 'no_sender')
  const { author, contact } = writers
  const sentBy = author === contact ? undefined : author.address
  const html = await cleanAside(mail.html.slice(0, MOST_CHARS), pictures, workspaceId)
  const words = mail.text.trim() === '' ? textInHtml(html) : mail.text
  const subject = headers.get('subject')
  const email = {
    channelId,
    medium: 'email',
    author: author.address,
    from: contact.address,
    fromName: contact.name,
    sentBy,
    subject: typeof subject === 'string' ? subject : null,
    content: shownOf(words, mail),
    // HTML that is cut off could show something else, so only its text is shown.
    contentHtml: html === '' || isLong(mail.html) ? null : html,
    textChars: words.trimEnd().length,
    externalId: messageIdOf(headers.get('message-id')) ?? madeUpId(mail, [contact.address, sentBy]),
    inReplyTo: messageIdOf(headers.get('in-reply-to')),
    references: messageIdsOf(headers.get('references')),
    occurredAt: writtenAt(mail.date),
    automatic: kind === 'automatic',
  } satisfies Email
  const fileHashes = mail.files.map(({ bytes }) => sha256(bytes))
  const { from, fromName, content, occurredAt = null } = email
  const compared = [from, fromName, occurredAt, subject, content, fileHashes]
  const hash = sha256(JSON.stringify(sentBy ? [...compared, sentBy] : compared))
  return { ...email, own: { id: ownIdOf(email.externalId, hash), fileHashes } }
}

const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex')

/** An id for an email without a Message-ID: the same each time it comes, whatever headers servers have added. */
function madeUpId({ headers, date, text, html }: Mail, from: (string | undefined)[]): string {
  const writers = from.filter((address) => address !== undefined)
  const parts = [...writers, date, headers.get('subject') ?? null, text, html]
  return `<${sha256(JSON.stringify(parts)).slice(0, 40)}@no-message-id.invalid>`
}
