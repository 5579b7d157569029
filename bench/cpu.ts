import { readdir, readFile } from 'node:fs/promises'

/** The unit in which /proc counts CPU time, on Linux. */
const TICK_MS = 10

/** The user and system time, in ms, that a process and all its descendants have used, even those that have ended. */
export async function cpuOf(pid: number): Promise<number> {
  const family = await familyOf(pid)
  return family.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0)
}

/** A process and all its descendants that still run. */
export const descendantsOf = async (pid: number): Promise<number[]> =>
  (await familyOf(pid)).map((one) => one.pid)

async function familyOf(pid: number) {
  const processes = (
    await Promise.all((await readdir('/proc')).filter(isPid).map(readStat))
  ).flatMap((stat) => stat ?? [])
  const family = processes.filter((one) => one.pid === pid)
  for (const member of family) family.push(...processes.filter((one) => one.parent === member.pid))
  return family
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
