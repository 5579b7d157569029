import type { Logger } from 'pino'
import type { DefinitionAddress } from '../../../contract/language/addressed.ts'
import { actorRef, type UserActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { SENT, type Sent, type UserCall } from '../../platform/http/call.ts'
import { member } from '../../platform/processes/group-member.ts'
import { Refusal } from '../../platform/refusal.ts'
import { Counts } from '../../platform/sharing/counts.ts'
import { Shares } from '../../platform/sharing/shares.ts'
import { Turns } from '../../platform/sharing/turns.ts'
import { locate } from '../records/definitions/locate.ts'
import { findEnd } from './events.sql.ts'
import { heartbeat, startedOver } from './frames.rules.ts'
import { cursorOf, type Position } from './positions.ts'
import { positionAt } from './pull.ts'
import { Stream } from './stream.ts'
import { Tail } from './tail.ts'

export interface LiveOptions {
  db: Database
  log: Logger
  mostStreams?: number
  mostPerSeat?: number
  heartbeatMs?: number
}

/** The last event that a listener has seen: as a browser says that opens a stream again, or as a program asks. */
export interface LastSeen {
  lastEventId?: string | undefined
  after?: string | undefined
}

const POLL_MS = 100
/** A process never asks the database more often than this, however many workspaces have listeners. */
const LEAST_MS_A_TAIL = 10
/** How many streams read what they missed at once, and how long one may wait for that. */
const CATCHING_UP = 4
const CATCH_UP_MS = 600_000

/** The open streams of this process, and the tails that feed them: one for each workspace with listeners. */
export class Live {
  readonly #options: LiveOptions
  readonly #tails = new Map<string, Tail>()
  readonly #perSeat = new Counts()
  readonly #beats: NodeJS.Timeout
  readonly #places: Shares
  readonly #catchUps = new Turns({
    atOnce: CATCHING_UP,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitMs: CATCH_UP_MS,
    refuse: () => new Refusal('overloaded', { retryAfter: 5 }),
  })
  #isClosing = false

  constructor(options: LiveOptions) {
    this.#options = options
    this.#places = new Shares(options.mostStreams ?? 5000)
    this.#beats = setInterval(() => this.#beat(), options.heartbeatMs ?? 15_000).unref()
  }

  /**
   * Answers a call with a stream of events, of the workspace or of one definition.
   *
   * @param seen the cursor of the last event that the listener has seen; without it the stream begins now.
   * @throws Refusal not_found, invalid_cursor, rate_limited (too many for the seat), overloaded.
   */
  async open(
    { actor, reply, request }: UserCall,
    address: DefinitionAddress | undefined,
    seen: LastSeen,
  ): Promise<Sent> {
    const { db } = this.#options
    const { workspaceId } = actor
    const { definition, end, place } = await db.withWorkspace(actor, async (tx) => ({
      place: await startOf(tx, seen),
      definition: address && (await locate(tx, address)),
      end: await findEnd(tx),
    }))
    const leave = await this.#enter(actor)
    const stream = new Stream(reply, actor, definition?.id, place ?? end)
    if (request.method === 'HEAD') {
      leave()
      reply.raw.end()
      return SENT
    }
    const tail = this.#tailOf(workspaceId, end)
    stream.onClose(() => {
      leave()
      tail.streams.delete(stream)
      if (tail.streams.size > 0 || this.#tails.get(workspaceId) !== tail) return
      tail.stop()
      this.#tails.delete(workspaceId)
    })
    tail.add(stream, place !== undefined)
    if (seen.lastEventId && !place) stream.send(startedOver)
    stream.send(heartbeat(cursorOf(stream.position)))
    return SENT
  }

  /** Ends every stream, when the service stops. */
  close(): void {
    this.#isClosing = true
    clearInterval(this.#beats)
    for (const tail of this.#tails.values()) {
      tail.stop()
      for (const stream of tail.streams) stream.end('overloaded')
    }
    this.#tails.clear()
  }

  /**
   * Counts a stream. A seat's streams, and a token's, are counted over all processes of the group.
   * @returns a function that takes it off the count
   */
  async #enter(actor: UserActor): Promise<() => void> {
    const { mostPerSeat = 20 } = this.#options
    const { workspaceId } = actor
    if (this.#isClosing || !this.#places.take(workspaceId)) {
      throw new Refusal('overloaded', { retryAfter: this.#isClosing ? 1 : 5 })
    }
    const seat = `${workspaceId} ${actorRef(actor)}`
    const counts = member ?? this.#perSeat
    const open = await counts.enter(seat, mostPerSeat)
    if (open >= mostPerSeat) {
      this.#places.leave(workspaceId)
      throw new Refusal(
        'rate_limited',
        actor.token ? 'streams_of_token' : 'streams_of_seat',
        { open },
        { retryAfter: 5 },
      )
    }
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      this.#places.leave(workspaceId)
      counts.leave(seat)
    }
  }

  #tailOf(
    workspaceId: string,
    end: ReturnType<typeof findEnd> extends Promise<infer P> ? P : never,
  ) {
    const running = this.#tails.get(workspaceId)
    if (running) return running
    const { db, log } = this.#options
    const tail = new Tail(workspaceId, end, {
      db,
      log,
      pauseMs: () => Math.max(POLL_MS, this.#tails.size * LEAST_MS_A_TAIL),
      gate: (work) => this.#catchUps.take(workspaceId, work),
    })
    this.#tails.set(workspaceId, tail)
    void tail.run()
    return tail
  }

  #beat(): void {
    for (const { streams } of this.#tails.values()) {
      for (const stream of streams) stream.send(heartbeat(cursorOf(stream.position)))
    }
  }
}

/**
 * Where a stream starts; undefined if that is now. A browser sends the id that it got last, perhaps from another service at this
 * address, and gives up for good if it is refused. So an id that is not one of ours starts the stream over.
 *
 * @throws Refusal invalid_cursor
 */
async function startOf(tx: Tx, { lastEventId, after }: LastSeen): Promise<Position | undefined> {
  if (!lastEventId) return after === undefined ? undefined : positionAt(tx, after)
  try {
    return await positionAt(tx, lastEventId)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_cursor') return undefined
    throw error
  }
}
