import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { UserActor } from '../../platform/actor.ts'
import { farewell } from './frames.rules.ts'
import type { Position } from './positions.ts'

/**
 * What may wait in a stream for its reader. More, and it is closed: the reader comes back for the rest. Streams that are
 * sent the same share its memory.
 */
const MOST_WAITING = 4 * 1024 * 1024
/** How much of it may wait before one that is catching up reads on. */
const FEW_WAITING = 64 * 1024

const farewells = {
  unauthenticated: 'The session has ended; sign in again.',
  not_found: 'The board or page is gone.',
  overloaded: 'The service is restarting; open the stream again.',
} as const

/** One listener’s open answer. */
export class Stream {
  /** As they stand now; whoever is behind the stream may lose rights while it is open. */
  actor: UserActor
  /** Of the whole workspace where there is none. */
  readonly definitionId: string | undefined
  /** The last event that it has been told, or need not be told. */
  position: Position
  /** Whether it is told with all others; else it is still told what it missed. */
  isLive = false
  readonly #raw: ServerResponse

  constructor(
    reply: FastifyReply,
    actor: UserActor,
    definitionId: string | undefined,
    position: Position,
  ) {
    this.actor = actor
    this.definitionId = definitionId
    this.position = position
    this.#raw = reply.raw
    reply.hijack()
    // Its end is that of the connection, which saves two small writes around every chunk.
    this.#raw.useChunkedEncodingByDefault = false
    this.#raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    this.#raw.flushHeaders()
  }

  get isClosed(): boolean {
    return this.#raw.destroyed || this.#raw.writableEnded
  }

  onClose(done: () => void): void {
    if (this.#raw.destroyed) done()
    else this.#raw.once('close', done)
  }

  send(chunk: Buffer | string): void {
    if (this.isClosed) return
    if (this.#raw.writableLength > MOST_WAITING) this.#raw.destroy()
    else this.#raw.write(chunk)
  }

  end(code: keyof typeof farewells): void {
    if (!this.isClosed) this.#raw.end(farewell(code, farewells[code]))
  }

  /** Settles when the reader has taken most of what was sent, or is gone. */
  async taken(): Promise<void> {
    while (!this.isClosed && this.#raw.writableLength > FEW_WAITING) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          this.#raw.off('drain', done).off('close', done)
          resolve()
        }
        // Who takes nothing for so long is gone, or as good as.
        const timer = setTimeout(() => {
          this.#raw.destroy()
          done()
        }, 30_000)
        this.#raw.once('drain', done).once('close', done)
      })
    }
  }
}
