import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { credentialOf, type UserActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import { changedStandings } from '../workspaces/sessions/sessions.ts'
import { audienceOf, isAdmin } from './audience.rules.ts'
import * as sql from './events.sql.ts'
import { frameOf } from './frames.rules.ts'
import { compare, type Position } from './positions.ts'
import {
  type LoadedEvents,
  loadEvents,
  projectEvent,
  viewFor,
  viewKey,
  withinBudget,
} from './projection.ts'
import type { Stream } from './stream.ts'

export interface TailOptions {
  db: Database
  log: Logger
  /** How long to wait after finding nothing more. */
  pauseMs: () => number
  /** Lets only a few streams at a time read what they missed. */
  gate: <T>(work: () => Promise<T>) => Promise<T>
}

const BLOCK = 500
/** Sessions are checked with every event, and this often without one. */
const CHECK_EVERY_MS = 1000
const AFTER_FAILURE_MS = 1000

interface Batch {
  loaded: LoadedEvents
  /** Whether there may be more. */
  isFull: boolean
  standings: Awaited<ReturnType<typeof changedStandings>>
  /** The ids of the events that exist for tokens with only some definitions, by the name of those. */
  reached: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Reads a workspace's events once for all its listeners in this process. Each event is projected once for all who see
 * the same, and a listener gets everything that one read found in a single write.
 */
export class Tail {
  /** How far the live streams have come. */
  position: Position
  readonly streams = new Set<Stream>()
  readonly #workspaceId: string
  readonly #options: TailOptions
  readonly #stopping = new AbortController()
  #sinceCheckMs = 0

  constructor(workspaceId: string, position: Position, options: TailOptions) {
    this.#workspaceId = workspaceId
    this.position = position
    this.#options = options
  }

  /** Reads on until it is stopped. */
  async run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      let pauseMs = this.#options.pauseMs()
      try {
        if (await this.#turn()) continue
      } catch (err) {
        this.#options.log.warn({ err, workspaceId: this.#workspaceId }, 'reading events failed')
        pauseMs = AFTER_FAILURE_MS
      }
      this.#sinceCheckMs += pauseMs
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Sends a stream what it missed, and then keeps it live; at once if it missed nothing. */
  add(stream: Stream, missed: boolean): void {
    this.streams.add(stream)
    if (!missed) {
      stream.position = this.position
      stream.isLive = true
      return
    }
    this.#catchUpOn(stream)
  }

  #catchUpOn(stream: Stream): void {
    this.#catchUp(stream).catch((err: unknown) => {
      this.#options.log.warn({ err, workspaceId: this.#workspaceId }, 'a stream fell behind')
      stream.end('overloaded')
    })
  }

  async #turn(): Promise<boolean> {
    const isCheck = this.#sinceCheckMs >= CHECK_EVERY_MS
    const batch = await this.#read(this.position, this.streams, isCheck)
    const { loaded, isFull, standings } = batch
    this.#apply(standings)
    const { events } = loaded
    if (events.length > 0 || isCheck) this.#sinceCheckMs = 0
    if (events.length === 0) return false
    this.position = events.at(-1)!
    try {
      this.#deliver(batch)
    } catch (err) {
      // Listeners that missed something reconnect for it: each stream knows its own place.
      for (const stream of this.streams) if (stream.isLive) stream.end('overloaded')
      throw err
    }
    return isFull
  }

  /** The next events, and the listeners' current rights, read after the cells so that no right is older than a cell. */
  async #read(after: Position, streams: Iterable<Stream>, isCheck: boolean): Promise<Batch> {
    const { db } = this.#options
    const read = await db.withWorkspace({ workspaceId: this.#workspaceId }, async (tx) => {
      const block = await sql.listEventsAfter(tx, after, await sql.findHorizon(tx), BLOCK)
      const events = withinBudget(block)
      const loaded = await loadEvents(tx, events)
      const actors = new Map<string, UserActor>()
      if (events.length > 0 || isCheck) {
        for (const { actor } of streams) actors.set(credentialOf(actor), actor)
      }
      const standings = await changedStandings(tx, [...actors.values()])
      return { loaded, standings, isFull: block.length === BLOCK || events.length < block.length }
    })
    return { ...read, reached: await this.#reach(read.loaded, after, streams) }
  }

  /** Asks which events exist for each of the listeners' sets of definitions, in a transaction that has no others. */
  async #reach(
    { events }: LoadedEvents,
    after: Position,
    streams: Iterable<Stream>,
  ): Promise<Batch['reached']> {
    const reached = new Map<string, ReadonlySet<string>>()
    if (events.length === 0) return reached
    for (const { actor } of streams) {
      const { definitionIds } = actor
      if (!definitionIds || reached.has(definitionIds.join())) continue
      const scope = { workspaceId: this.#workspaceId, definitionIds }
      const found = await this.#options.db.withWorkspace(scope, async (tx) =>
        sql.listEventsAfter(tx, after, await sql.findHorizon(tx), events.length),
      )
      reached.set(definitionIds.join(), new Set(found.map(({ id }) => id)))
    }
    return reached
  }

  #apply(standings: Batch['standings']): void {
    if (standings.size === 0) return
    for (const stream of this.streams) {
      const credential = credentialOf(stream.actor)
      if (!standings.has(credential)) continue
      const standing = standings.get(credential)
      if (standing) stream.actor = { ...stream.actor, ...standing }
      else stream.end('unauthenticated')
    }
  }

  #deliver(batch: Batch): void {
    const { loaded, reached } = batch
    const [first, last] = [loaded.events[0]!, loaded.events.at(-1)!]
    const chunks = new Map<string, Buffer | undefined>()
    for (const stream of this.streams) {
      if (!stream.isLive || stream.isClosed || compare(stream.position, last) >= 0) continue
      const { definitionIds } = stream.actor
      if (definitionIds && !reached.has(definitionIds.join())) {
        // It came while the batch was read.
        stream.isLive = false
        this.#catchUpOn(stream)
        continue
      }
      if (compare(stream.position, first) >= 0) {
        stream.send(textFor(batch, stream))
      } else {
        const key = classOf(loaded, stream)
        if (!chunks.has(key)) {
          const text = textFor(batch, stream)
          chunks.set(key, text === '' ? undefined : Buffer.from(text))
        }
        const chunk = chunks.get(key)
        if (chunk) stream.send(chunk)
      }
      stream.position = last
      endIfGone(loaded, stream)
    }
  }

  async #catchUp(stream: Stream): Promise<void> {
    while (!stream.isClosed) {
      let before = this.position
      const batch = await this.#options.gate(() => {
        before = this.position
        return this.#read(stream.position, [stream], true)
      })
      const { loaded, isFull, standings } = batch
      this.#apply(standings)
      if (stream.isClosed) return
      stream.send(textFor(batch, stream))
      stream.position = loaded.events.at(-1) ?? stream.position
      endIfGone(loaded, stream)
      // It now has all that the live streams had when this read began. If they have not moved on since, it joins them.
      if (!isFull && compare(before, this.position) === 0) {
        if (compare(before, stream.position) > 0) stream.position = before
        stream.isLive = true
        return
      }
      await stream.taken()
    }
  }
}

