import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { type DueWork, findDueWork } from '../../../platform/jobs/due-work.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { Lane } from '../../../platform/jobs/lane.ts'
import { listenForWakeups } from '../../../platform/jobs/wakeups.ts'
import { Shares } from '../../../platform/sharing/shares.ts'
import { traceJob } from '../../../platform/tracing.ts'
import { type AttemptTools, attempt } from './attempts.ts'
import {
  type ChannelOf,
  type Claimed,
  type Settlement,
  settle,
  takeTurn,
  WAKE_CHANNEL,
  WORK,
} from './deliveries.ts'

/** How many messages a process sends at once. A slow provider holds up the messages of its own workspace alone. */
const AT_ONCE = 120
/** How many messages it claims in a turn, so that other workspaces get their turns soon. */
const A_TURN = 10
/** How long it gathers free places and outcomes, because each transaction is expensive. */
const GATHER_MS = 25
const SETTLE_AGAIN_MS = 1_000

/** Limits that tests can change. */
const usual = {
  /** How long it rests if nothing wakes it. */
  pollMs: 1_000,
  /** How long an attempt may take: below the lease. */
  limitMs: 100_000,
  askAgainMs: [2_000, 5_000],
  /** How long attempts in progress may still take when the process stops. */
  graceMs: 3_000,
}

export interface SenderTools extends Pick<AttemptTools, 'db' | 'files' | 'providers'> {
  channelOf: ChannelOf
  /** The connection that wakes workers. Without it, they look for work about every second. */
  wakeups: ClientConfig
  /** Reports unexpected errors. The worker goes on. */
  fail: (err: unknown) => void
  limits?: Partial<typeof usual>
}

let made = 0

/** Sends messages. Any number of processes can do this: a message belongs to one of them at a time. */
export function sendMessages(tools: SenderTools): Job {
  const worker = `${hostname()}:${process.pid}${made++ === 0 ? '' : `:${made}`}`
  return {
    name: 'messages',
    everyMs: usual.pollMs,
    isEndless: true,
    run: (signal) => new Sender(tools, worker).run(signal),
  }
}

/** The messages that a process is sending. */
class Sender {
  readonly #tools: SenderTools
  readonly #limits: typeof usual
  readonly #attempts: AttemptTools
  readonly #worker: string
  /** For messages that are with a provider. */
  readonly #places = new Shares(AT_ONCE)
  /** The messages with a provider, and those whose outcomes are being settled. */
  readonly #open = new Set<Promise<void>>()
  readonly #late = new AbortController()
  readonly #settling: Lane<{ workspaceId: string; settlement: Settlement }, undefined>
  #gathering: Promise<void> | undefined
  /** Whether something has happened since it last looked for work. */
  #woken = false
  #wake = () => {}

  constructor(tools: SenderTools, worker: string) {
    this.#tools = tools
    this.#worker = worker
    this.#limits = { ...usual, ...tools.limits }
    this.#attempts = { ...tools, ...this.#limits }
    this.#settling = new Lane({
      work: async (items) => {
        const groups = Map.groupBy(items, ({ workspaceId }) => workspaceId)
        for (const [workspaceId, group] of groups) {
          const settlements = group.map(({ settlement }) => settlement)
          await tools.db.withWorkspace({ workspaceId }, (tx) => settle(tx, settlements))
        }
        return items.map(() => undefined)
      },
      weigh: () => 1,
      maxWeight: 100,
      maxWaiting: Number.POSITIVE_INFINITY,
    })
  }

  /** Runs until the signal, and then finishes the messages in progress. */
  async run(signal: AbortSignal): Promise<void> {
    const wake = () => this.#rouse()
    const stopListening = listenForWakeups(this.#tools.wakeups, WAKE_CHANNEL, wake)
    signal.addEventListener('abort', wake, { once: true })
    try {
      while (!signal.aborted) {
        this.#woken = false
        const found = await this.#look(signal).catch((err: unknown) => {
          if (!signal.aborted) this.#tools.fail(err)
          return 0
        })
        if (found === 0) await this.#rest()
      }
    } finally {
      await stopListening()
      const ending = setTimeout(() => this.#late.abort(), this.#limits.graceMs)
      await Promise.all(this.#open)
      clearTimeout(ending)
      await Promise.all(Object.values(this.#tools.providers).map((one) => one.close()))
    }
  }

  /** Takes a turn at each workspace that has due work. Returns how many messages were claimed. */
  async #look(signal: AbortSignal): Promise<number> {
    let found = 0
    for (const due of await findDueWork(this.#tools.db, WORK, { except: this.#places.sated })) {
      if (signal.aborted || this.#places.isFull) break
      found += await this.#turn(due)
    }
    return found
  }

  async #turn({ workspaceId }: DueWork): Promise<number> {
    const { db, channelOf } = this.#tools
    const most = Math.min(A_TURN, this.#places.roomFor(workspaceId))
    if (most === 0) return 0
    const claims = await db.withWorkspace({ workspaceId }, (tx) =>
      takeTurn(tx, channelOf, most, this.#worker),
    )
    for (const claimed of claims) this.#start(workspaceId, claimed)
    return claims.length
  }

  #start(workspaceId: string, claimed: Claimed): void {
    const done = traceJob('messages', () => this.#send(workspaceId, claimed))
      .catch(this.#tools.fail)
      .finally(() => this.#open.delete(done))
    this.#open.add(done)
  }

  async #send(workspaceId: string, claimed: Claimed): Promise<void> {
    this.#places.take(workspaceId)
    const settlement = await attempt(
      this.#attempts,
      workspaceId,
      claimed,
      this.#late.signal,
    ).finally(() => this.#places.leave(workspaceId))
    await this.#gathered()
    if (settlement) await this.#settle(workspaceId, settlement)
  }

  /** Resolves a little later, for all callers in the meantime together, and then wakes the loop. */
  #gathered(): Promise<void> {
    this.#gathering ??= sleep(GATHER_MS).then(() => {
      this.#gathering = undefined
      this.#rouse()
    })
    return this.#gathering
  }

  /** Settles an outcome. While the database cannot be reached, it tries again: an outcome must not be lost. */
  async #settle(workspaceId: string, settlement: Settlement): Promise<void> {
    const { signal } = this.#late
    for (let tries = 1; ; tries++) {
      try {
        await this.#settling.submit({ workspaceId, settlement })
        return
      } catch (error) {
        if (tries === 30 || signal.aborted) throw error
        await sleep(SETTLE_AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  #rouse(): void {
    this.#woken = true
    this.#wake()
  }

  async #rest(): Promise<void> {
    if (this.#woken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.pollMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = () => {}
  }
}
