// The disk of the database and of the files fills up, or can suddenly only be read, while people write: refusals say what is wrong
// and when to try again, what was acknowledged is there, and the service goes on by itself. It needs file systems of its own, so root.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const SIZE_MB = 220
/** How long it cannot be written, in refused writes. */
const REFUSED = 200
/** Rows a request. */
const BATCH = 10
/** Text that does not compress. */
const notes = () => randomBytes(15_000).toString('base64')

/** Runs a command as the operator. @throws Error with what it prints */
function sh(command: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr || `${command} failed`)
  return stdout.trim()
}

/** A directory with a file system of its own; the test is skipped where none can be made. */
async function diskOfItsOwn(context: TestContext, mount: (place: string) => void): Promise<string> {
  const place = await temporaryDirectory()
  onTestFinished(() => discard(place))
  try {
    mount(place)
  } catch (error) {
    console.log(`skipped: no file system of its own: ${(error as Error).message.trim()}`)
    context.skip()
  }
  onTestFinished(() => void sh(`umount -l ${place}`))
  return place
}

/** Somebody who writes batches, and knows which of them were acknowledged. */
async function writer(server: ServerProcess) {
  const { token } = await signUp(server)
  const board = await makeBoard(server, token, [
    { name: 'Nth', type: 'number' },
    { name: 'Notes', type: 'long_text' },
  ])
  const acknowledged: number[] = []
  const statuses = new Map<number, number>()
  const reasons = new Set<string>()
  const untold: string[] = []
  let nth = 0
  return {
    acknowledged,
    statuses,
    reasons,
    untold,
    async write(): Promise<number> {
      const one = nth++
      const { status, headers, text, body } = await server.api('POST', '/v1/ingest/rows', {
        token: board.secret,
        body: { rows: Array.from({ length: BATCH }, () => ({ nth: one, notes: notes() })) },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.push(one)
      else if (status !== 503 || !headers.has('retry-after')) untold.push(`${status} ${text}`)
      else reasons.add(body.error.reason ?? 'none')
      return status
    },
    async upload(megabytes: number) {
      const form = new FormData()
      form.append('file', new Blob([Buffer.alloc(megabytes * 1024 * 1024)]), 'statement.pdf')
      return await fetch(`${server.url}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
    },
    /** The batches that are lost, and those that are neither whole nor absent. */
    async check() {
      const stored = await storedIn(server, token, board)
      return {
        lost: acknowledged.filter((one) => stored.get(one) !== BATCH),
        partial: [...stored].filter(([, rows]) => rows !== BATCH),
      }
    },
  }
}

/** How many rows of each batch there are. */
async function storedIn(server: ServerProcess, token: string, board: { id: string }) {
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
  return stored
}

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServerProcess({
    env: { DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'silent', RATE_LIMIT_INGEST: '10000000' },
  })
  onTestFinished(async () => void (await server.stop()))
  return server
}

test('a full disk loses nothing that was acknowledged', async (context) => {
  const place = await diskOfItsOwn(context, (at) =>
    sh(`mount -t tmpfs -o size=${SIZE_MB}m,mode=755 tmpfs ${at}`),
  )
  const dataDir = join(place, 'data')
  const ballast = join(place, 'ballast')
  await mkdir(dataDir)
  const server = await start(dataDir)
  const { write, upload, check, acknowledged, statuses, reasons, untold } = await writer(server)
  await writeFile(ballast, Buffer.alloc(20 * 1024 * 1024))

  // Until it has been full for a while.
  while ((statuses.get(503) ?? 0) < REFUSED && acknowledged.length < 100_000) await write()
  const uploaded = await upload(24)
  await rm(ballast)
  const since = performance.now()
  await until(async () => (await write()) === 201, 'a write once there is room')
  const backMs = performance.now() - since

  const { lost, partial } = await check()
  console.log(
    `figure: ${acknowledged.length} batches acknowledged and stored whole, ${statuses.get(503)} refused with a time to try again, back after ${backMs.toFixed(0)} ms`,
  )
  expect(lost).toEqual([])
  expect(partial, 'batches that are neither whole nor absent').toEqual([])
  expect(untold).toEqual([])
  expect(reasons).toContain('disk_full')
  expect(statuses.get(503)).toBeGreaterThanOrEqual(REFUSED)
  expect([uploaded.status, uploaded.headers.has('retry-after')]).toEqual([503, true])
})

test('a disk that can suddenly only be read loses nothing that was acknowledged', async (context) => {
  let disk = ''
  const place = await diskOfItsOwn(context, (at) => {
    const image = `${at}.img`
    onTestFinished(() => rm(image, { force: true }))
    sh(`truncate -s 600M ${image} && mkfs.ext4 -q ${image}`)
    disk = sh(`losetup -f --show ${image}`)
    onTestFinished(() => void sh(`losetup -d ${disk}`))
    sh(`mount -o errors=remount-ro ${disk} ${at} && chmod 755 ${at}`)
  })
  const dataDir = join(place, 'data')
  await mkdir(dataDir)
  const server = await start(dataDir)
  const { write, upload, check, acknowledged, statuses, reasons, untold } = await writer(server)
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, ((await answer.json()) as { reason?: string }).reason]
  }
  for (let n = 0; n < 50; n++) expect(await write()).toBe(201)

  // As the kernel does after an error of the device.
  sh(`echo 1 > /sys/fs/ext4/${basename(disk)}/trigger_fs_error`)
  while ((statuses.get(503) ?? 0) < REFUSED && untold.length === 0) await write()
  const uploaded = await upload(1)
  const whileLost = await ready()
  const health = (await fetch(`${server.url}/healthz`)).status
  // The operator repairs the disk, and mounts it again. The service runs on.
  await until(async () => spawnSync('umount', [place]).status === 0, 'PostgreSQL to end')
  sh(`{ e2fsck -p ${disk}; [ $? -le 1 ]; } && mount ${disk} ${place}`)
  const since = performance.now()
  await until(async () => (await write()) === 201, 'a write once the disk can be written')
  const backMs = performance.now() - since

  const { lost, partial } = await check()
  expect(await ready()).toEqual([200, undefined])
  expect((await upload(1)).status).toBe(201)
  console.log(
    `figure: read-only: ${acknowledged.length} batches acknowledged and stored whole, ${statuses.get(503)} refused with the reason, back ${backMs.toFixed(0)} ms after the disk`,
  )
  expect(lost).toEqual([])
  expect(partial, 'batches that are neither whole nor absent').toEqual([])
  expect(untold).toEqual([])
  expect([...reasons]).toContain('disk_unwritable')
  expect(whileLost).toEqual([503, 'disk_unwritable'])
  expect(health).toBe(200)
  expect([uploaded.status, uploaded.headers.has('retry-after')]).toEqual([503, true])
})

test('files on a disk that can only be read are refused with the reason', async (context) => {
  const dataDir = await temporaryDirectory()
  onTestFinished(() => discard(dataDir))
  const server = await start(dataDir)
  const { write, upload } = await writer(server)
  const files = join(dataDir, 'files')
  expect((await upload(1)).status).toBe(201)
  try {
    sh(`mount -t tmpfs -o size=20m tmpfs ${files} && mount -o remount,ro ${files}`)
  } catch (error) {
    console.log(`skipped: no file system of its own: ${(error as Error).message.trim()}`)
    context.skip()
  }
  try {
    const refused = await upload(1)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.json()).toMatchObject({
      code: 'overloaded',
      reason: 'disk_unwritable',
      error: expect.stringContaining('check that disk'),
    })
    expect(await write()).toBe(201)
    sh(`mount -o remount,rw ${files}`)
    expect((await upload(1)).status).toBe(201)
  } finally {
    sh(`umount -l ${files}`)
  }
})
