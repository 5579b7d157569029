import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, certificateKey } from './certificate.ts'

/** An email as the server got it. */
export interface Mailed {
  from: string
  to: string[]
  /** The message as it was sent. */
  raw: string
  user: string | undefined
  secure: boolean
}

/**
 * What the server does: accepts everything; answers with a code at a step; takes the message and disconnects before its
 * answer; disconnects before the message; or waits that long at a step.
 */
export type Manner =
  | 'take'
  | 'take and drop'
  | 'drop at data'
  | { at: 'connect' | 'rcpt' | 'data'; code: number; text?: string }
  | { at: 'rcpt' | 'data'; waitMs: number }

export interface SinkOptions extends SMTPServerOptions {
  login?: { user: string; pass: string }
}

/** A mail server on loopback that tests control. */
export async function startSink({ login, ...options }: SinkOptions = {}) {
  let manner: Manner = 'take'
  let connections = 0
  let silences = 0
  const mailed: Mailed[] = []
  const sockets = new Set<Socket>()
  const refusal = (at: string): Error | undefined => {
    if (typeof manner === 'string' || manner.at !== at || !('code' in manner)) return undefined
    return Object.assign(new Error(manner.text ?? 'as it was told'), { responseCode: manner.code })
  }
  const wait = async (at: string) => {
    if (typeof manner !== 'string' && manner.at === at && 'waitMs' in manner) {
      silences++
      await sleep(manner.waitMs, undefined, { ref: false })
    }
  }
  const server = new SMTPServer({
    key: certificateKey,
    cert: certificate,
    authOptional: !login,
    hidePIPELINING: true,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 10,
    ...options,
    onConnect(_session, done) {
      connections++
      done(refusal('connect'))
    },
    onAuth({ username, password }, _session, done) {
      const known = username === login?.user && password === login?.pass
      const text = `no such login: ${username} ${password}`
      if (known) done(null, { user: username })
      else done(Object.assign(new Error(text), { responseCode: 535 }))
    },
    async onRcptTo(_address, _session, done) {
      await wait('rcpt')
      done(refusal('rcpt'))
    },
    async onData(stream, session, done) {
      if (manner === 'drop at data') return void dropAll()
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return
      const error = refusal('data')
      if (error) return void done(error)
      mailed.push({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        raw,
        to: session.envelope.rcptTo.map(({ address }) => address),
        secure: session.secure,
        user: session.user as string | undefined,
      })
      await wait('data')
      if (manner === 'take and drop') return void dropAll()
      done()
    },
  })
  server.on('error', () => {}) // a client that disconnects
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    /** As in OUTBOUND_ALLOW. */
    host: `127.0.0.1:${port}`,
    mailed,
    connections: () => connections,
    /** How often it has begun to wait at a step. */
    silences: () => silences,
    /** From now on, behaves like this. */
    behaves: (next: Manner) => {
      manner = next
    },
    /** Ends every connection. */
    dropAll,
    /** Closes the server itself: destroying a socket under TLS midway would end the process too. */
    stop: async (): Promise<void> => {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
