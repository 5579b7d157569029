import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The process number of the postmaster that runs on `pgdata`, or null. Its lock file alone proves nothing: after a
 * crash the number may be a zombie's or, in a restarted container, an unrelated process's.
 */
export function postmasterPid(pgdata: string): number | null {
  const pid = recordedPid(pgdata)
  return pid !== null && isAlive(pid) && looksLikeOurs(pid) ? pid : null
}

/** The number of a postmaster that somebody else started on `pgdata`, or null. Only Linux tells. */
export function strangerPid(pgdata: string): number | null {
  const pid = recordedPid(pgdata)
  if (pid === null || !isAlive(pid) || postmasterPid(pgdata) !== null) return null
  try {
    // A postmaster works in its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === pgdata ? pid : null
  } catch {
    return null
  }
}

/** The number in the lock file, whether or not that process lives. */
export function recordedPid(pgdata: string): number | null {
  try {
    const [line] = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    return Number(line) > 0 ? Number(line) : null
  } catch {
    return null
  }
}

function looksLikeOurs(pid: number): boolean {
  if (process.platform === 'win32') return true
  const found = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  // If we cannot look at it, it counts as alive: waiting is harmless, a second postmaster is not.
  if (found === null) return true
  return !/^[ZX]/.test(found.state) && found.command.includes('cluster_name=sourcebook-')
}

interface Found {
  state: string
  command: string
}

function fromProc(pid: number): Found | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const state = stat.slice(stat.lastIndexOf(')') + 2)
    return { state, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }
  } catch {
    return null
  }
}

function fromPs(pid: number): Found | null {
  try {
    const line = execFileSync('ps', ['-o', 'state=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    return { state: line, command: line }
  } catch {
    return null
  }
}
