import { Readable } from 'node:stream'
import { messageOf, type Why, why } from '../../../../contract/refusals/reasons.ts'
import { type IntakeActor, intakeActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId, secretHash } from '../../../platform/ids.ts'
import { notFound, Refusal, type RowError } from '../../../platform/refusal.ts'
import { readMail } from '../../comms/email/mail.ts'
import { mailKind } from '../../comms/email/mail-kinds.rules.ts'
import type { Mail, MailFile } from '../../comms/email/parsed-mail.ts'
import { receiveReport } from '../../comms/receiving/emails/bounces.ts'
import { type Email, emailOf, picturesOf } from '../../comms/receiving/emails/inbound-email.ts'
import { withLongTexts } from '../../comms/receiving/emails/long-texts.rules.ts'
import type {
  HandedOver,
  Mailbox,
  Mailboxes,
  MailTools,
} from '../../comms/receiving/emails/mailboxes.ts'
import { ownAddresses } from '../../comms/receiving/emails/own-addresses.ts'
import {
  isAboutRecord,
  isSent,
  linkThread,
  receiveMessage,
  recognise,
} from '../../comms/receiving/storing/receiving.ts'
import { refuseArrival, writeArrival } from '../../ingest/writing/arrivals.ts'
import { viewOf } from '../../records/definitions/definition.rules.ts'
import { lockDefinition } from '../../records/definitions/locate.ts'
import { announcing } from '../../records/files/announced-files.ts'
import { fileName, fileType } from '../../records/files/files.rules.ts'
import { createFile } from '../../records/files/files.ts'
import { type Upload, withUploads } from '../../records/files/uploads.ts'
import { cellsFrom } from './mail-cells.rules.ts'
import * as sql from './mailboxes.sql.ts'
import { noiseIn } from './noise.rules.ts'

/** How many emails an address takes within an hour. */
const MOST_FROM_ONE = 30
const MOST_IN_ALL = 600
const HOUR_S = 3600

/** Forgets the emails of a workspace that no mail server delivers again. */
export const sweepEmails = (tx: Tx): void => sql.forgetTaken(tx)

/** The addresses of boards and pages. */
export const intakeMailboxes: Mailboxes = {
  async find(db, local) {
    const mailbox = await db.withDirectory((tx) => sql.findMailbox(tx, local))
    return mailbox && (await liveAddress(db, mailbox)) ? mailbox : undefined
  },
  receive: receiveMail,
}

const liveAddress = (db: Database, mailbox: Mailbox): Promise<sql.LiveAddress | undefined> =>
  db.withWorkspace(mailbox, (tx) => sql.findLiveAddress(tx, mailbox.id))

/** An email as it was read. One that is no message is known by its hash when it comes again. */
type ReadEmail = { sender: string } & (
  | { kind: 'unreadable'; hash: Buffer; why: Why; refusal: Refusal }
  | { kind: 'report'; hash: Buffer; why: Why; mail: Mail }
  | { kind: 'email'; noise: Why | undefined; email: Email; parts: (MailFile & { id: string })[] }
)

/**
 * Takes an email to an address: as a row and a message, or as a message of the conversation that it answers, or with a
 * receipt that says why it makes no row. An email that the address has had changes nothing.
 *
 * @throws Refusal not_found, invalid_message, payload_too_large, rate_limited, overloaded.
 */
async function receiveMail(tools: MailTools, mailbox: Mailbox, handed: HandedOver): Promise<void> {
  const { db, domain, files } = tools
  const address = await liveAddress(db, mailbox)
  if (!address) throw notFound()
  const actor = intakeActor({
    through: 'address',
    workspaceId: mailbox.workspaceId,
    id: address.id,
    definitionId: address.definitionId,
    family: address.kind,
  })
  const isOurs = await db.withWorkspace(mailbox, (tx) => ownAddresses(tx, domain))
  const { workspaceId } = mailbox
  const here = { workspaceId, address: `${address.localPart}@${domain}`, isOurs }
  const read = await readEmail(handed, here, tools.mostBytes)
  // Most of what comes again or too often ends here, before its files are stored.
  let admission = await db.withWorkspace(mailbox, async (tx) =>
    admit(tx, actor, read, await hashOf(tx, read)),
  )
  if (admission === 'new') {
    const store = announcing(db, actor, files)
    const uploads: (Upload & { id: string })[] = []
    admission = await withUploads(store, uploads, async (keep) => {
      for (const { id, name, type, bytes } of read.kind === 'email' ? read.parts : []) {
        const stored = await store.put(Readable.from([bytes]), bytes.length)
        uploads.push({ ...stored, id, name: fileName(name), type: fileType(type), fields: {} })
      }
      return db.withWorkspace(mailbox, (tx) => takeOnce(tx, actor, read, uploads, keep))
    })
  }
  if (admission instanceof Refusal) throw admission
  if (read.kind === 'unreadable') throw read.refusal
}

