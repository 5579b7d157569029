import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dataDirOf } from '../platform/config.ts'
import { IN_USE } from '../platform/embedded/swap.rules.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { readSettings } from '../platform/settings-file.rules.ts'

/** Where an installed service has its settings. */
const USUAL = '/etc/sourcebook.env'

/**
 * Adds the settings of a file to the environment, which counts more: the file that is named, that of `SOURCEBOOK_ENV`, or the
 * usual one. The usual one belongs to the installed command `sourcebook`: a clone that somebody tries on the same machine has
 * nothing to do with it.
 *
 * @throws ExpectedError if it cannot be read
 */
export function addSettings(env: NodeJS.ProcessEnv, named: string | undefined): void {
  if (named === '') throw new ExpectedError('Name the file of settings after --config.')
  const chosen = named ?? env.SOURCEBOOK_ENV
  const isInstalled = basename(process.argv[1]!) === 'sourcebook'
  const path = chosen ?? (isInstalled ? USUAL : '')
  if (path === '') return
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (chosen === undefined && code === 'ENOENT') return
    const remedy = code === 'EACCES' ? '. Run this as root' : ''
    throw new ExpectedError(`The settings in ${path} cannot be read: ${message}${remedy}.`)
  }
  for (const [name, value] of Object.entries(readSettings(text))) env[name] ??= value
}

/**
 * Goes on as the user whose data it is, if root runs a command: what root writes there, the service could not read. Where the
 * service runs as root itself, its database belongs to another user than DATA_DIR.
 */
export function becomeOwner(env: NodeJS.ProcessEnv): void {
  if (process.geteuid?.() !== 0) return
  const dataDir = dataDirOf(env)
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  const database = statSync(join(dataDir, IN_USE), { throwIfNoEntry: false }) ?? owner
  if (owner === undefined || owner.uid === 0 || database?.uid !== owner.uid) return
  process.setgroups!([owner.gid])
  process.setgid!(owner.gid)
  process.setuid!(owner.uid)
}
