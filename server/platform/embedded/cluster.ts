import { spawn } from 'node:child_process'
import type { ClientConfig } from 'pg'
import type { Account } from './account.ts'
import type { Endpoint } from './endpoint.ts'

/** One database cluster in DATA_DIR/pg, with the ways to start and reach its processes. */
export interface Cluster {
  dataDir: string
  /** The PostgreSQL data directory. */
  pgdata: string
  /** The major version of its programs. */
  major: string
  /** Absolute paths of programs: `program('postgres')`. */
  program(name: string): string
  account: Account | null
  /** How the processes name the data directory; see `hidden` in openCluster. */
  dataArgument: string
  endpoint: Endpoint
  /** PostgreSQL's cluster_name: shown in `ps`, and identifies this product's processes. */
  name: string
  logFile: string
  /** How many connections it must allow at least. */
  connections: number
  /** The directory where the segments of its log are archived; null for nowhere. */
  segments: string | null
  /** What it is restored from when it starts; null if it just starts. */
  recovery: Recovery | null
  /** Called when its postmaster has been started and is not up yet. */
  onSpawn: () => void
}

/** A copy of a database goes on from there by replaying archived segments. */
export interface Recovery {
  /** The directory of the segments. */
  segments: string
  /** The last moment that counts; null for the end of the archive. */
  until: Date | null
}

/** Starts a PostgreSQL program as the cluster's user, in `directory`, with a clean environment. */
export function spawnProgram(
  cluster: Cluster,
  name: string,
  args: string[],
  options: { directory: string; log: number; detached?: boolean },
) {
  return spawn(cluster.program(name), args, {
    ...cluster.account,
    cwd: options.directory,
    // In its own session, so that Ctrl-C in a terminal reaches only the service, which stops the database last.
    detached: options.detached ?? false,
    stdio: ['ignore', options.log, options.log],
    windowsHide: true,
    env: cleanEnvironment(),
  })
}

// Neither our secrets nor stray PG… settings belong in the database's processes.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' }
}

/** The settings for a client of `database` as the cluster's superuser. */
export function superuser(cluster: Cluster, database: string): ClientConfig {
  return { ...cluster.endpoint.client(), user: 'postgres', database, ssl: false }
}
