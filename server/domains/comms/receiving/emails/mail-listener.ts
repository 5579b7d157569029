import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { SMTPServerAddress } from 'smtp-server'
import type { RefusalCode } from '../../../../../contract/refusals/refusals.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { findMailHook } from '../../channels/channels.sql.ts'
import type { HookTools } from '../hooks/hooks.ts'
import { receiveEmail } from './inbound-email.ts'
import { type HandedOver, mailboxes } from './mailboxes.ts'

export interface MailListenerOptions extends HookTools {
  log: Logger
  host: string
  port: number
  /** LMTP answers for each recipient; SMTP once for all. */
  protocol: 'smtp' | 'lmtp'
}

const MOST_BYTES = 30 * 1024 * 1024
const MOST_CLIENTS = 50
const IDLE_MS = 60_000

/**
 * Takes email from a local mail server: for the addresses that channels send from, as their hooks would, and for those
 * at the operator's domain. It has no login and no TLS, so it must not be reachable from outside.
 */
export async function listenForMail(
  options: MailListenerOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const { host, port, protocol, log } = options
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    lmtp: protocol === 'lmtp',
    size: MOST_BYTES,
    maxClients: MOST_CLIENTS,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    socketTimeout: IDLE_MS,
    closeTimeout: 2_000,
    banner: 'Sourcebook',
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= MOST_RECIPIENTS)
        return done(answerOf(452, 'Too many recipients'))
      recipientOf(options, address).then(
        (found) => done(found ? null : answerOf(550, `Nobody here has the address ${address}`)),
        (err) => done(failed(log, err)),
      )
    },
    onData(stream, { envelope }, done) {
      const returnPath = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const taken = takeAll(options, stream, envelope.rcptTo, returnPath)
      taken.then(
        (answers) => {
          if (protocol === 'lmtp') done(null, answers as never)
          else done(worstOf(answers))
        },
        (err) => done(failed(log, err)),
      )
    },
  })
  server.on('error', (err) => log.debug({ err }, 'a mail server disconnected'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const MOST_RECIPIENTS = 100

type Answer = Error & { responseCode: number }

const answerOf = (responseCode: number, message: string): Answer =>
  Object.assign(new Error(message.replace(/[\r\n]/g, ' ')), { responseCode })

/** A temporary error, because the outcome is unknown: the mail server sends the message again later. */
function failed(log: Logger, err: unknown): Answer {
  log.warn({ err }, 'an email could not be accepted; the mail server will send it again')
  return answerOf(451, 'Try again later')
}

/** What takes the email for a recipient. */
type Recipient = (mail: HandedOver) => Promise<unknown>

/** Nobody can take over an address at the operator's domain by sending from it with a channel. */
async function recipientOf(
  options: MailListenerOptions,
  written: string,
): Promise<Recipient | undefined> {
  const { db, files, inboundDomain: domain } = options
  const address = written.trim().toLowerCase()
  if (domain !== null && address.endsWith(`@${domain}`)) {
    const mailbox = await mailboxes.filled.find(db, address.slice(0, -domain.length - 1))
    const tools = { db, files, domain, mostBytes: MOST_BYTES }
    return mailbox && ((mail) => mailboxes.filled.receive(tools, mailbox, mail))
  }
  const channelId = await db.withDirectory((tx) => findMailHook(tx, address))
  if (!channelId) return undefined
  return async ({ raw }) => {
    if (!raw) throw tooLarge()
    const hook = await options.findHook(channelId)
    if (!hook) throw new Refusal('not_found')
    return receiveEmail(options, hook, raw)
  }
}

const tooLarge = (): Refusal =>
  new Refusal('payload_too_large', 'email_too_large', { most: MOST_BYTES / 1024 / 1024 })

/** The answers for the recipients. One that already has the message answers 250 again. */
async function takeAll(
  options: MailListenerOptions,
  stream: Readable,
  recipients: readonly SMTPServerAddress[],
  returnPath: string,
): Promise<(string | Answer)[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  const raw = size > MOST_BYTES ? undefined : Buffer.concat(chunks)
  const answers: (string | Answer)[] = []
  for (const { address } of recipients) {
    answers.push(await take(options, address, { returnPath, raw }))
  }
  return answers
}

async function take(
  options: MailListenerOptions,
  address: string,
  mail: HandedOver,
): Promise<string | Answer> {
  try {
    const recipient = await recipientOf(options, address)
    if (!recipient) throw new Refusal('not_found')
    await recipient(mail)
    return 'Taken'
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) return failed(options.log, error)
    if (error.code === 'not_found') return answerOf(550, `Nobody here has the address ${address}`)
    return answerOf(replyCodes[error.code] ?? 554, error.message)
  }
}

const replyCodes: Partial<Record<RefusalCode, number>> = {
  payload_too_large: 552,
  rate_limited: 450,
}

/** SMTP has one answer for all. A temporary error wins: recipients that have the message accept it again on a retry. */
function worstOf(answers: readonly (string | Answer)[]): Answer | null {
  const faults = answers.filter((answer) => typeof answer !== 'string')
  return faults.find(({ responseCode }) => responseCode < 500) ?? faults[0] ?? null
}
