import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { FLAGS } from '../scripts/bundled-node.mjs'

/** Starts the service with its rate limits raised. `seconds` is how long it took until it was ready. */
export async function startServer(
  dataDir: string,
  {
    command = 'start',
    env = {},
    bin = 'bin/sourcebook.mjs',
  }: { command?: 'start' | 'web'; env?: Record<string, string>; bin?: string } = {},
) {
  const start = performance.now()
  const child = spawn(process.execPath, [...FLAGS, bin, command], {
    env: {
      ...process.env,
      ...env,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_INGEST: '10000000',
      RATE_LIMIT_READ: '10000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const ready = /ready at http:\/\/[^:]+:(\d+)/.exec(text.toString())
      if (ready) resolve(Number(ready[1]))
    })
    child.on('exit', () => reject(new Error('the server ended before it was ready')))
  })
  return {
    port,
    pid: child.pid!,
    seconds: (performance.now() - start) / 1000,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts what a good developer writes by hand (by-hand.ts), on a database with its tables. */
export async function startByHand(url: string) {
  const child = spawn(process.execPath, ['bench/by-hand.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = await once(child.stdout, 'data')
  return {
    port: Number(/:(\d+)\s*$/.exec(String(text))![1]),
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The resident memory of the largest process of the service: the one that was started, or one of its children. */
export async function residentMiB(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [String(pid), ...children.trim().split(' ').filter(Boolean)]
  return Math.max(...(await Promise.all(pids.map(residentOf))))
}

async function residentOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  return Math.round(kib / 1024)
}

/** Samples a process's resident memory ten times a second. The returned function stops that and returns the peak. */
export function watchMemory(pid: number): () => Promise<number> {
  let most = 0
  const look = async () => {
    most = Math.max(most, await residentMiB(pid))
  }
  const timer = setInterval(look, 100)
  return async () => {
    clearInterval(timer)
    await look()
    return most
  }
}

/** Connects to the embedded database directly, without the service and its row-level security. */
export const ownerConnection = (dataDir: string): pg.ClientConfig => ({
  host: join(dataDir, 'pg'),
  user: 'postgres',
  database: 'sourcebook',
  port: 5432,
})
