import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { ExpectedError } from '../expected-error.ts'
import type { Account } from './account.ts'

/** Where a cluster listens, and how a client signs in. */
export interface Endpoint {
  /** Arguments of `postgres`, calculated for every start. */
  serverArguments(): Promise<string[]>
  /** Arguments of `initdb` about who can sign in. */
  initArguments: string[]
  /** Whether only this cluster can answer there. */
  private: boolean
  lockFiles: string[]
  /** Once the database has stopped, removes what the endpoint made outside DATA_DIR. */
  release(): Promise<void>
  /** The current host, port and password. */
  client(): Pick<ClientConfig, 'host' | 'port' | 'password'>
}

/** sun_path holds 107 bytes and a NUL on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = 103
const PORT = 5432

/**
 * A Unix socket that only its owner (and root) can open, so no password; if Node has none (Windows),
 * a loopback port with a generated password in DATA_DIR/pg.password.
 */
export async function endpointFor(
  dataDir: string,
  account: Account | null,
  transport: 'unix' | 'tcp',
): Promise<Endpoint> {
  const pgdata = join(dataDir, 'pg')
  if (transport === 'tcp') return loopback(pgdata, join(dataDir, 'pg.password'))
  // Inside the data directory, which is 0700 and stays with the cluster when that is moved.
  if (fits(pgdata)) return socket(pgdata, '.')
  const short = shortPath(dataDir)
  await ownDirectory(short, account)
  return {
    ...socket(short, short),
    serverArguments: async () => {
      await ownDirectory(short, account) // `release` may have removed it
      return socket(short, short).serverArguments()
    },
    release: () => rmdir(short).catch(() => {}),
  }
}

const fits = (directory: string) =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES

function socket(directory: string, asServerSees: string): Endpoint {
  return {
    serverArguments: async () => [
      '-p',
      String(PORT),
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${asServerSees}`,
      '-c',
      'unix_socket_permissions=0700',
    ],
    initArguments: ['--auth=trust'],
    private: asServerSees === '.',
    lockFiles: [join(directory, `.s.PGSQL.${PORT}.lock`)],
    release: async () => {},
    client: () => ({ host: directory, port: PORT }),
  }
}

// Derived from DATA_DIR alone, so that every process finds the same directory.
function shortPath(dataDir: string): string {
  const name = `sourcebook-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const usual = join(tmpdir(), name)
  return fits(usual) ? usual : join('/tmp', name)
}

/** Makes a directory that only `account` can use. @throws Error if it exists and others can use it */
async function ownDirectory(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { mode: 0o700 }).then(
    () => account && chown(path, account.uid, account.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const found = lstatSync(path)
  const uid = account?.uid ?? process.geteuid?.()
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new ExpectedError(
      `DATA_DIR is too long a path for a Unix socket, and ${path} in its place is another user's: ` +
        'remove it, or set DATA_DIR to a path of at most 80 bytes.',
    )
  }
}

async function loopback(pgdata: string, passwordFile: string): Promise<Endpoint> {
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), {
    flag: 'wx',
    mode: 0o600,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const password = await readFile(passwordFile, 'utf8')
  return {
    serverArguments: async () => [
      '-p',
      String(await freePort(portInUse(pgdata))),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    initArguments: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    private: false,
    lockFiles: [],
    release: async () => {},
    // Nothing listens on port 1, so a database that never ran is "refused".
    client: () => ({ host: '127.0.0.1', port: portInUse(pgdata) || 1, password }),
  }
}

// After a crash, the previous port, which clients know, unless another program has taken it.
function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (preferred === 0 ? reject(error) : resolve(freePort(0))))
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

// Line 4 of the lock file that every postmaster keeps in its data directory.
function portInUse(pgdata: string): number {
  try {
    return Number(readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[3]) || 0
  } catch {
    return 0
  }
}
