/**
 * `node bench/forms.ts`: the page of a form under 64 clients, all on one form and each on another. Times are as the clients
 * see them, so they include waiting for the server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBoards } from './desk.ts'
import { type Load, RawConnection, request, run } from './load.ts'
import { median, printTable, rate } from './report.ts'
import { rounds, SECONDS } from './rounds.ts'
import { startServer } from './server.ts'

const CLIENTS = 64
const KIB = 1024

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
try {
  const boards = await makeBoards(server.port, CLIENTS)
  const paths = await Promise.all(boards.map(makeForm))
  const page = await fetch(`http://127.0.0.1:${server.port}${paths[0]}`)
  const size = (await page.arrayBuffer()).byteLength
  const connections = await Promise.all(
    Array.from({ length: CLIENTS }, () => RawConnection.open(server.port)),
  )
  const load = (pathOf: (lane: number) => string): Promise<Load> => {
    const requests = connections.map((_, lane) => request('GET', pathOf(lane), ''))
    return run(CLIENTS, SECONDS, async (lane) => {
      const { status } = await connections[lane]!.send(requests[lane]!)
      if (status !== 200) throw new Error(`the form answered ${status}`)
    })
  }
  const results = await rounds({
    'one form': () => load(() => paths[0]!),
    'a form each': () => load((lane) => paths[lane]!),
  })
  const times = (loads: Load[], at: 'p50' | 'p95') =>
    `${median(loads.map((each) => each[at])).toFixed(1)} ms`
  printTable(
    [`GET /f/{publicId}, ${CLIENTS} clients`, 'a second', 'p50', 'p95', 'size'],
    Object.entries(results).map(([what, loads]) => [
      what,
      rate(loads),
      times(loads, 'p50'),
      times(loads, 'p95'),
      `${(size / KIB).toFixed(1)} KiB`,
    ]),
  )
  for (const connection of connections) connection.close()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A form that asks for every column of a board. @returns its path. */
async function makeForm({ definitionId, token }: { definitionId: string; token: string }) {
  const base = `http://127.0.0.1:${server.port}/v1/boards/${definitionId}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { columns } = await dataOf<{ columns: { key: string }[] }>(await fetch(base, { headers }))
  const answer = await fetch(`${base}/forms`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'Apply',
      title: 'Apply for funding',
      intro: 'It takes about three minutes.',
      columns: columns.map(({ key }) => ({ key })),
    }),
  })
  return new URL((await dataOf<{ url: string }>(answer)).url).pathname
}

async function dataOf<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`it answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}
