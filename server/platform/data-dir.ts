import { access, chmod, constants, readdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from './config.ts'
import { makeDirectory } from './directories.ts'
import { isSystemError, systemFault } from './system-fault.rules.ts'

/** Elsewhere than on Linux, PostgreSQL's own user must be able to pass, if root starts it. */
const isPassed = () => process.getuid?.() === 0 && process.platform !== 'linux'
const modeNow = () => (isPassed() ? 0o711 : 0o700)

/**
 * Makes DATA_DIR if it is missing, which has the secret key: only its owner can look into it.
 * @returns its path, without links
 * @throws ConfigError that says what to do, if the service cannot write there
 */
export async function openDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    await makeDirectory(path, modeNow())
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new ConfigError('DATA_DIR', `cannot be used: ${systemFault(error, path)}.`)
  }
}

/**
 * Closes DATA_DIR to other users, who could look into one that a release before 0.2 made. Nothing may run in it. One that
 * belongs to somebody else, or that has other things in it, stays as it is, and `doctor` reports it.
 */
export async function closeDataDir(path: string): Promise<void> {
  const found = await stat(path)
  if (!isOpenToOthers(found.mode) || found.uid !== process.geteuid?.()) return
  const names = await readdir(path)
  const isOurs = names.every((name) => OURS.test(name)) && !(found.mode & STICKY)
  // Not every disk can do that.
  if (isOurs) await chmod(path, modeNow()).catch(() => {})
}

/** Whether users who are neither its owner nor of its group can look into a directory. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o007 & ~(isPassed() ? 0o001 : 0)) !== 0
}

const STICKY = 0o1000
/** What the service, and what a disk of its own, has in a data directory. */
const OURS =
  /^(?:pg(?:[.-].*)?|postgres(?:ql-.*|\.log.*)|initdb-.*|secret\.key.*|files|lost\+found)$/