/** The frames of a batch that one stream has not got yet. */
function textFor({ loaded, reached }: Batch, stream: Stream): string {
  const { definitionIds } = stream.actor
  const exists = definitionIds && reached.get(definitionIds.join())
  let text = ''
  for (const event of loaded.events) {
    if (compare(event, stream.position) <= 0 || !isOf(loaded, event, stream)) continue
    if (definitionIds && !exists?.has(event.id)) continue
    const projected = projectEvent(loaded, event, stream.actor)
    if (projected) text += frameOf(projected)
  }
  return text
}

const isOf = (loaded: LoadedEvents, event: LoadedEvents['events'][number], stream: Stream) =>
  stream.definitionId === undefined || loaded.definitionOf(event)?.id === stream.definitionId

/** A key that two streams share if they get the same bytes. */
function classOf(loaded: LoadedEvents, { actor, definitionId }: Stream): string {
  const definition = loaded.live(definitionId)
  const sees = definition ? viewKey(viewFor(definition, actor)) : ''
  const reach = actor.definitionIds?.join() ?? 'all'
  return definitionId
    ? `${definitionId} ${reach} ${isAdmin(actor)} ${sees}`
    : `workspace ${reach} ${audienceOf(actor)}`
}

function endIfGone(loaded: LoadedEvents, stream: Stream): void {
  const { definitionId } = stream
  if (!definitionId) return
  const gone = loaded.events.some((event) => {
    const head = loaded.definitionOf(event)
    return head?.id === definitionId && head.deleted
  })
  if (gone) stream.end('not_found')
}
