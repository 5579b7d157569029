import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import type { Config } from '../platform/config.ts'
import { isOpenToOthers } from '../platform/data-dir.ts'
import { findDiskFault } from '../platform/disk.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { tryMailServer } from '../platform/system-mail.ts'
import { findClock } from './doctor.sql.ts'

/** Reports a check: it is well, it is not, or somebody has to look whether it is meant like that. */
export type Say = (well: boolean | 'warn', what: string) => void

const GIB = 1024 ** 3
/** Below this, a disk can be full within an import. PostgreSQL takes no writes then. */
const LEAST_FREE_BYTES = GIB
/** Sessions, deadlines and limits tolerate this much between the machines of the service and of the database. */
const MOST_APART_MS = 2_000
const ANSWER_MS = 10_000

/** What the service needs besides its database: its directory, the store of files, the mail server, its address. */
export async function checkSurroundings(config: Config, say: Say): Promise<void> {
  await checkDisk(config, say)
  await checkSecrecy(config, say)
  await checkFiles(config, say)
  await checkMailServer(config, say)
  await checkAddress(config, say)
}

async function checkDisk({ dataDir }: Config, say: Say): Promise<void> {
  const disk = await statfs(dataDir).catch(() => null)
  if (disk === null) return // there is nothing in it yet
  if ((await findDiskFault(dataDir)) === 'disk_unwritable') {
    return say(false, `nothing can be written where DATA_DIR is (${dataDir}): check that disk`)
  }
  const free = disk.bavail * disk.bsize
  const words = `${(free / GIB).toFixed(1)} GiB are free where DATA_DIR is`
  const remedy = 'make room: a full disk takes no rows and no files'
  say(free >= LEAST_FREE_BYTES, free >= LEAST_FREE_BYTES ? words : `only ${words}: ${remedy}`)
}

/** Whether other users of the machine can look into the directory, or read the key that secrets are sealed with. */
async function checkSecrecy({ dataDir, databaseUrl }: Config, say: Say): Promise<void> {
  if (process.platform === 'win32') return
  // The database, if it is there, keeps its own directory closed. Its name and those of logs and backups can be seen.
  const place = databaseUrl === null ? await stat(dataDir).catch(() => null) : null
  if (place !== null && isOpenToOthers(place.mode)) {
    say(false, `other users of this machine can look into ${dataDir}: chmod 700 ${dataDir}`)
  }
  const path = join(dataDir, 'secret.key')
  const file = await stat(path).catch(() => null)
  const isOpen = file !== null && (file.mode & 0o077) !== 0
  if (isOpen) say(false, `other users of this machine can read ${path}: chmod 600 ${path}`)
}

async function checkFiles(config: Config, say: Say): Promise<void> {
  const { dataDir, s3Endpoint, s3Bucket } = config
  if (s3Endpoint === null || s3Bucket === null) {
    // Nothing is written: as root, it would leave a folder that the service's own user cannot write to.
    const folder = join(dataDir, 'files')
    const fault = await access(folder, constants.R_OK | constants.W_OK).catch((error) => error)
    const isNone = (fault as NodeJS.ErrnoException)?.code === 'ENOENT'
    const alone = s3Endpoint === null ? '' : ': without S3_BUCKET, S3_ENDPOINT is for backups alone'
    if (!fault || isNone) return say(true, `files are stored in ${folder}${alone}`)
    return say(
      false,
      `files cannot be stored in ${folder}: ${reason(fault)}; it has to belong to the user that runs this`,
    )
  }
  const place = `the bucket ${s3Bucket} at ${s3Endpoint}`
  const sent = Buffer.from('Sourcebook doctor')
  try {
    const files = openFileStore(config)
    const { key } = await files.put(Readable.from([sent]), sent.length)
    const read = Buffer.concat(await Array.fromAsync(await files.get(key)))
    await files.delete(key)
    say(read.equals(sent), `a file was stored in ${place}, read and deleted`)
  } catch (error) {
    say(
      false,
      `files cannot be stored in ${place}: ${reason(error)}; S3_ENDPOINT, S3_BUCKET, S3_REGION and the key have to fit together, and the key has to be allowed to read, write and delete`,
    )
  }
}

async function checkMailServer({ smtpUrl }: Config, say: Say): Promise<void> {
  if (smtpUrl === null) {
    return say(
      true,
      'without SMTP_URL, links to invitations are copied, and passwords are reset by the operator',
    )
  }
  const { host } = new URL(smtpUrl)
  try {
    await tryMailServer(smtpUrl)
    say(true, `the mail server at ${host} takes the login of SMTP_URL`)
  } catch (error) {
    say(false, `the mail server at ${host} cannot be used: ${reason(error)}; see SMTP_URL`)
  }
}

/** Whether people reach this service at PUBLIC_URL; it need not run. */
async function checkAddress({ publicUrl, trustProxy, host }: Config, say: Say): Promise<void> {
  if (publicUrl === null) {
    const isOutside = !['127.0.0.1', '::1', 'localhost'].includes(host)
    if (isOutside) {
      say(
        false,
        `HOST is ${host}, but PUBLIC_URL is not set: links in emails would lead to ${host}`,
      )
    }
    return
  }
  if (publicUrl.startsWith('https:') && trustProxy === 0) {
    say(
      false,
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: everybody would share the limits of one address; set it to the number of proxies',
    )
  }
  const answer = await fetch(publicUrl, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error) => error as Error)
  if (answer instanceof Error) {
    return say('warn', silence(publicUrl, answer))
  }
  const about = (await answer.json().catch(() => null)) as {
    name?: string
    version?: string
  } | null
  if (about?.name === 'Sourcebook') say(true, `Sourcebook ${about.version} answers at ${publicUrl}`)
  else {
    say(
      false,
      `${publicUrl} answers ${answer.status}, and it is not Sourcebook: see PUBLIC_URL and the proxy`,
    )
  }
}

const UNRESOLVED = new Set(['ENOTFOUND', 'EAI_AGAIN'])

/** Why nothing may have answered. */
function silence(publicUrl: string, error: Error): string {
  const { cause } = error as { cause?: { code?: string } }
  return UNRESOLVED.has(cause?.code ?? '')
    ? `this machine does not know the name ${new URL(publicUrl).hostname} of PUBLIC_URL (${reason(error)}): give it a DNS record, or correct PUBLIC_URL`
    : `nothing answers at ${publicUrl} (${reason(error)}): once the service and its proxy run, it should`
}

/** Whether this machine and that of the database agree about the time. */
export async function checkClock(client: ClientBase, say: Say): Promise<void> {
  const asked = Date.now()
  const there = (await findClock(client)).getTime()
  const apart = Math.max(asked - there, there - Date.now(), 0)
  const words = `the clocks of this machine and of the database are ${(apart / 1000).toFixed(1)} s apart`
  say(apart <= MOST_APART_MS, apart <= MOST_APART_MS ? words : `${words}: set them by NTP`)
}

/** What failed, with the deepest cause that says something. */
function reason(error: unknown): string {
  const { message, code, cause } = error as { message: string; code?: string; cause?: Error }
  return cause instanceof Error && (cause.message || 'code' in cause)
    ? reason(cause)
    : message || String(code)
}
