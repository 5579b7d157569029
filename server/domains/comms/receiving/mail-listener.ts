import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { SMTPServerAddress } from 'smtp-server'
import { Refusal } from '../../../platform/refusal.ts'
import { findMailHook } from '../channels/channels.sql.ts'
import type { HookTools } from './hooks.ts'
import { receiveEmail } from './inbound-email.ts'

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
 * Takes email from a local mail server for the addresses that channels send from, as their hooks would. It has no login
 * and no TLS, so it must not be reachable from outside.
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
      channelOf(options, address).then(
        (channel) => done(channel ? null : answerOf(550, `Nobody here has the address ${address}`)),
        (err) => done(failed(log, err)),
      )
    },
    onData(stream, { envelope }, done) {
      const taken = takeAll(options, stream, envelope.rcptTo)
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

const channelOf = ({ db }: HookTools, address: string): Promise<string | undefined> =>
  db.withDirectory((tx) => findMailHook(tx, address.trim().toLowerCase()))

/** The answers of the recipients' channels. A channel that already has the message answers 250 again. */
async function takeAll(
  options: MailListenerOptions,
  stream: Readable,
  recipients: readonly SMTPServerAddress[],
): Promise<(string | Answer)[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk) // if it is too large, the server refuses it once it has ended
  }
  const raw = Buffer.concat(chunks)
  const answers: (string | Answer)[] = []
  for (const { address } of recipients) {
    answers.push(size > MOST_BYTES ? answerOf(552, 'Too large') : await take(options, address, raw))
  }
  return answers
}

async function take(
  options: MailListenerOptions,
  address: string,
  raw: Buffer,
): Promise<string | Answer> {
  try {
    const channelId = await channelOf(options, address)
    const hook = channelId && (await options.findHook(channelId))
    if (!hook) return answerOf(550, `Nobody here has the address ${address}`)
    await receiveEmail(options, hook, raw)
    return 'Taken'
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return answerOf(554, error.message)
    return failed(options.log, error)
  }
}

/** SMTP has one answer for all. A temporary error wins: channels that have the message accept it again on a retry. */
function worstOf(answers: readonly (string | Answer)[]): Answer | null {
  const faults = answers.filter((answer) => typeof answer !== 'string')
  return faults.find(({ responseCode }) => responseCode < 500) ?? faults[0] ?? null
}
