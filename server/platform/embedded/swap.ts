import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncDirectory } from '../directories.ts'
import { ExpectedError } from '../expected-error.ts'
import { postmasterPid } from './process.ts'
import { asideFor, IN_USE, isHalfSwapped, MAKING, WHOLE } from './swap.rules.ts'

/** Whether there is a cluster in DATA_DIR, even one that an upgrade had no time to give its name. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, IN_USE, 'PG_VERSION'))) return true
  return isHalfSwapped(await readdir(dataDir).catch(() => []))
}

/** The major version of the cluster in use. */
export const clusterMajor = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, IN_USE, 'PG_VERSION'), 'utf8')).trim()

/**
 * Ends a swap that was stopped between its two renames. Nothing can have been written to the old cluster since the first.
 * @returns whether there was one
 */
export async function endSwap(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, IN_USE)) || !isHalfSwapped(await readdir(dataDir))) return false
  await putInPlace(dataDir)
  return true
}

/** Says that the new cluster, which is stopped, is whole. */
export async function keepWhole(dataDir: string): Promise<void> {
  await rename(join(dataDir, MAKING, IN_USE), join(dataDir, WHOLE))
  await syncDirectory(dataDir)
}

/**
 * Puts the old cluster aside and the new one in its place. Both are stopped.
 * @returns where the old one is
 * @throws ExpectedError if another process has started the old one meanwhile; it stays in use then
 */
export async function swap(dataDir: string, major: string): Promise<string> {
  const [pgdata, aside] = [join(dataDir, IN_USE), join(dataDir, asideFor(major))]
  if (postmasterPid(pgdata) !== null) throw startedAgain(dataDir)
  await rename(pgdata, aside)
  // Nobody finds it there. But somebody may have started it in the moment between, and written to it.
  if (existsSync(join(aside, 'postmaster.pid'))) {
    await rename(aside, pgdata)
    throw startedAgain(dataDir)
  }
  await syncDirectory(dataDir)
  await putInPlace(dataDir)
  return aside
}

async function putInPlace(dataDir: string): Promise<void> {
  await rename(join(dataDir, WHOLE), join(dataDir, IN_USE)).catch((error) => {
    // Another process was first.
    if (!existsSync(join(dataDir, IN_USE, 'PG_VERSION'))) throw error
  })
  await syncDirectory(dataDir)
}

const startedAgain = (dataDir: string) =>
  new ExpectedError(
    `Another process has started the old database in ${dataDir}: stop it, and run this again. Nothing was changed.`,
  )

/** Removes what an upgrade left that was stopped before the swap, with the PostgreSQL that may still run in it. */
export async function discardNew(dataDir: string): Promise<void> {
  const making = join(dataDir, MAKING)
  for (;;) {
    const pid = postmasterPid(join(making, IN_USE))
    if (pid === null) break
    process.kill(pid, 'SIGQUIT') // at once, as nothing of it is kept
    await sleep(50)
  }
  await rm(making, { recursive: true, force: true, maxRetries: 3 })
  if (existsSync(join(dataDir, IN_USE))) {
    await rm(join(dataDir, WHOLE), { recursive: true, force: true, maxRetries: 3 })
  }
}
