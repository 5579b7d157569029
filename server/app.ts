import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Logger } from 'pino'
import { openApiDocument } from '../contract/openapi.ts'
import { bindIngest } from './domains/ingest/ingest.routes.ts'
import { KeyAuth } from './domains/ingest/key-auth.ts'
import { makeFirstPages } from './domains/records/first-pages.ts'
import { bindRecords } from './domains/records/records.routes.ts'
import { authenticate } from './domains/workspaces/sessions.ts'
import { bindWorkspaces } from './domains/workspaces/workspaces.routes.ts'
import { createWorkspaces } from './domains/workspaces/workspaces.ts'
import type { Database } from './platform/db.ts'
import { createHttp } from './platform/http.ts'
import { createMetrics } from './platform/metrics.ts'
import { Refusal } from './platform/refusal.ts'
import { createSeal } from './platform/seal.ts'

export interface AppOptions {
  db: Database
  log: Logger
  secretKey: string
  signup: 'open' | 'closed'
  trustProxy: number
  rateLimitIngest: number
  rateLimitRead: number
  /** Where people and integrations reach the service, once it listens. */
  publicUrl: () => string
  /** Whether the database answers and has this release's schema. */
  isReady: () => Promise<boolean>
}

/** Puts the service together: every domain, by name, low to high. */
export async function createApp(options: AppOptions) {
  const { db, log } = options
  const seal = createSeal(options.secretKey)
  const keyAuth = new KeyAuth(db)
  const metrics = createMetrics(db)
  const workspaces = createWorkspaces({
    db,
    config: {
      signup: options.signup,
      get publicUrl() {
        return options.publicUrl()
      },
    },
    onWorkspaceCreated: (tx, _workspace, actor) => makeFirstPages(tx, actor),
  })
  const http = createHttp({
    db,
    seal,
    log,
    trustProxy: options.trustProxy,
    authenticateUser: (token) => authenticate(db, token),
    authenticateKey: (credential, operation) => keyAuth.authenticate(credential, operation),
    onAnswer: metrics.observe,
  })

  bindWorkspaces(http, workspaces)
  bindRecords(http)
  bindIngest(http, {
    db,
    seal,
    get publicUrl() {
      return options.publicUrl()
    },
    writesPerMinute: options.rateLimitIngest,
    readsPerMinute: options.rateLimitRead,
  })

  const { app } = http
  const document = openApiDocument()
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', theme: { title: 'Sourcebook API' } })
  app.get('/v1/openapi.json', () => document)
  app.get('/', (_, reply) => reply.redirect('/docs'))
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (await options.isReady().catch(() => false)) return { status: 'ready' }
    throw new Refusal('overloaded', 'The database does not answer yet.', { retryAfter: 1 })
  })
  app.get('/metrics', async (_, reply) =>
    reply
      .type(metrics.contentType)
      .serializer(String)
      .send(await metrics.text()),
  )
  return { http, app, workspaces }
}
