import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dataDirOf } from '../platform/config.ts'
import { IN_USE } from '../platform/embedded/swap.rules.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { readSettings } from '../platform/settings-file.rules.ts'

/** Where an installed service has its settings. */
const USUAL = '/etc/sourcebook.env'

/** Says that the settings of the file are in the environment. */
const HAS_SETTINGS = 'SOURCEBOOK_HAS_SETTINGS'

/**
 * Adds the settings of a file to the environment, which counts more: the file that is named, that of `SOURCEBOOK_ENV`, or the
 * usual one. The usual one belongs to the installed command `sourcebook`: a clone that somebody tries on the same machine has
 * nothing to do with it.
 *
 * @throws ExpectedError if it cannot be read
 */
export function addSettings(env: NodeJS.ProcessEnv, named: string | undefined): void {
  if (env[HAS_SETTINGS] === '1') return
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
export async function becomeOwner(env: NodeJS.ProcessEnv): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const dataDir = dataDirOf(env)
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  // If it is a file, the command says so.
  if (!owner?.isDirectory()) return
  const database = statSync(join(dataDir, IN_USE), { throwIfNoEntry: false }) ?? owner
  if (owner.uid === 0 || database.uid !== owner.uid) return
  try {
    process.setgroups!([owner.gid])
    process.setgid!(owner.gid)
    process.setuid!(owner.uid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_STATE') throw error
    process.exit(await runAs(owner, env))
  }
}

/**
 * Runs the same command in a process of another user. The Node of Debian 13 cannot change its own user: its libuv may use
 * io_uring, which would go on as root (CVE-2024-22017).
 *
 * @returns its exit status
 */
async function runAs(
  { uid, gid }: { uid: number; gid: number },
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    uid,
    gid,
    // Only root may be able to read the file of settings, and they are in the environment by now.
    env: { ...env, [HAS_SETTINGS]: '1' },
    // By the channel, the command learns that this process has ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  const [code] = await once(child, 'exit')
  return code ?? 1
}
