import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { UserActor } from '../../platform/actor.ts'
import { farewell } from './frames.rules.ts'
import type { Position } from './positions.ts'

/**
 * How many bytes may wait for the reader. With more, the stream is closed, and the reader reconnects for the rest.
 * Streams that get the same frames share the memory.
 */
const MOST_WAITING = 4 * 1024 * 1024
/** How many bytes may wait before a stream that is catching up reads on. */
const FEW_WAITING = 64 * 1024

const farewells = {
  unauthenticated: 'The session has ended; sign in again.',
  not_found: 'The board or page is gone.',
  overloaded: 'The service is restarting; open the stream again.',
} as const

/** One listener’s open answer. */
export class Stream {
  /** The listener with their current rights, which they can lose while the stream is open. */
  actor: UserActor
  /** Undefined for a stream of the whole workspace. */
  readonly definitionId: string | undefined
  /** The last event that the listener got or does not need. */
  position: Position
  /** Whether it gets events together with all others; otherwise it is still catching up. */
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
    // The answer ends with the connection. Chunked encoding would add two small writes to every frame.
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

  /** Resolves when the reader has taken most of what was sent, or is gone. */
  async taken(): Promise<void> {
    while (!this.isClosed && this.#raw.writableLength > FEW_WAITING) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          this.#raw.off('drain', done).off('close', done)
          resolve()
        }
        // A reader that takes nothing for this long counts as gone.
        const timer = setTimeout(() => {
          this.#raw.destroy()
          done()
        }, 30_000)
        this.#raw.once('drain', done).once('close', done)
      })
    }
  }
}
