import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { closeDataDir, openDataDir } from '../data-dir.ts'
import { ExpectedError } from '../expected-error.ts'
import { accountFor, canPass } from './account.ts'
import { bundledPrograms, findBinaries, type Programs } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { endpointFor } from './endpoint.ts'
import { initCluster, takeOver } from './init-cluster.ts'
import { postmasterPid } from './process.ts'
import { endSwap } from './swap.ts'
import { openWalArchive } from './wal-archive.ts'

/**
 * Makes DATA_DIR/pg on the first call (one initdb, about 0.7 s), and returns how to run it.
 * @throws ExpectedError that says what to do if the place cannot be used
 */
export async function openCluster(
  dataDir: string,
  log: BaseLogger,
  transport: 'unix' | 'tcp',
  options: Pick<Cluster, 'connections' | 'recovery' | 'onSpawn'> & {
    archive: string | null
    programs: Programs | null
  },
): Promise<Cluster> {
  const { connections, recovery, onSpawn, archive } = options
  const home = await openDataDir(dataDir)
  if (await endSwap(home)) log.info({ path: home }, 'ended the upgrade of the database')
  const pgdata = join(home, 'pg')
  // What runs may have been started on a path that its user could not pass any more.
  if (postmasterPid(pgdata) === null) await closeDataDir(home)
  const account = accountFor(pgdata)
  const programs = options.programs ?? bundledPrograms()
  const native = await findBinaries(programs, account, home, log)
  // The unprivileged user cannot enter a data directory under root's home (0700). Linux lets its process start
  // there and name the place as its own working directory, so that the data stays in DATA_DIR.
  const hidden = account !== null && !canPass(home, account)
  if (hidden && process.platform !== 'linux') {
    throw new ExpectedError(
      `PostgreSQL runs as uid ${account.uid}, which cannot enter ${home}: ` +
        'set DATA_DIR to a directory that every user can enter, or start as an ordinary user.',
    )
  }
  const cluster: Cluster = {
    dataDir: home,
    pgdata,
    major: programs.major,
    program: (name) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name),
    account,
    dataArgument: hidden ? '/proc/self/cwd' : pgdata,
    endpoint: await endpointFor(home, account, transport),
    name: `sourcebook-${createHash('sha256').update(pgdata).digest('hex').slice(0, 8)}`,
    logFile: join(home, 'postgres.log'),
    connections,
    segments: null,
    recovery,
    onSpawn,
  }
  if (!existsSync(join(pgdata, 'PG_VERSION'))) await initCluster(cluster, log)
  else if (account !== null) await takeOver(pgdata, account)
  await check(cluster)
  if (archive !== null) cluster.segments = await openWalArchive(archive, pgdata, account)
  return cluster
}

async function check({ pgdata, account, recovery, major }: Cluster): Promise<void> {
  const owner = statSync(pgdata).uid
  const self = account?.uid ?? process.geteuid?.() ?? owner
  if (owner !== self) {
    throw new ExpectedError(
      `${pgdata} belongs to uid ${owner}: start Sourcebook as that user, or as root.`,
    )
  }
  if (recovery === null) refuseUnfinished(pgdata)
  const version = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8')).trim()
  if (version !== major) throw new ExpectedError(otherMajor(pgdata, version, major))
}

/** What to do about a data directory of another major version. */
export const otherMajor = (pgdata: string, version: string, major: string): string =>
  `${pgdata} is of PostgreSQL ${version}, and this release runs PostgreSQL ${major}: ` +
  (Number(version) < Number(major)
    ? 'stop the service, and run "sourcebook upgrade-database".'
    : 'start the release that it was upgraded for, or a newer one.')

/** @throws ExpectedError if a restore was killed while the log was replayed: what is there is from no single moment */
export function refuseUnfinished(pgdata: string): void {
  if (!existsSync(join(pgdata, 'recovery.signal'))) return
  throw new ExpectedError(
    `The restore into ${pgdata} was stopped before its end: remove that directory, and restore again.`,
  )
}
