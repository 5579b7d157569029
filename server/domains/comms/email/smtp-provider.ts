import { Readable } from 'node:stream'
import type * as Nodemailer from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'
import { lazily } from '../../../platform/lazy.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { portOf } from '../channels/channels.rules.ts'
import type { OpenChannel, Outgoing, Provider } from '../channels/provider.ts'
import { compose } from './email-composition.rules.ts'
import { type SmtpFailure, sayFailure, verdictOf } from './smtp-verdicts.rules.ts'

const nodemailer = lazily<typeof Nodemailer>('nodemailer')

/** Options for tests: shorter times, and the certificates of their servers. */
export interface SmtpOptions {
  connectMs?: number
  socketMs?: number
  /** How long a message may take, including its wait for a connection. Must be less than an attempt's limit. */
  sendMs?: number
  ca?: string
}

/** Connections to one server, and how long an idle one is kept. */
const MOST_CONNECTIONS = 3
const IDLE_MS = 30_000

interface Pool {
  /** The settings that it was made with. */
  made: string
  transport: ReturnType<typeof newTransport>
  sending: number
  retired: boolean
}

/** Email through SMTP servers: one pool of connections for each channel, replaced when its settings change. */
export function smtpProvider(outbound: Outbound, options: SmtpOptions = {}): Provider {
  const pools = new Map<string, Pool>()

  function poolOf(channel: OpenChannel): Pool {
    const { messagesPerMinute: _, ...settings } = channel.settings
    const made = JSON.stringify([settings, channel.credentials])
    const known = pools.get(channel.id)
    if (known?.made === made) return known
    if (known) retire(known)
    const transport = newTransport(outbound, channel, options)
    const pool = { made, transport, sending: 0, retired: false }
    pools.set(channel.id, pool)
    return pool
  }

  return {
    async send(channel, outgoing, begin) {
      const composed = compose(channel, outgoing)
      if ('fault' in composed) return { kind: 'permanent', ...composed.fault }
      await begin()
      const pool = poolOf(channel)
      let handedOver = false
      const mail: SendMailOptions & Watched = {
        ...composed,
        envelope: { from: composed.from.address, to: composed.to.address },
        attachments: outgoing.attachments.map(attachmentOf),
        xMailer: false,
        signal: AbortSignal.timeout(options.sendMs ?? 90_000),
        onHandedOver: () => {
          handedOver = true
        },
      }
      pool.sending++
      try {
        await pool.transport.sendMail(mail)
        return { kind: 'accepted', externalId: null }
      } catch (error) {
        return verdictOf(failureOf(error), handedOver)
      } finally {
        pool.sending--
        if (pool.retired && pool.sending === 0) pool.transport.close()
      }
    },
    async test(channel) {
      const transport = newTransport(outbound, channel, options)
      try {
        await transport.verify()
        return null
      } catch (error) {
        return sayFailure(failureOf(error))
      } finally {
        transport.close()
      }
    },
    async close() {
      for (const { transport } of pools.values()) transport.close({ force: true })
      pools.clear()
    },
  }
}

/** Closes a pool once its messages in progress are finished. */
function retire(pool: Pool): void {
  pool.retired = true
  if (pool.sending === 0) pool.transport.close()
}

/** Called when the connection has taken all of a message. */
interface Watched {
  onHandedOver?: () => void
}

function newTransport(outbound: Outbound, channel: OpenChannel, options: SmtpOptions) {
  const transport = nodemailer().createTransport({
    pool: true,
    ...optionsOf(outbound, channel, options),
  })
  transport.use('stream', (mail, done) => {
    const { message } = mail
    const createReadStream = message.createReadStream.bind(message)
    const { onHandedOver = () => {} } = mail.data as Watched
    message.createReadStream = (...settings) =>
      createReadStream(...settings).once('end', onHandedOver)
    done()
  })
  return transport
}

function optionsOf(
  outbound: Outbound,
  { workspaceId, settings, credentials }: OpenChannel,
  { connectMs = 10_000, socketMs = 60_000, ca }: SmtpOptions,
): SMTPPoolOptions {
  const { host = '', security = 'starttls' } = settings
  const port = portOf(settings)
  const { user, pass = '' } = credentials
  return {
    // Our own code connects, so that the address is checked; TLS runs on top, for the name of the host.
    getSocket: (_, done) =>
      void outbound
        .connect(host, port, { holder: workspaceId, timeoutMs: connectMs })
        .then((connection) => done(null, { connection }), done),
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user ? { auth: { user, pass }, forceAuth: true } : {}),
    maxConnections: MOST_CONNECTIONS,
    idleTimeout: IDLE_MS,
    // An idle connection may have been closed. If nothing was sent yet, it tries once more.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: socketMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca ? { tls: { ca } } : {}),
  }
}

/** Opens the file only when its bytes are needed, because a message may have to wait for a connection. */
const attachmentOf = ({ name, type, open }: Outgoing['attachments'][number]) => ({
  filename: name,
  contentType: type,
  content: Readable.from(bytesOf(open), { objectMode: false }),
})

async function* bytesOf(open: () => Promise<Readable>): AsyncGenerator<Uint8Array> {
  yield* (await open()) as AsyncIterable<Uint8Array>
}

const failureOf = (error: unknown): SmtpFailure => error as SmtpFailure
