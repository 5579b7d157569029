/**
 * `node bench/files.ts`: files of 5 MiB that a key uploads, four at a time. The floor is a bare handler that writes the
 * same body to the same kind of store, and nothing else.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskFiles } from '../server/platform/files/file-store.ts'
import { cpuOf } from './cpu.ts'
import { makeBoards } from './desk.ts'
import { type Load, run } from './load.ts'
import { printTable, rate, ratio } from './report.ts'
import { rounds, SECONDS } from './rounds.ts'
import { residentMiB, startServer, watchMemory } from './server.ts'

const MIB = 1024 * 1024
const SIZE = 5 * MIB
const AT_ONCE = 4

/** The floor, in a process of its own. */
function serveBare(directory: string): void {
  const store = diskFiles(directory)
  const server = createServer(async (request, response) => {
    const { key } = await store.put(request, 2 * SIZE)
    response.end(JSON.stringify({ key }))
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

const BOUNDARY = 'sourcebook-bench'
const body = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="statement.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  ),
  Buffer.alloc(SIZE, 'A statement. '),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

/** Uploads for a round, some at once. */
const load = (url: string, secret: string): Promise<Load> =>
  run(AT_ONCE, SECONDS, async () => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${text}`)
  })

async function measure(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
  const bare = fork(import.meta.filename, [join(directory, 'bare')])
  const server = await startServer(join(directory, 'service'))
  try {
    const [port] = await once(bare, 'message')
    const [board] = await makeBoards(server.port, 1)
    const idle = await residentMiB(server.pid)
    const memory = watchMemory(server.pid)
    const spent = { floor: 0, service: 0 }
    /** Counts the CPU time of a process and its children. */
    const counting = async (name: keyof typeof spent, pid: number, run: () => Promise<Load>) => {
      const before = await cpuOf(pid)
      const done = await run()
      spent[name] += (await cpuOf(pid)) - before
      return done
    }
    const results = await rounds({
      floor: () => counting('floor', bare.pid!, () => load(`http://127.0.0.1:${port}/`, '')),
      service: () =>
        counting('service', server.pid, () =>
          load(`http://127.0.0.1:${server.port}/v1/ingest/files`, board!.secret),
        ),
    })
    const cpu = (name: keyof typeof spent) => {
      const uploads = results[name].reduce((sum, { perSecond }) => sum + perSecond * SECONDS, 0)
      return `${(spent[name] / uploads).toFixed(1)} ms`
    }
    printTable(
      ['5 MiB, 4 at a time', 'a second', 'of the floor', 'CPU each', 'memory, idle and most'],
      [
        ['a bare handler', rate(results.floor), '', cpu('floor'), ''],
        [
          'POST /v1/ingest/files',
          rate(results.service),
          ratio(results.service, results.floor),
          cpu('service'),
          `${idle} and ${await memory()} MiB`,
        ],
      ],
    )
  } finally {
    bare.kill()
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

if (process.send) serveBare(process.argv[2]!)
else await measure()
