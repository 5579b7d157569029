import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuOf } from './cpu.ts'
import { needed } from './postgres.ts'
import type { Sample } from './wrk.ts'

interface Floor {
  script: string
  mode: 'prepared' | 'simple'
  clients: number
  seconds: number
  url: string
  /** PostgreSQL's process. */
  postgres: number
}

/** What PostgreSQL does alone, with no service in between. */
export async function measureFloor(floor: Floor): Promise<Sample> {
  const { script, mode, clients, seconds, url, postgres } = floor
  const place = await mkdtemp(join(tmpdir(), 'sourcebook-pgbench-'))
  try {
    const file = join(place, 'floor.sql')
    await writeFile(file, script)
    const before = await cpuOf(postgres)
    const lanes = ['-c', `${clients}`, '-j', clients > 1 ? '2' : '1']
    const { stdout } = await promisify(execFile)(
      await needed('pgbench'),
      ['-n', '-M', mode, ...lanes, '-T', `${Math.max(1, seconds)}`, '-f', file, url],
      { maxBuffer: 1e8 },
    )
    const cpu = (await cpuOf(postgres)) - before
    const count = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    const latency = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1])
    return { perSecond, p50: latency, p99: Number.NaN, cpu: 0, database: cpu / count }
  } finally {
    await rm(place, { recursive: true })
  }
}
