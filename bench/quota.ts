import { access, constants, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { descendantsOf } from './cpu.ts'

/** Where Linux keeps the control groups of processor time (version 1). */
const GROUPS = '/sys/fs/cgroup/cpu'
/** The usual one. A share of it cannot be less than 1 ms. */
const PERIOD_US = 100_000

/** Processes that together get a share of one core, and no more. */
export interface Quota {
  /** In which share of the time they had to wait for more of it, since the last call. */
  throttled: () => Promise<number>
  /** Frees them. */
  end: () => Promise<void>
}

/** Why no quotas can be set on this machine; undefined if they can. */
export async function quotaFault(): Promise<string | undefined> {
  const file = join(GROUPS, 'cpu.cfs_quota_us')
  const isThere = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) return `this machine has no control groups of version 1 at ${GROUPS}`
  const probe = join(GROUPS, `sourcebook-bench-${process.pid}`)
  try {
    await mkdir(probe)
    await rmdir(probe)
  } catch (error) {
    return `${GROUPS} cannot be written to (${(error as NodeJS.ErrnoException).code})`
  }
  return undefined
}

/** Limits a process and those that it has started and will start. */
export async function limit(pid: number, share: number): Promise<Quota> {
  const group = join(GROUPS, `sourcebook-bench-${process.pid}-${pid}`)
  await mkdir(group)
  await writeFile(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
  await writeFile(join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * share)))
  for (const one of await descendantsOf(pid)) await place(one, group)
  let before = await statOf(group)
  return {
    async throttled() {
      const now = await statOf(group)
      const share = (now.throttled - before.throttled) / Math.max(1, now.periods - before.periods)
      before = now
      return share
    },
    async end() {
      for (const one of await descendantsOf(pid)) await place(one, GROUPS)
      await rmdir(group)
    },
  }
}

/** A process may have ended meanwhile. */
const place = (pid: number, group: string): Promise<void> =>
  writeFile(join(group, 'cgroup.procs'), String(pid)).catch(() => {})

async function statOf(group: string) {
  const text = await readFile(join(group, 'cpu.stat'), 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { periods: read('nr_periods'), throttled: read('nr_throttled') }
}
