import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net'

export interface Wire {
  /** The port it listens on; 0 if it listens on a path. */
  port: number
  /** Ends every connection at once, without a goodbye. */
  cut(): void
  /** Stops passing anything on, like a network that loses packets; `false` resumes. */
  freeze(frozen: boolean): void
  close(): Promise<void>
}

export interface WireOptions {
  target: NetConnectOpts
  listen?: ListenOptions
  /** Called with each piece of the target's answer, before it is passed on; `false` disconnects the client instead. */
  onAnswer?: (piece: Buffer, sent: Buffer[], client: Socket) => boolean
}

/** A wire between a client and a server that a test can cut. */
export async function startWire(options: WireOptions): Promise<Wire> {
  const { target, listen = { port: 0, host: '127.0.0.1' }, onAnswer } = options
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true })
    const sent: Buffer[] = []
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}) // 'close' follows
      socket.once('close', () => sockets.delete(socket))
      if (frozen) socket.pause()
    }
    client.on('data', (piece: Buffer) => {
      if (onAnswer) sent.push(piece)
      upstream.write(piece)
    })
    upstream.on('data', (piece: Buffer) => {
      if (onAnswer && !onAnswer(piece, sent, client)) client.destroy()
      else if (!client.destroyed) client.write(piece)
    })
    // A disconnected client leaves the other half open, so that the answer is read to its end.
    client.once('end', () => upstream.end())
    upstream.once('close', () => client.destroy())
  })
  server.listen(listen)
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port ?? 0,
    cut,
    freeze(wanted) {
      frozen = wanted
      for (const socket of sockets) wanted ? socket.pause() : socket.resume()
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
