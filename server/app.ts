import type { Logger } from 'pino'
import type { AnyOperation } from '../contract/language/operation.ts'
import { VERSION } from '../contract/language/version.ts'
import { operations } from '../contract/operations.ts'
import { openApiDocument } from '../contract/reference/openapi.ts'
import { bindAccounting } from './domains/accounting/accounting.routes.ts'
import { bindPayouts } from './domains/accounting/payouts.routes.ts'
import { bindAgreements } from './domains/agreements/agreements.routes.ts'
import { bindChannels } from './domains/comms/channels/channels.routes.ts'
import { findHook } from './domains/comms/channels/open-channels.ts'
import { bindConversations } from './domains/comms/conversations/conversations.routes.ts'
import { bindHooks } from './domains/comms/receiving/hooks.routes.ts'
import { bindTextHooks } from './domains/comms/receiving/text-hooks.routes.ts'
import { createProviders } from './domains/comms/sending/providers.ts'
import { bindTemplates } from './domains/comms/templates/templates.routes.ts'
import { bindFeeds, type FeedOptions } from './domains/feeds/feeds.routes.ts'
import { bindImports } from './domains/imports/imports.routes.ts'
import { bindIngest } from './domains/ingest/ingest.routes.ts'
import { KeyAuth } from './domains/ingest/keys/key-auth.ts'
import { bindAddresses } from './domains/intake/addresses.routes.ts'
import { bindFormPages, bindForms } from './domains/intake/forms.routes.ts'
import { bindIntakeHooks } from './domains/intake/hooks.routes.ts'
import { bindDocuments } from './domains/obligations/documents.routes.ts'
import { bindObligations } from './domains/obligations/obligations.routes.ts'
import { bindOverviews } from './domains/overviews/overviews.routes.ts'
import { makeFirstPages } from './domains/records/boards/first-pages.ts'
import { renewDefinitions } from './domains/records/definitions/versions.ts'
import { bindExports } from './domains/records/exports/exports.routes.ts'
import { bindFiles } from './domains/records/files/files.routes.ts'
import { bindListing } from './domains/records/listing/listing.routes.ts'
import { bindPolicies } from './domains/records/policies/policies.routes.ts'
import { bindRecords } from './domains/records/records.routes.ts'
import { bindRowWork } from './domains/records/row-work.routes.ts'
import { bindTimelines } from './domains/timelines/timelines.routes.ts'
import type { HashCost } from './domains/workspaces/accounts/passwords.rules.ts'
import { peopleOf } from './domains/workspaces/sessions/sessions.ts'
import { createWorkspaces } from './domains/workspaces/workspace/workspaces.ts'
import { bindWorkspaces } from './domains/workspaces/workspaces.routes.ts'
import './ports.ts'
import type { Database } from './platform/database/db.ts'
import { serveDocs } from './platform/docs/serve-docs.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createHttp, type Http, type HttpOptions } from './platform/http/http.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { Outbound, type OutboundOptions } from './platform/outbound/outbound.ts'
import { member } from './platform/processes/group-member.ts'
import { Refusal } from './platform/refusal.ts'
import type { Seal } from './platform/secrets/seal.ts'
import { createSystemMail, type SystemMailOptions } from './platform/system-mail.ts'

export interface AppOptions {
  db: Database
  log: Logger
  seal: Seal
  files: FileStore
  /** The largest file that may be uploaded; 25 MiB by default. */
  maxFileBytes?: number
  signup: 'open' | 'closed'
  /** How much work hashing a password takes; the recommended cost by default. */
  hashCost?: HashCost
  trustProxy: number
  /** How long a request without a file may take to arrive; 15 s by default. */
  requestMs?: number
  /** How long a write may wait for its turn; 10 s by default. */
  maxWaitMs?: number
  /** How long the rest of a body is read and dropped, once its request is answered; 10 s by default. */
  lingerMs?: number
  /** How many slow reads are worked on at the same time while several workspaces are at work; any number by default. */
  slowAtOnce?: number | undefined
  rateLimitIngest: number
  rateLimitRead: number
  /** What channels and webhooks may reach inside the network; nothing by default. */
  outbound?: OutboundOptions | undefined
  streams?: FeedOptions['streams']
  /** How long the page of a form must be open before it is sent; two seconds by default. */
  formLeastMs?: number
  /** The operator's mail server, and the sender's address. */
  systemMail?: SystemMailOptions | undefined
  /** The domain of the email addresses of boards and pages; they have none without it. */
  inboundDomain?: string | null
  /** The directory of the built app. Without one, browsers are redirected to the reference. */
  webDir?: string
  /** Where people and integrations reach the service, once it listens. */
  publicUrl: () => string
  /** The operations that must have a route; all of the contract's by default. */
  operations?: readonly AnyOperation[]
  /** Whether `/metrics` is among the routes. It is by default. */
  offersMetrics?: boolean
  /** The problem with the disk of a database that cannot be reached. */
  findDiskFault?: HttpOptions['findDiskFault']
  /** Whether the database answers and has this release's schema. */
  isReady: () => Promise<boolean>
}

