import { setTimeout as sleep } from 'node:timers/promises'
import { findDueWork, settleWork } from '../../platform/jobs/due-work.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { Shares } from '../../platform/sharing/shares.ts'
import { traceJob } from '../../platform/tracing.ts'
import { claimWork, type DeliveryTools, work } from './deliveries.ts'
import { WORK } from './webhooks.ts'

/** How many webhooks a process serves at once. Receivers that hang hold up the webhooks of their own workspace alone. */
const AT_ONCE = 32
/** How many webhooks of one workspace it claims in a turn. */
const A_TURN = 8
/** How soon a workspace with webhooks is looked at again. */
const AGAIN_MS = 500
const POLL_MS = 250

/** Sends webhooks. Any number of processes can do this: each webhook belongs to one process at a time. */
export function deliverWebhooks(tools: DeliveryTools, fail: (err: unknown) => void): Job {
  const active = new Map<string, Promise<void>>()
  const places = new Shares(AT_ONCE)
  const turn = async (signal: AbortSignal): Promise<void> => {
    for (const due of await findDueWork(tools.db, WORK, { except: places.sated })) {
      if (signal.aborted || places.isFull) return
      const { workspaceId } = due
      const claims = await tools.db.withWorkspace({ workspaceId }, async (tx) => {
        const most = Math.min(A_TURN, places.roomFor(workspaceId))
        const [claimed, any] = await claimWork(tx, most, [...active.keys()])
        settleWork(tx, WORK, due, any ? AGAIN_MS : null)
        return claimed
      })
      for (const claim of claims) {
        places.take(workspaceId)
        const done = traceJob('webhooks', () => work(tools, workspaceId, claim, signal))
          .catch(fail)
          .finally(() => {
            active.delete(claim.webhookId)
            places.leave(workspaceId)
          })
        active.set(claim.webhookId, done)
      }
    }
  }
  return {
    name: 'webhooks',
    everyMs: 1_000,
    isEndless: true,
    /** Runs until the signal comes. Turns do not wait for slow receivers; only the stop does. */
    async run(signal) {
      try {
        while (!signal.aborted) {
          await turn(signal)
          await sleep(POLL_MS, undefined, { signal }).catch(() => {})
        }
      } finally {
        await Promise.all(active.values())
      }
    },
  }
}