async function readEmail(
  { raw, returnPath }: HandedOver,
  {
    workspaceId,
    address,
    isOurs,
  }: { workspaceId: string; address: string; isOurs: (address: string) => boolean },
  mostBytes: number,
): Promise<ReadEmail> {
  if (!raw) {
    const tooLarge = why('email_too_large', { most: `${mostBytes / 1024 / 1024} MiB` })
    const refusal = new Refusal('payload_too_large', { errors: [emailError(tooLarge)] })
    return {
      kind: 'unreadable',
      hash: secretHash(newId()),
      sender: returnPath,
      why: tooLarge,
      refusal,
    }
  }
  const hash = secretHash(raw.toString('latin1'))
  try {
    const mail = withLongTexts(readMail(raw))
    const { headers } = mail
    const kind = mailKind(mail)
    if (kind === 'report') {
      const report = why('email_is_a_report', {})
      return { kind: 'report', hash: reportHash(mail), sender: returnPath, why: report, mail }
    }
    const parts = mail.files.map((file) => ({ ...file, id: newId() }))
    const arrival = { workspaceId, channelId: null, kind, isOurs }
    const email = await emailOf(mail, arrival, picturesOf(parts))
    const noise = noiseIn({ headers, from: email.author, returnPath }, address)
    const automatic = email.automatic || noise?.reason === 'email_is_automatic'
    return {
      kind: 'email',
      sender: email.author,
      noise,
      email: { ...email, automatic },
      parts,
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    const problem = why('email_unreadable', { problem: error.message })
    return { kind: 'unreadable', hash, sender: returnPath, why: problem, refusal: error }
  }
}

/** The same each time that a report comes, whatever headers servers have added. */
function reportHash({ headers, date, text, files }: Mail): Buffer {
  const parts = files.map(({ bytes }) => bytes.toString('base64'))
  return secretHash(JSON.stringify([headers.get('message-id'), date, text, parts]))
}

const emailError = (refused: Why): RowError => ({
  index: 0,
  message: messageOf(refused),
  ...refused,
})

/** What an email is known by when it comes again. */
const hashOf = async (tx: Tx, read: ReadEmail): Promise<Buffer> =>
  read.kind === 'email' ? secretHash((await recognise(tx, read.email)).externalId!) : read.hash

/** Whether an email is taken: a refusal if too many come, of which a receipt tells once an hour. */
async function admit(
  tx: Tx,
  actor: IntakeActor,
  { sender }: ReadEmail,
  hash: Buffer,
): Promise<'new' | 'before' | Refusal> {
  const { before, fromSender, inAll } = await sql.countTaken(tx, actor.id, hash, sender)
  if (before) return 'before'
  if (fromSender < MOST_FROM_ONE && inAll < MOST_IN_ALL) return 'new'
  const limit =
    fromSender < MOST_FROM_ONE
      ? { most: MOST_IN_ALL, whose: 'in all' }
      : { most: MOST_FROM_ONE, whose: 'from one sender' }
  const tooMany = why('too_many_emails', limit)
  if (await sql.noteFlood(tx, actor.id)) await refuseArrival(tx, actor, tooMany)
  return new Refusal('rate_limited', { errors: [emailError(tooMany)], retryAfter: HOUR_S })
}

/** Emails to one address are taken one after the other, so that each is taken once. */
async function takeOnce(
  tx: Tx,
  actor: IntakeActor,
  read: ReadEmail,
  uploads: readonly (Upload & { id: string })[],
  keep: () => void,
): Promise<'new' | 'before' | Refusal> {
  const address = await sql.lockLiveAddress(tx, actor.id)
  if (!address) throw notFound()
  const hash = await hashOf(tx, read)
  const admission = await admit(tx, actor, read, hash)
  if (admission !== 'new') return admission
  sql.insertTaken(tx, actor.id, hash, read.sender)
  if (read.kind === 'report') await receiveReport(tx, read.mail)
  if (read.kind === 'email') await take(tx, actor, address, read, uploads, keep)
  else await refuseArrival(tx, actor, read.why)
  return 'new'
}

async function take(
  tx: Tx,
  actor: IntakeActor,
  { columns }: sql.LiveAddress,
  { email, noise }: ReadEmail & { kind: 'email' },
  uploads: readonly (Upload & { id: string })[],
  keep: () => void,
): Promise<void> {
  const isOurs = await isSent(tx, email.externalId)
  if (isOurs || noise?.reason === 'email_is_from_here') {
    await refuseArrival(tx, actor, why('email_is_from_here', {}))
    return
  }
  const isReply = await isAboutRecord(tx, email)
  if (noise && !isReply) await refuseArrival(tx, actor, noise)
  // A channel may have had the same email.
  const { known } = await recognise(tx, email)
  const makesRow = !noise && !isReply
  if (known && !makesRow) return

  const files = []
  for (const { id, ...upload } of uploads) files.push(await createFile(tx, actor, upload, id))
  keep()
  const rowId = makesRow ? await makeRow(tx, actor, columns, email, files) : undefined
  const about = rowId === undefined ? undefined : { definitionId: actor.definitionId, rowId }
  if (!known) await receiveMessage(tx, { ...email, attachments: files.map(({ id }) => id), about })
  else if (about) await linkThread(tx, known.conversationId, about)
}

/** @returns the id of the row; undefined if the cells do not fit, which the receipt then says. */
async function makeRow(
  tx: Tx,
  actor: IntakeActor,
  columns: sql.LiveAddress['columns'],
  { from, fromName = null, subject = null, content, contentHtml, textChars }: Email,
  files: readonly { id: string; name: string; type: string }[],
): Promise<string | undefined> {
  const view = viewOf(await lockDefinition(tx, actor.definitionId), actor)
  const { sent, left } = cellsFrom(view, columns, {
    from,
    name: fromName,
    subject,
    body: content,
    bodyChars: textChars,
    // Pictures that are shown in its text, such as a logo under it, are no files that somebody sent along.
    files: files.filter(({ id }) => !contentHtml?.includes(`/v1/files/${id}/content`)),
  })
  const arrived = await writeArrival(tx, {
    actor,
    sent,
    columnIds: Object.keys(sent),
    left,
  })
  return arrived instanceof Refusal || arrived.outcome !== 'created' ? undefined : arrived.rowId
}
