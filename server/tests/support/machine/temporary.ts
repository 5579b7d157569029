import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, postmasterPid } from '../../../platform/embedded/process.ts'

const PREFIX = 'sourcebook-test-'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** In memory if there is plenty: a database there flushes at once, with every durability setting on. */
const BASE = roomy('/dev/shm') ? '/dev/shm' : tmpdir()

function roomy(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}

/** An empty directory that a later run deletes if this one is killed before it can. */
export async function temporaryDirectory(base = BASE): Promise<string> {
  const path = await mkdtemp(join(base, `${PREFIX}${process.pid}-`))
  await chmod(path, 0o755) // like a usual data directory; PostgreSQL may run as another user
  return path
}

/** Stops every PostgreSQL in `directory`, if one was left there, and removes it. */
export async function discard(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names) await stopIn(join(directory, name))
  await rm(directory, { recursive: true, force: true, maxRetries: 3 })
}

async function stopIn(data: string): Promise<void> {
  for (let signal: NodeJS.Signals = 'SIGQUIT'; ; signal = 'SIGKILL') {
    const pid = postmasterPid(data)
    if (pid === null) break
    process.kill(pid, signal)
    for (let waits = 0; waits < 100 && postmasterPid(data) === pid; waits++) await sleep(20)
  }
}

/** Removes what this user's earlier runs left behind because they were killed. */
export async function sweepAbandoned(): Promise<void> {
  for (const base of new Set([BASE, tmpdir()])) {
    for (const name of await readdir(base)) {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
      if (pid === undefined || isAlive(Number(pid))) continue
      const path = join(base, name)
      if (await isOwn(path)) await discard(path)
    }
  }
}

/**
 * False if another user made it: what theirs left is theirs to remove, and we could not. So it is if another run has just
 * removed it.
 */
async function isOwn(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.uid === process.geteuid?.()
}
