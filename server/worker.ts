import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { sweepDeliveries } from './domains/feeds/deliveries.ts'
import { deliverWebhooks } from './domains/feeds/webhook-sender.ts'
import { importJobs } from './domains/imports/imports.jobs.ts'
import { obligationJobs } from './domains/obligations/obligations.jobs.ts'
import { workOnColumnIndexes } from './domains/records/column-indexes.ts'
import { purgeFiles } from './domains/records/files/purge.ts'
import { KnownDefinitions } from './domains/records/known-definitions.ts'
import { workOnRowTexts } from './domains/records/row-texts.ts'
import { keepStatistics } from './domains/records/table-statistics.ts'
import { purgeTrash } from './domains/records/trash-purge.ts'
import { allWorkspaceIds, sweepSignins } from './domains/workspaces/sweeps.ts'
import type { Database } from './platform/db.ts'
import type { FileStore } from './platform/file-store.ts'
import { sweepIdempotencyKeys } from './platform/idempotency.ts'
import { type Job, runJobs } from './platform/jobs.ts'
import { Outbound, type OutboundOptions } from './platform/outbound.ts'
import { createSeal } from './platform/seal.ts'

export interface WorkerOptions {
  db: Database
  log: Logger
  files: FileStore
  secretKey: string
  /** Which addresses webhooks may reach; none inside unless told. */
  outbound?: OutboundOptions | undefined
  /** As the owner of the tables: for indexes that are made while the service runs, and rows that go for good. */
  owner: ClientConfig
}

const MINUTES = 60_000

/** The background work: what it does may be done by several processes at once, or twice. */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) =>
  runJobs(jobsOf(options), options.log)

/** Every job, by name, in the order of the domains. */
const jobsOf = ({ db, owner, log, secretKey, outbound, files }: WorkerOptions): Job[] => [
  { name: 'sweep', everyMs: 10 * MINUTES, run: () => sweepAll(db) },
  { name: 'statistics', everyMs: 5_000, run: async () => void (await keepStatistics(db, owner)) },
  { name: 'trash', everyMs: 60 * MINUTES, run: (signal) => purgeTrash(db, owner, signal) },
  { name: 'row texts', everyMs: 2_000, run: (signal) => workOnRowTexts(db, owner, signal) },
  {
    name: 'column indexes',
    everyMs: 5_000,
    run: (signal) => workOnColumnIndexes(db, owner, signal),
  },
  { name: 'files', everyMs: 60 * MINUTES, run: (signal) => purgeFiles(db, files, signal) },
  ...importJobs({ db, files }),
  deliverWebhooks(
    {
      db,
      seal: createSeal(secretKey),
      outbound: new Outbound(outbound ?? { allowPrivate: false }),
      known: new KnownDefinitions(),
    },
    (err) => log.warn({ err }, 'sending to a webhook failed; it goes on'),
  ),
  ...obligationJobs(db),
]

async function sweepAll(db: Database): Promise<void> {
  await sweepSignins(db)
  for (const workspaceId of await allWorkspaceIds(db)) {
    await db.withWorkspace({ workspaceId }, async (tx) => {
      await sweepIdempotencyKeys(tx)
      await sweepDeliveries(tx)
    })
  }
}
