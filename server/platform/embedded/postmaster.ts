import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, spawnProgram } from './cluster.ts'
import { isAlive, postmasterPid, recordedPid } from './process.ts'
import { ARCHIVE_TIMEOUT_S, archiveCommand, restoreCommand } from './wal-archive.rules.ts'

/** A `postgres` that this process started. */
export interface Postmaster {
  pid: number
  running(): boolean
  /** What it has logged since it was started. */
  output(): string
}

/** Passed on the command line, so that no edited postgresql.conf and no ALTER SYSTEM can undo them. */
const PROMISED = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  restart_after_crash: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service logs a client's errors, with a request id. PostgreSQL's own messages would contain cells and secrets
  // (DETAIL, STATEMENT).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Starts PostgreSQL in its own session; it outlives this process if that is killed. */
export async function spawnPostmaster(cluster: Cluster): Promise<Postmaster> {
  forgetDead(cluster)
  rotate(cluster.logFile)
  const settings = {
    cluster_name: cluster.name,
    ...(connectionsOf(cluster) < cluster.connections
      ? { max_connections: String(cluster.connections) }
      : {}),
    ...archiving(cluster),
    ...recovering(cluster),
    ...PROMISED,
  }
  const args = [
    '-D',
    cluster.dataArgument,
    ...(await cluster.endpoint.serverArguments()),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = openSync(cluster.logFile, 'a', 0o600)
  const start = statSync(cluster.logFile).size
  const child = spawnProgram(cluster, 'postgres', args, {
    directory: cluster.pgdata,
    log,
    detached: true,
  })
  closeSync(log)
  let failure = ''
  let running = true
  child.once('exit', () => {
    running = false
  })
  child.once('error', (error) => {
    running = false
    failure = error.message
  })
  child.unref()
  cluster.onSpawn()
  return {
    pid: child.pid ?? 0,
    running: () => running,
    output: () => failure || readFileSync(cluster.logFile).subarray(start).toString('utf8').trim(),
  }
}

const archiving = ({ segments }: Cluster): Record<string, string> =>
  segments === null
    ? {}
    : {
        archive_mode: 'on',
        archive_command: archiveCommand(segments),
        archive_timeout: String(ARCHIVE_TIMEOUT_S),
      }

/** A copy is followed along the timeline that it was taken on: later ones have copies of their own, see backup/base-copy.ts. */
const recovering = ({ recovery }: Cluster): Record<string, string> =>
  recovery === null
    ? {}
    : {
        restore_command: restoreCommand(recovery.segments),
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        // A commit at that very moment counts.
        recovery_target_inclusive: 'on',
        ...(recovery.until === null ? {} : { recovery_target_time: inNumbers(recovery.until) }),
        // Nobody gets in before it is restored.
        hot_standby: 'off',
      }

/** PostgreSQL does not know the letter Z yet when it reads its command line. */
const inNumbers = (time: Date): string => time.toISOString().replace('Z', '+00:00')

/** How many connections the configuration files allow: the last file and line count, and PostgreSQL's default is 100. */
function connectionsOf({ pgdata }: Cluster): number {
  const files = ['postgresql.conf', 'postgresql.auto.conf'].map((name) => join(pgdata, name))
  const text = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))
  const [, last] =
    [...text.join('\n').matchAll(/^\s*max_connections\s*=?\s*'?(\d+)/gim)].at(-1) ?? []
  return Number(last ?? 100)
}

/** Fast shutdown: open transactions are rolled back, everything is flushed. False if it takes over a minute. */
export async function stopPostmaster(cluster: Cluster): Promise<boolean> {
  const pid = postmasterPid(cluster.pgdata)
  if (pid === null) return true
  if (process.platform === 'win32') {
    // Windows has no SIGINT for other processes: pg_ctl asks through PostgreSQL's own pipe.
    spawnProgram(cluster, 'pg_ctl', ['stop', '-m', 'fast', '-D', cluster.pgdata], {
      directory: cluster.pgdata,
      log: openSync(cluster.logFile, 'a'),
    })
  } else {
    process.kill(pid, 'SIGINT')
  }
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) {
    if (postmasterPid(cluster.pgdata) === null) {
      await cluster.endpoint.release()
      return true
    }
  }
  return false
}

// PostgreSQL itself clears the lock files of a dead postmaster, unless another process now has its number: this clears
// them then. (If an old server process is still alive, its shared memory keeps a second postmaster from starting.)
function forgetDead({ pgdata, endpoint }: Cluster): void {
  const pid = recordedPid(pgdata)
  if (pid === null || !isAlive(pid) || postmasterPid(pgdata) !== null) return
  for (const path of [join(pgdata, 'postmaster.pid'), ...endpoint.lockFiles]) {
    rmSync(path, { force: true })
  }
}

function rotate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && found.size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
}
