import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { VERSION } from '../../contract/language/version.ts'
import { loadConfig, misspelled } from '../platform/config.ts'
import { answerWhileStarting } from '../platform/http/starting.ts'
import { member } from '../platform/processes/group-member.ts'
import { FIRST, type Role } from '../platform/processes/messages.ts'
import { returnMemory } from '../platform/processes/returned-memory.ts'
import { notifyReady } from '../platform/processes/systemd.ts'
import { explain } from './explain.ts'
import { open } from './open.ts'

// On two cores, the threads of a parallel scavenge wait for a core, and the whole process waits for them.
setFlagsFromString('--no-parallel-scavenge')
// If many objects that one place in the code allocates survive, V8 allocates later ones from there in old space, and
// what they refer to survives with them. An import keeps the first thousand rows of a file; after those, all others
// were copied twice before they were collected, in pauses of 20 to 40 ms.
setFlagsFromString('--no-allocation-site-pretenuring')

const loadService = () => import('./service.ts')

/** What a process does. With a role, it is one of those of `start`. */
interface Work {
  web: boolean
  worker: boolean
  role?: Role
}

/**
 * Runs the service until SIGTERM or SIGINT. A signal during the start counts too, and stops what has started. A process that
 * runs alone begins anew at SIGHUP, under the same number.
 */
export async function serve({ web, worker, role }: Work): Promise<void> {
  const { host, port: given, stopSeconds } = loadConfig(process.env)
  const asked = stopAsked(stopSeconds * 1_000)
  const started = web ? await beginAnswering(host, given) : () => {}
  // The service is loaded while an embedded database starts.
  const opened = await open({
    mayMake: web,
    readsMuch: web,
    onSpawn: () => void loadService(),
    role,
  }).catch((error) => {
    started()
    throw error
  })
  opened.log.info({ version: VERSION }, 'started')
  const stops: (() => Promise<void>)[] = []
  let port: number | null = null
  let stopTraces = async () => {}
  try {
    const {
      createMetrics,
      currentSeal,
      fittingSecretKeys,
      listenForMetrics,
      serveWeb,
      serveWorker,
    } = await loadService()
    const { config } = opened
    if (config.otlpEndpoint !== null) {
      const { sendTraces } = await import('../platform/metrics/otlp-traces.ts')
      stopTraces = await sendTraces(config, opened.log)
    }
    const seal = currentSeal(config, await fittingSecretKeys(config, opened.db))
    let lines = ['Sourcebook is doing the background work.']
    if (web && !asked.signal.aborted) {
      const serving = await serveWeb(opened, seal, started)
      ;({ port, lines } = serving)
      stops.push(serving.stop)
    }
    if (worker && !asked.signal.aborted) stops.push(await serveWorker(opened, seal))
    // A process that serves has them already.
    if (!web) {
      const metrics = createMetrics(opened.db)
      if (member === null) stops.push(await listenForMetrics(opened, metrics))
    }
    if (!asked.signal.aborted) {
      lines = [...misspelled(process.env), ...lines]
      if (member === null) {
        for (const line of lines) console.log(line)
        notifyReady(process.env)
      } else member.ready(port, lines)
    }
    returnMemory()
    await asked.stop
  } finally {
    started()
    for (const stop of stops) await stop()
    await member?.leaveCounts()
    await opened.close()
    await stopTraces()
  }
  if (asked.isAgain()) startAgain(port)
  process.exit(0)
}

/** What Node has since 22.15, but on Windows: another program takes the place of this one. */
interface Replaceable {
  execve?(file: string, args: string[], env: NodeJS.ProcessEnv): never
}

/** Continues as a new start, at the same port. Where Node cannot do that, whoever looks after this process does. */
function startAgain(port: number | null): void {
  const env = port === null ? process.env : { ...process.env, PORT: String(port) }
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  ;(process as Replaceable).execve?.(process.execPath, args, env)
}

interface Asked {
  stop: Promise<void>
  signal: AbortSignal
  /** Whether it was asked to start again. */
  isAgain: () => boolean
}

/** Answers until the service does, unless another process of the group serves, or nobody knows the port yet. */
async function beginAnswering(host: string, port: number): Promise<() => void> {
  if (port === 0 || (member !== null && process.env[FIRST] === undefined)) return () => {}
  return explain(answerWhileStarting(host, port), host, port, 'PORT')
}

/**
 * Resolves at the first SIGTERM or SIGINT, or when the group of processes asks; alone, also at SIGHUP. Another one ends the
 * process at once, unless it comes within a second: a terminal's Ctrl-C may reach the process twice.
 */
function stopAsked(graceMs: number): Asked {
  const { promise: stop, resolve } = Promise.withResolvers<void>()
  const asked = new AbortController()
  let since: number | undefined
  let isAgain = false
  const handle = () => {
    if (since !== undefined) {
      if (performance.now() - since > 1_000) process.exit(1)
      return
    }
    since = performance.now()
    setTimeout(() => process.exit(1), graceMs).unref()
    asked.abort()
    resolve()
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  member?.onStop(handle)
  if (member === null) {
    const hadTerminal = isatty(0)
    process.on('SIGHUP', () => {
      // It also arrives when the terminal closes, which is not a request for a new start.
      isAgain ||= since === undefined && !(hadTerminal && !isatty(0))
      handle()
    })
  }
  return { stop, signal: asked.signal, isAgain: () => isAgain }
}
