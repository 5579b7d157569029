// The disk of the database and of the files fills up while people write: refusals say when to try again, what was
// acknowledged is there, and the service goes on once there is room. It needs a file system of its own, so root.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startServerProcess } from './support/processes/server-process.ts'

const SIZE_MB = 220
/** How long it is full, in refused writes. */
const REFUSED = 200
/** Rows a request. */
const BATCH = 10
/** Text that does not compress. */
const notes = () => randomBytes(15_000).toString('base64')

let place: string
let why: string | undefined
beforeAll(async () => {
  place = await temporaryDirectory()
  const mount = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${SIZE_MB}m,mode=755`,
    'tmpfs',
    place,
  ])
  if (mount.status !== 0)
    why = `no file system of a fixed size: ${mount.error?.message ?? mount.stderr}`
})
afterAll(async () => {
  if (why === undefined) spawnSync('umount', ['-l', place])
  await discard(place)
})

test('a full disk loses nothing that was acknowledged', async (context) => {
  if (why !== undefined) {
    console.log(`skipped: ${why.trim()}`)
    return context.skip()
  }
  const dataDir = join(place, 'data')
  const ballast = join(place, 'ballast')
  await mkdir(dataDir)
  const server = await startServerProcess({
    env: { DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'silent', RATE_LIMIT_INGEST: '10000000' },
  })
  const { token } = await signUp(server)
  const board = await makeBoard(server, token, [
    { name: 'Nth', type: 'number' },
    { name: 'Notes', type: 'long_text' },
  ])
  await writeFile(ballast, Buffer.alloc(20 * 1024 * 1024))

  const acknowledged: number[] = []
  const statuses = new Map<number, number>()
  const untold: string[] = []
  const write = async (nth: number): Promise<number> => {
    const { status, headers, text } = await server.api('POST', '/v1/ingest/rows', {
      token: board.secret,
      body: { rows: Array.from({ length: BATCH }, () => ({ nth, notes: notes() })) },
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 201) acknowledged.push(nth)
    else if (status !== 503 || !headers.has('retry-after')) untold.push(`${status} ${text}`)
    return status
  }
  let nth = 0
  // Until it has been full for a while.
  while ((statuses.get(503) ?? 0) < REFUSED && nth < 100_000) await write(nth++)
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(24 * 1024 * 1024)]), 'statement.pdf')
  const upload = await fetch(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  await rm(ballast)
  const since = performance.now()
  await until(async () => (await write(nth++)) === 201, 'a write once there is room')
  const backMs = performance.now() - since

  const stored = new Map<number, number>()
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await server.api('GET', `/v1/boards/${board.id}/rows?limit=200${query}`, {
      token,
    })
    for (const { cells } of body.data) stored.set(cells.nth, (stored.get(cells.nth) ?? 0) + 1)
    cursor = body.nextCursor
  } while (cursor)
  await server.stop()
  const lost = acknowledged.filter((one) => stored.get(one) !== BATCH)
  const partial = [...stored].filter(([, rows]) => rows !== BATCH)
  console.log(
    `figure: ${acknowledged.length} batches acknowledged and stored whole, ${statuses.get(503)} refused with a time to try again, back after ${backMs.toFixed(0)} ms`,
  )
  expect(lost).toEqual([])
  expect(partial, 'batches that are neither whole nor absent').toEqual([])
  expect(untold).toEqual([])
  expect(statuses.get(503)).toBeGreaterThanOrEqual(REFUSED)
  expect([upload.status, upload.headers.has('retry-after')]).toEqual([503, true])
})
