import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { sealHistory } from './domains/chain/sealing.ts'
import { channelFor } from './domains/comms/channels/open-channels.ts'
import type { Providers } from './domains/comms/channels/provider.ts'
import { mediaJobs } from './domains/comms/receiving/texts/media.ts'
import { createProviders } from './domains/comms/sending/providers.ts'
import { sendMessages } from './domains/comms/sending/sender.ts'
import { eraseWhatIsMarked } from './domains/erasure/erasing.ts'
import { sweepDeliveries } from './domains/feeds/deliveries.ts'
import { deliverWebhooks } from './domains/feeds/webhook-sender.ts'
import { importJobs } from './domains/imports/imports.jobs.ts'
import { purgeBlocked } from './domains/ingest/writing/arrivals.ts'
import { sweepEmails } from './domains/intake/addresses/received-mail.ts'
import { notifyOfNewRows } from './domains/intake/forms/notices.ts'
import { sweepForms } from './domains/intake/forms/sweeps.ts'
import { sweepHooks } from './domains/intake/hooks/received-hooks.ts'
import { obligationJobs } from './domains/obligations/obligations.jobs.ts'
import { purgeFiles } from './domains/records/files/purge.ts'
import { workOnColumnIndexes } from './domains/records/indexes/column-indexes.ts'
import { keepStatistics } from './domains/records/indexes/table-statistics.ts'
import { sweepUnresolved, workOnUnresolved } from './domains/records/rows/resolving.ts'
import { workOnRowTexts } from './domains/records/texts/row-texts.ts'
import { purgeTrash } from './domains/records/trash/trash-purge.ts'
import { allWorkspaceIds, sweepSignins } from './domains/workspaces/sweeps.ts'
import type { Database } from './platform/database/db.ts'
import type { FileStore } from './platform/files/file-store.ts'
import './ports.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import { type Job, runJobs } from './platform/jobs/jobs.ts'
import { Outbound, type OutboundOptions } from './platform/outbound/outbound.ts'
import type { Seal } from './platform/secrets/seal.ts'
import {
  createSystemMail,
  type SystemMail,
  type SystemMailOptions,
} from './platform/system-mail.ts'

export interface WorkerOptions {
  db: Database
  log: Logger
  files: FileStore
  seal: Seal
  /** The address where providers reach the service. */
  publicUrl: string
  /** What channels and webhooks may reach inside the network; nothing by default. */
  outbound?: OutboundOptions | undefined
  /** The operator's mail server, and the sender's address. */
  systemMail?: SystemMailOptions | undefined
  /** How long a webhook's receiver may take: 10 s by default. */
  webhookTimeoutMs?: number | undefined
  /** Connects as the owner of the tables, to make indexes while the service runs and to delete rows for good. */
  owner: ClientConfig
}

const MINUTES = 60_000

/** Starts the background work. Several processes may do it at once, and may do the same work twice. */
export function startWorker(options: WorkerOptions): () => Promise<void> {
  const { seal } = options
  const outbound = new Outbound(options.outbound)
  const providers = createProviders({ db: options.db, seal, outbound })
  const mail = options.systemMail && createSystemMail(options.systemMail, options.log)
  const stopJobs = runJobs(jobsOf(options, { seal, outbound, providers, mail }), options.log)
  return async () => {
    await stopJobs()
    await Promise.all(
      [...Object.values(providers), ...(mail ? [mail] : [])].map((one) => one.close()),
    )
  }
}

interface Tools {
  seal: Seal
  outbound: Outbound
  providers: Providers
  mail: SystemMail | undefined
}

/** Every job, by name, in the order of the domains. */
export const jobsOf = (
  { db, owner, log, publicUrl, files, webhookTimeoutMs }: WorkerOptions,
  { seal, outbound, providers, mail }: Tools,
): Job[] => {
  return [
    { name: 'sweep', everyMs: 10 * MINUTES, run: () => sweepAll(db) },
    { name: 'statistics', everyMs: 5_000, run: async () => void (await keepStatistics(db, owner)) },
    { name: 'trash', everyMs: 10 * MINUTES, run: (signal) => purgeTrash(db, owner, signal) },
    { name: 'row texts', everyMs: 2_000, run: (signal) => workOnRowTexts(db, owner, signal) },
    { name: 'unresolved', everyMs: 1_000, run: (signal) => workOnUnresolved(db, signal) },
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
        seal,
        outbound,
        timeoutMs: webhookTimeoutMs,
      },
      (err) => log.warn({ err }, 'sending to a webhook failed; continuing'),
    ),
    sendMessages({
      db,
      files,
      wakeups: owner,
      providers,
      channelOf: (tx, message) => channelFor(tx, seal, publicUrl, message),
      fail: (err) => log.warn({ err }, 'sending messages failed; continuing'),
    }),
    ...mediaJobs({
      db,
      files,
      outbound,
      channelOf: (tx, channelId) => channelFor(tx, seal, publicUrl, { medium: 'text', channelId }),
    }),
    ...obligationJobs(db),
    notifyOfNewRows({ db, mail, publicUrl }),
    sealHistory({
      db,
      seal,
      fail: (err) => log.warn({ err }, 'sealing history failed; continuing'),
    }),
    eraseWhatIsMarked({ db, owner, files, seal, log }),
  ]
}

async function sweepAll(db: Database): Promise<void> {
  await sweepSignins(db)
  for (const workspaceId of await allWorkspaceIds(db)) {
    await db.withWorkspace({ workspaceId }, async (tx) => {
      await sweepIdempotencyKeys(tx)
      await sweepDeliveries(tx)
      await sweepUnresolved(tx)
      await purgeBlocked(tx)
      await sweepForms(tx)
      sweepEmails(tx)
      sweepHooks(tx)
    })
  }
}
