import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { createApp } from '../app.ts'
import { makeDemo } from '../demo.ts'
import { findHook } from '../domains/comms/channels/open-channels.ts'
import { listenForMail } from '../domains/comms/receiving/emails/mail-listener.ts'
import { getSignup } from '../domains/workspaces/joining/signups.ts'
import { originOf } from '../platform/config.ts'
import { connectAsApp, type DatabaseHandle } from '../platform/database/database.ts'
import { isMigrated } from '../platform/database/migrate.ts'
import { findDiskFault } from '../platform/disk.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { drainOnClose } from '../platform/http/drain.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import type { Seal } from '../platform/secrets/seal.ts'
import { startWorker } from '../worker.ts'
import { explain } from './explain.ts'
import type { Opened } from './open.ts'

export { createMetrics } from '../platform/metrics/metrics.ts'
export { currentSeal } from '../platform/secrets/current-seal.ts'
export { fittingSecretKeys } from './secret-key.ts'

/** Where the built app is. */
const WEB_DIR = join(import.meta.dirname, '../../web/dist')

const DRAIN = { takeMs: 1_500, lingerMs: 1_500 }

/**
 * Serves the app and the API.
 * @param beforeListening called just before the service takes the port
 */
export async function serveWeb(
  { config, log, db, handle }: Opened,
  seal: Seal,
  beforeListening: () => void,
): Promise<{ port: number; lines: string[]; stop: () => Promise<void> }> {
  let publicUrl = config.publicUrl ?? originOf(config.host, config.port)
  const { app, workspaces, metrics } = await createApp({
    db,
    log,
    seal,
    files: openFileStore(config),
    maxFileBytes: config.maxFileMb * 1024 * 1024,
    signup: config.signup,
    trustProxy: config.trustProxy,
    slowAtOnce: slowAtOnceOf(handle.connection, config),
    rateLimitIngest: config.rateLimitIngest,
    rateLimitRead: config.rateLimitRead,
    outbound: outboundOf(config),
    publicUrl: () => publicUrl,
    inboundDomain: config.inboundDomain,
    systemMail: systemMailOf(config, publicUrl),
    webDir: WEB_DIR,
    offersMetrics: config.metricsPort === null && isLoopback(config.host),
    isReady: async () => db.standsIn || isReady(handle),
    findDiskFault: config.databaseUrl === null ? () => findDiskFault(config.dataDir) : undefined,
  })
  // Requests get half of the time for a stop; the rest is for the database to stop cleanly.
  drainOnClose(app, { ...DRAIN, finishMs: config.stopSeconds * 500 })
  await app.ready()
  beforeListening()
  await listen(app, config)
  const { port } = app.server.address() as { port: number }
  const here = originOf(config.host, port)
  publicUrl = config.publicUrl ?? here
  const lines: string[] = []
  if (config.databaseUrl === null && config.demo) {
    const demo = await makeDemo(workspaces, db, here, handle.connection)
    if (demo) lines.push(demo)
  }
  const mailListeners = await listenForAllMail({ config, log, db }, seal, publicUrl)
  if (config.inboundDomain !== null && mailListeners.length === 0) {
    lines.push(
      `No email comes in here for ${config.inboundDomain}: set INBOUND_SMTP_PORT or INBOUND_LMTP_PORT, unless another process takes it.`,
    )
  }
  const { firstRun } = await getSignup(workspaces)
  lines.push(`Sourcebook is ready at ${here}`)
  if (firstRun)
    lines.push('There is no workspace yet: open it in a browser to create the first one.')
  const closeMetrics = await listenForMetrics({ config, log, handle }, metrics)
  const stop = async () => {
    await closeMetrics()
    await Promise.all(mailListeners.map(({ close }) => close()))
    await app.close()
  }
  return { port, lines, stop }
}

function systemMailOf({ smtpUrl, smtpFrom }: Opened['config'], publicUrl: string) {
  if (smtpUrl === null) return undefined
  const address = `sourcebook@${new URL(publicUrl).hostname}`
  return { url: smtpUrl, from: smtpFrom ?? { name: null, address } }
}

const outboundOf = ({ allowPrivateWebhooks, outboundAllow }: Opened['config']) => ({
  allow: outboundAllow,
  allowWebhooks: allowPrivateWebhooks,
})

/** The machine’s cores, of which this process has its part, if PostgreSQL has no others. */
function slowAtOnceOf({ host }: ClientConfig, { webProcesses }: Opened['config']) {
  const isHere = host === undefined || host.startsWith('/') || isLoopback(host)
  return isHere ? Math.max(1, Math.floor(availableParallelism() / webProcesses)) : undefined
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\..+|::1)$/.test(host)

/** Listens on the ports, if any are set, where mail servers nearby hand over email. */
async function listenForAllMail(
  { config, log, db }: Pick<Opened, 'config' | 'log' | 'db'>,
  seal: Seal,
  publicUrl: string,
) {
  const ports = { smtp: config.inboundSmtpPort, lmtp: config.inboundLmtpPort }
  const listeners = []
  for (const protocol of ['smtp', 'lmtp'] as const) {
    const port = ports[protocol]
    if (port === 0) continue
    const listening = listenForMail({
      db,
      log,
      files: openFileStore(config),
      host: config.host,
      port,
      protocol,
      inboundDomain: config.inboundDomain,
      findHook: (channelId) => findHook(db, seal, publicUrl, channelId),
    })
    listeners.push(
      await explain(listening, config.host, port, `INBOUND_${protocol.toUpperCase()}_PORT`),
    )
  }
  return listeners
}

/** Listens on the port for the metrics, if it is set. @returns a function that stops it */
export async function listenForMetrics(
  { config, log, handle }: Pick<Opened, 'config' | 'log' | 'handle'>,
  metrics: Metrics,
): Promise<() => Promise<void>> {
  const { metricsHost: host, metricsPort: port } = config
  if (port === null) return async () => {}
  const serving = serveMetrics({ host, port, metrics, isReady: () => isReady(handle) })
  const { port: chosen, close } = await explain(serving, host, port, 'METRICS_PORT')
  log.info({ host, port: chosen }, 'serving metrics')
  return close
}

/** Does the background work. @returns a function that stops it. */
export async function serveWorker(
  { config, log, db, handle }: Opened,
  seal: Seal,
): Promise<() => Promise<void>> {
  const publicUrl = config.publicUrl ?? originOf(config.host, config.port)
  return startWorker({
    db,
    log,
    files: openFileStore(config),
    seal,
    publicUrl,
    systemMail: systemMailOf(config, publicUrl),
    outbound: outboundOf(config),
    owner: handle.connection,
  })
}

const listen = (
  app: Awaited<ReturnType<typeof createApp>>['app'],
  { host, port }: Opened['config'],
) => explain(app.listen({ host, port }), host, port, 'PORT')

/**
 * Uses a connection outside the pool, and past the pooler: a busy pool is no reason to take this process out of service. The
 * pooler itself only has to let a client in.
 */
async function isReady({ connection, pooled, isLent }: DatabaseHandle): Promise<boolean> {
  if (isLent) await letsIn(pooled)
  const client = await connectAsApp({ ...connection, connectionTimeoutMillis: 2_000 })
  try {
    return await isMigrated(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function letsIn(pooled: ClientConfig): Promise<void> {
  const client = new pg.Client({ ...pooled, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    client.end().catch(() => {})
  }
}
