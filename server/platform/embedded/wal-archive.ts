import { chown, link, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { makeDirectory } from '../directories.ts'
import { ExpectedError } from '../expected-error.ts'
import { isSystemError, systemFault } from '../system-fault.rules.ts'
import { type Account, canPass } from './account.ts'

const SETTING = 'WAL_ARCHIVE'
const IDENTITY = 'archive.json'

/** Where the segments of the log are in an archive. */
export const segmentsIn = (archive: string): string => join(archive, 'wal')

/**
 * Makes an archive, or opens the one that this database has. PostgreSQL's own user writes the segments.
 * @returns the directory of the segments
 * @throws ConfigError that says what to do if PostgreSQL cannot write there, or if it is the archive of another database
 */
export async function openWalArchive(
  archive: string,
  pgdata: string,
  account: Account | null,
): Promise<string> {
  if (process.platform === 'win32') {
    throw new ConfigError(
      SETTING,
      'needs a shell with gzip, which Windows has not: leave it unset.',
    )
  }
  const segments = segmentsIn(archive)
  try {
    // The user of PostgreSQL has to pass, if root starts it.
    await makeDirectory(archive, account === null ? 0o700 : 0o711)
    await makeDirectory(segments, 0o700)
    if (account !== null) await chown(segments, account.uid, account.gid)
    await claim(archive, await systemIdentifier(pgdata))
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new ConfigError(SETTING, `cannot be used: ${systemFault(error, archive)}.`)
  }
  if (account !== null && !canPass(segments, account)) {
    throw new ConfigError(
      SETTING,
      `cannot be used: PostgreSQL runs as uid ${account.uid}, which cannot enter ${segments}. Name a directory that every ` +
        'user can enter, or start as an ordinary user.',
    )
  }
  return segments
}

/** The database whose log an archive has; null if there is none. */
export async function archivedDatabase(archive: string): Promise<string | null> {
  const text = await readFile(join(archive, IDENTITY), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return null
    },
  )
  return text === null ? null : (JSON.parse(text) as { systemIdentifier: string }).systemIdentifier
}

/** What tells a cluster from all others, and what its restored copies share: the first eight bytes of pg_control. */
export async function systemIdentifier(pgdata: string): Promise<string> {
  const control = await readFile(join(pgdata, 'global', 'pg_control'))
  return control.readBigUInt64LE(0).toString()
}

async function claim(archive: string, ours: string): Promise<void> {
  if ((await archivedDatabase(archive)) === null) await keep(archive, ours)
  const there = await archivedDatabase(archive)
  if (there === ours) return
  throw new ConfigError(
    SETTING,
    `is ${archive}, which has the log of another database (${there}; this one is ${ours}): name a directory of its own for each.`,
  )
}

/** Written aside and linked, so that a reader sees all of it, and the first writer wins. */
async function keep(archive: string, ours: string): Promise<void> {
  const path = join(archive, IDENTITY)
  const aside = `${path}.${process.pid}`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ systemIdentifier: ours })}\n`)
    await file.sync()
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
}

/** @throws ExpectedError if PostgreSQL's own user cannot read a segment, as in an archive that another user copied */
export async function checkReadable(segment: string, account: Account | null): Promise<void> {
  if (account === null) return
  const { uid, mode } = await stat(segment)
  const isReadable = (mode & (uid === account.uid ? 0o400 : 0o004)) !== 0
  if (isReadable && canPass(dirname(segment), account)) return
  throw new ExpectedError(
    `PostgreSQL runs as uid ${account.uid}, which cannot read ${segment}: give the directory to it (chown -R ${account.uid} ${dirname(segment)}), where it can be reached.`,
  )
}
