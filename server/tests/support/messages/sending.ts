import pino from 'pino'
import { type SenderTools, sendMessages } from '../../../domains/comms/sending/sender.ts'
import { Database } from '../../../platform/database/db.ts'
import { runJobs } from '../../../platform/jobs/jobs.ts'
import { until } from '../clients/listener.ts'
import { makeDesk } from '../desks/fixtures.ts'
import { type Carrier, carrierProvider, startCarrier } from '../outside/carrier.ts'
import { startService } from '../service/service.ts'
import { openComms } from './comms.ts'
import { announce, queueTexts } from './queued-messages.ts'

export type SendingWorld = Awaited<ReturnType<typeof makeSendingWorld>>

/** A desk whose workers submit messages to a carrier; each test begins with nothing to do and ends without a worker. */
export async function makeSendingWorld() {
  const service = await startService()
  const desk = await makeDesk(service)
  const comms = openComms(service, desk, 'member')
  const stops: (() => Promise<void>)[] = []
  let carrier: Carrier
  return {
    service,
    desk,
    comms,
    get carrier() {
      return carrier
    },
    async begin(): Promise<void> {
      carrier = await startCarrier()
    },
    async end(): Promise<void> {
      for (const stop of stops.splice(0)) await stop()
      await carrier.stop()
      await service.sql(
        `UPDATE message_deliveries SET state = 'cancelled', next_attempt_at = NULL, leased_until = NULL,
           settled_at = now() WHERE state IN ('pending', 'claimed')`,
      )
    },
    stop: () => service.stop(),

    /** Starts a worker that submits everything to the carrier. Returns a function that stops it. */
    work(more: Partial<SenderTools> = {}): () => Promise<void> {
      const db = new Database({ connection: service.pooled, poolSize: 4 })
      const job = sendMessages({
        db,
        files: service.files,
        wakeups: service.connection,
        providers: { local: carrierProvider(carrier.url) },
        channelOf: async () => undefined,
        fail: (err) => {
          throw err
        },
        ...more,
        limits: { askAgainMs: [20], graceMs: 300, ...more.limits },
      })
      const stopJobs = runJobs([job], pino({ level: 'silent' }))
      const stop = async () => {
        await stopJobs()
        await db.close()
      }
      let stopped: Promise<void> | undefined
      const stopOnce = () => {
        stopped ??= stop()
        return stopped
      }
      stops.push(stopOnce)
      return stopOnce
    },
    settled: (id: number, state: string) =>
      until(async () => (await comms.message(id)).delivery.state === state, `${id} is ${state}`),
    types: async (id: number) => (await comms.eventsOf(`message:${id}`)).map(({ type }) => type),
    /** Lets time pass for a delivery, in the database. */
    pass: (id: number, time: string) =>
      service.sql(
        `UPDATE message_deliveries SET next_attempt_at = (SELECT next_attempt_at - $3::interval),
           first_attempt_at = (SELECT first_attempt_at - $3::interval),
           leased_until = (SELECT leased_until - $3::interval)
         WHERE workspace_id = $1 AND message_id = $2`,
        [desk.workspaceId, id, time],
      ),
    /** Makes the workers look for work now. */
    look: () => announce(service.sql, desk.workspaceId),
    queue: (many: number) => queueTexts(service.sql, desk.workspaceId, many),
  }
}