const MAX_FILE_BYTES = 25 * 1024 * 1024

/** What the rooms of the domains share. */
const serviceOf = ({ db, log, seal, files, ...options }: AppOptions) => {
  const outbound = new Outbound(options.outbound)
  return {
    db,
    log,
    seal,
    files,
    outbound,
    providers: createProviders({ db, seal, outbound }),
    findHook: (channelId: string) => findHook(db, seal, options.publicUrl(), channelId),
    /** A port that the system chooses is known only once the server listens. */
    get publicUrl() {
      return options.publicUrl()
    },
    signup: options.signup,
    inboundDomain: options.inboundDomain ?? null,
    maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES,
    writesPerMinute: options.rateLimitIngest,
    readsPerMinute: options.rateLimitRead,
    maxWaitMs: options.maxWaitMs,
    formLeastMs: options.formLeastMs,
    streams: options.streams,
  }
}

/** The rooms from low to high. Each binds its operations, and takes what it needs of the service. */
const rooms: ((http: Http, service: ReturnType<typeof serviceOf>) => void)[] = [
  bindRecords,
  bindListing,
  bindRowWork,
  bindExports,
  bindPolicies,
  bindFiles,
  bindIngest,
  bindImports,
  bindAccounting,
  bindPayouts,
  bindObligations,
  bindDocuments,
  bindAgreements,
  bindConversations,
  bindTemplates,
  bindChannels,
  bindHooks,
  bindTextHooks,
  bindForms,
  bindFormPages,
  bindAddresses,
  bindIntakeHooks,
  bindTimelines,
  bindOverviews,
  bindFeeds,
]

/**
 * Puts the service together from its domains.
 *
 * @throws Error that names the operations that no domain binds.
 */
export async function createApp(options: AppOptions) {
  const { db, log, seal } = options
  const service = serviceOf(options)
  const keyAuth = new KeyAuth(db)
  const metrics = createMetrics(db)
  const mail = options.systemMail && createSystemMail(options.systemMail, log)
  const workspaces = createWorkspaces({
    db,
    log,
    hashCost: options.hashCost,
    config: service,
    mail,
    onWorkspaceCreated: (tx, _workspace, actor) => makeFirstPages(tx, actor),
    onWorkspaceUpdated: renewDefinitions,
  })
  const http = createHttp({
    db,
    seal,
    log,
    trustProxy: options.trustProxy,
    publicUrl: options.publicUrl,
    people: peopleOf(db),
    authenticateKey: (sent, operation) => keyAuth.authenticate(sent, operation),
    ...(options.requestMs ? { requestMs: options.requestMs } : {}),
    ...(options.lingerMs ? { lingerMs: options.lingerMs } : {}),
    slowAtOnce: options.slowAtOnce,
    findDiskFault: options.findDiskFault,
    onAnswer: metrics.observe,
  })
  bindWorkspaces(http, workspaces)
  for (const bind of rooms) bind(http, service)
  refuseUnbound(http, options.operations ?? operations)

  const { app } = http
  if (mail) app.addHook('onClose', () => mail.close())
  serveDocs(app, openApiDocument)
  serveHealth(app, options)
  if (options.offersMetrics !== false) {
    app.get('/metrics', async (_, reply) =>
      reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.text()),
    )
  }
  await serveWebApp(app, options.webDir)
  return { http, app, workspaces, metrics }
}

function refuseUnbound({ bound }: Http, all: readonly AnyOperation[]): void {
  const unbound = all.filter(({ operationId }) => !bound.has(operationId))
  if (unbound.length > 0) {
    throw new Error(`No domain binds ${unbound.map((one) => one.operationId).join(', ')}.`)
  }
}

/** Says whether the process is alive, and whether it can answer. */
function serveHealth(app: Http['app'], { isReady, findDiskFault }: AppOptions): void {
  app.get('/healthz', () => ({ status: 'ok', version: VERSION }))
  app.get('/readyz', async () => {
    if (await isReady().catch(() => false)) {
      return {
        status: 'ready',
        version: VERSION,
        ...(member && { processes: await member.places() }),
      }
    }
    const reason = (await findDiskFault?.()) ?? 'database_silent'
    throw new Refusal('overloaded', reason, {}, { retryAfter: 1 })
  })
}
