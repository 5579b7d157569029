import { readdir, readFile } from 'node:fs/promises'

/** The unit in which /proc counts CPU time, on Linux. */
const TICK_MS = 10

/** The user and system time, in ms, that a process and all its descendants have used, even those that have ended. */
export async function cpuOf(pid: number): Promise<number> {
  const processes = (
    await Promise.all((await readdir('/proc')).filter(isPid).map(readStat))
  ).flatMap((stat) => stat ?? [])
  let sum = 0
  const open = [pid]
  for (const id of open) {
    const own = processes.find((p) => p.pid === id)
    sum += (own?.ticks ?? 0) * TICK_MS
    open.push(...processes.filter((p) => p.parent === id).map((p) => p.pid))
  }
  return sum
}

const isPid = (name: string): boolean => /^\d+$/.test(name)

async function readStat(name: string) {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name of the program, in brackets, may contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((all, i) => all + Number(fields[i]), 0)
  return { pid: Number(name), parent: Number(fields[1]), ticks }
}
