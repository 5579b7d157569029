import type * as Nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { lazily } from './lazy.ts'
import { headerName, type Mailbox } from './mailbox.rules.ts'
import { within } from './within.ts'

const nodemailer = lazily<typeof Nodemailer>('nodemailer')

/** An email from the service itself, in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

export interface SystemMailOptions {
  /** Such as `smtps://user:password@mail.example.com`. */
  url: string
  /** The sender; the default name is Sourcebook. */
  from: Mailbox
}

export interface SystemMail {
  /**
   * Writes an email and sends it in the background, so that the client cannot tell how long that takes or whether it
   * fails. Nothing is sent if `write` returns nothing.
   */
  post(write: () => Promise<Mail | undefined>): void
  close(): Promise<void>
}

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000
/** How long a stop waits for mail that is being sent. */
const CLOSING_MS = 2_000

const timeouts = {
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: ANSWER_MS,
}

/**
 * Greets the mail server and signs in, without sending anything.
 * @throws Error with the server's words, if it cannot be reached or refuses the login
 */
export async function tryMailServer(url: string): Promise<void> {
  const transport = nodemailer().createTransport({ url, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends through the operator's mail server. Each email has its own connection, as there are few. */
export function createSystemMail({ url, from }: SystemMailOptions, log: Logger): SystemMail {
  let transport: Nodemailer.Transporter | undefined
  const open = () =>
    nodemailer().createTransport(
      { url, ...timeouts },
      {
        from: { ...from, name: headerName(from.name) ?? 'Sourcebook' },
        headers: { 'Auto-Submitted': 'auto-generated' },
      },
    )
  const underWay = new Set<Promise<void>>()

  async function send(write: () => Promise<Mail | undefined>): Promise<void> {
    try {
      const mail = await write()
      if (!mail) return
      transport ??= open()
      await transport.sendMail(mail)
    } catch (error) {
      // The error's message is not logged: a mail server may repeat the recipient in it.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn({ mail: code, answered: responseCode }, 'a system mail was not sent')
    }
  }

  return {
    post(write) {
      const sent = send(write).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async close() {
      await within(Promise.all(underWay), CLOSING_MS)
      transport?.close()
    },
  }
}
