import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ClientConfig } from 'pg'
import { createApp } from '../app.ts'
import { makeDemo } from '../demo.ts'
import { findHook } from '../domains/comms/channels/open-channels.ts'
import { listenForMail } from '../domains/comms/receiving/mail-listener.ts'
import { getSignup } from '../domains/workspaces/joining/signups.ts'
import { originOf } from '../platform/config.ts'
import { connectAsApp } from '../platform/database/database.ts'
import { isMigrated } from '../platform/database/migrate.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { drainOnClose } from '../platform/http/drain.ts'
import { member } from '../platform/processes/group-member.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { startWorker } from '../worker.ts'
import { type Opened, open } from './open.ts'
import { fittingSecretKey } from './secret-key.ts'

/** Where the built app is. */
const WEB_DIR = join(import.meta.dirname, '../../web/dist')

/** How long a stop may take if it is asked for before the settings are read. */
const GRACE_MS = 9_000
const DRAIN = { takeMs: 1_500, lingerMs: 1_500 }

// V8 lets a heap grow to several times the size of its live objects before it collects garbage. The service allocates
// much and keeps little: collecting sooner makes it a third smaller, and the bench shows no loss of throughput.
setFlagsFromString('--heap-growing-percent=40')
// On two cores, the threads of a parallel scavenge wait for a core, and the whole process waits for them.
setFlagsFromString('--no-parallel-scavenge')
// If many objects that one place in the code allocates survive, V8 allocates later ones from there in old space, and
// what they refer to survives with them. An import keeps the first thousand rows of a file; after those, all others
// were copied twice before they were collected, in pauses of 20 to 40 ms.
setFlagsFromString('--no-allocation-site-pretenuring')

/** After this long, the service no longer uses what only its start needed. */
const SETTLED_MS = 1_000

/** A start allocates memory that is not needed again, but V8 keeps it. Collecting once frees a fifth of the process. */
function returnMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Runs the service until SIGTERM or SIGINT. A signal during the start counts too, and stops what has started. */
export async function serve({ web, worker }: { web: boolean; worker: boolean }): Promise<void> {
  let graceMs = GRACE_MS
  const asked = stopAsked(() => graceMs)
  const opened = await open()
  graceMs = opened.config.stopSeconds * 1_000
  const stops: (() => Promise<void>)[] = []
  try {
    const secretKey = await fittingSecretKey(opened.config, opened.db)
    let port: number | null = null
    let lines = ['Sourcebook is doing the background work.']
    if (web && !asked.signal.aborted) {
      const serving = await serveWeb(opened, secretKey)
      ;({ port, lines } = serving)
      stops.push(serving.stop)
    }
    if (worker && !asked.signal.aborted) stops.push(await serveWorker(opened, secretKey))
    if (!asked.signal.aborted) {
      if (member === null) for (const line of lines) console.log(line)
      else member.ready(port, lines)
    }
    setTimeout(returnMemory, SETTLED_MS).unref()
    await asked.stop
  } finally {
    for (const stop of stops) await stop()
    await opened.close()
  }
  process.exit(0)
}

async function serveWeb(
  { config, log, db, handle }: Opened,
  secretKey: string,
): Promise<{ port: number; lines: string[]; stop: () => Promise<void> }> {
  let publicUrl = config.publicUrl ?? originOf(config.host, config.port)
  const { app, workspaces } = await createApp({
    db,
    log,
    secretKey,
    files: openFileStore(config),
    maxFileBytes: config.maxFileMb * 1024 * 1024,
    signup: config.signup,
    trustProxy: config.trustProxy,
    rateLimitIngest: config.rateLimitIngest,
    rateLimitRead: config.rateLimitRead,
    outbound: outboundOf(config),
    publicUrl: () => publicUrl,
    ...(config.smtpUrl === null
      ? {}
      : {
          systemMail: {
            url: config.smtpUrl,
            from: config.smtpFrom ?? `sourcebook@${new URL(publicUrl).hostname}`,
          },
        }),
    webDir: WEB_DIR,
    isReady: () => isReady(handle.connection),
  })
  // Requests get half of the time for a stop; the rest is for the database to stop cleanly.
  drainOnClose(app, { ...DRAIN, finishMs: config.stopSeconds * 500 })
  await listen(app, config)
  const { port } = app.server.address() as { port: number }
  const here = originOf(config.host, port)
  publicUrl = config.publicUrl ?? here
  const lines: string[] = []
  if (config.databaseUrl === null && config.demo) {
    const demo = await makeDemo(workspaces, db, here, handle.connection)
    if (demo) lines.push(demo)
  }
  const mailListeners = await listenForAllMail({ config, log, db }, secretKey, publicUrl)
  const { firstRun } = await getSignup(workspaces)
  lines.push(`Sourcebook is ready at ${here}`)
  if (firstRun)
    lines.push('There is no workspace yet: open it in a browser to create the first one.')
  const stop = async () => {
    await Promise.all(mailListeners.map(({ close }) => close()))
    await app.close()
  }
  return { port, lines, stop }
}

const outboundOf = ({ allowPrivateWebhooks, outboundAllow }: Opened['config']) => ({
  allow: outboundAllow,
  allowWebhooks: allowPrivateWebhooks,
})

/** Listens on the ports, if any are set, where mail servers nearby hand over email. */
async function listenForAllMail(
  { config, log, db }: Pick<Opened, 'config' | 'log' | 'db'>,
  secretKey: string,
  publicUrl: string,
) {
  const ports = { smtp: config.inboundSmtpPort, lmtp: config.inboundLmtpPort }
  const seal = createSeal(secretKey)
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
      findHook: (channelId) => findHook(db, seal, publicUrl, channelId),
    })
    listeners.push(
      await explain(listening, config.host, port, `INBOUND_${protocol.toUpperCase()}_PORT`),
    )
  }
  return listeners
}

async function serveWorker(
  { config, log, db, handle }: Opened,
  secretKey: string,
): Promise<() => Promise<void>> {
  return startWorker({
    db,
    log,
    files: openFileStore(config),
    secretKey,
    publicUrl: config.publicUrl ?? originOf(config.host, config.port),
    outbound: outboundOf(config),
    owner: handle.connection,
  })
}

const listen = (
  app: Awaited<ReturnType<typeof createApp>>['app'],
  { host, port }: Opened['config'],
) => explain(app.listen({ host, port }), host, port, 'PORT')

async function explain<T>(
  listening: Promise<T>,
  host: string,
  port: number,
  setting: string,
): Promise<T> {
  try {
    return await listening
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new ExpectedError(`Port ${port} on ${host} is in use; set ${setting} to another one.`)
  }
}

/** Uses a connection outside the pool: a busy pool is no reason to take this process out of service. */
async function isReady(connection: ClientConfig): Promise<boolean> {
  const client = await connectAsApp({ ...connection, connectionTimeoutMillis: 2_000 })
  try {
    return await isMigrated(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Resolves at the first SIGTERM or SIGINT, or when the group of processes asks. Another one ends the process at once,
 * unless it comes within a second: a terminal's Ctrl-C may reach the process twice.
 */
function stopAsked(graceMs: () => number): { stop: Promise<void>; signal: AbortSignal } {
  const { promise: stop, resolve } = Promise.withResolvers<void>()
  const asked = new AbortController()
  let since: number | undefined
  const handle = () => {
    if (since !== undefined) {
      if (performance.now() - since > 1_000) process.exit(1)
      return
    }
    since = performance.now()
    setTimeout(() => process.exit(1), graceMs()).unref()
    asked.abort()
    resolve()
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  member?.onStop(handle)
  return { stop, signal: asked.signal }
}
