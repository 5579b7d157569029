import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { syncDirectory } from '../directories.ts'
import { ExpectedError } from '../expected-error.ts'
import type { Account } from './account.ts'
import { type Cluster, spawnProgram } from './cluster.ts'
import { isFull, noRoom } from './no-room.rules.ts'
import { isAlive } from './process.ts'

// Settings that an operator may want to tune are in postgresql.conf; those that the product's promises need are passed
// with every start (see postmaster.ts).
const TUNABLE = {
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  // Filling each new segment of the write-ahead log with zeros first would block everybody for 50 ms or more.
  wal_init_zero: 'off',
  jit: 'off', // compiling costs more than these short statements
}

/**
 * Makes the cluster under another name and renames it into place, so that a killed start leaves no unfinished cluster.
 * If several processes do this at once, one wins and the others use its cluster.
 */
export async function initCluster(cluster: Cluster, log: BaseLogger): Promise<void> {
  const { account, dataDir, pgdata } = cluster
  await sweep(dataDir)
  const aside = `${pgdata}.init-${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  try {
    if (account !== null) await chown(aside, account.uid, account.gid)
    await initdb(cluster, aside)
    await rename(aside, pgdata).catch((error) => {
      if (existsSync(join(pgdata, 'PG_VERSION'))) return // another process was first
      throw new ExpectedError(`${pgdata} is in the way: it is not a database cluster`, {
        cause: error,
      })
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await syncDirectory(dataDir)
  log.info({ path: pgdata }, 'made the embedded database')
}

// Text search and trigrams classify letters by LC_CTYPE; with C they know only ASCII. Sort order and letter case come
// from PostgreSQL's own C.UTF-8, which is the same on every machine.
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function initdb(cluster: Cluster, directory: string): Promise<void> {
  const output = join(cluster.dataDir, `initdb-${process.pid}.log`)
  const log = await open(output, 'w+', 0o600)
  try {
    for (const ctype of CTYPES) {
      const child = spawnProgram(cluster, 'initdb', initArguments(cluster, directory, ctype), {
        directory,
        log: log.fd,
      })
      const [code] = await once(child, 'exit')
      if (code === 0) return
      const printed = await readFile(output, 'utf8')
      if (ctype === CTYPES.at(-1) || !printed.includes('invalid locale name')) {
        throw new ExpectedError(
          isFull(printed)
            ? noRoom(directory)
            : `initdb failed (exit code ${code}):\n${printed.trim()}`,
        )
      }
      await log.truncate(0)
    }
  } finally {
    await log.close()
    await rm(output, { force: true })
  }
}

function initArguments(cluster: Cluster, directory: string, ctype: string): string[] {
  const place = cluster.dataArgument === cluster.pgdata ? directory : cluster.dataArgument
  return [
    '-D',
    place,
    '--username=postgres',
    '--encoding=UTF8',
    '--no-instructions',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    // One call instead of a thousand. With either method, initdb returns only after everything is on disk.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
    ...cluster.endpoint.initArguments,
    ...Object.entries(TUNABLE).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function sweep(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^pg\.init-(\d+)$/.exec(name)?.[1]
    if (maker !== undefined && !isAlive(Number(maker))) {
      await rm(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

/** Gives a cluster owned by root (a copy that root made) to the account that PostgreSQL runs as. */
export async function takeOver(pgdata: string, account: Account): Promise<void> {
  if ((await stat(pgdata)).uid === account.uid) return
  for (const entry of await readdir(pgdata, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  // Last, so that an interrupted take-over is repeated.
  await chown(pgdata, account.uid, account.gid)
}
