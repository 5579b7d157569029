import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMiB, startServer } from './server.ts'

/*
 * Live listeners: `node bench/live.ts [listeners] [changes per second] [seconds]`, by default 1000, 100 and 20. One
 * process serves, this one changes rows, and another one holds the listeners. Every change has a number; every
 * listener must get each number once and in order.
 */

const [listeners = 1000, perSecond = 100, seconds = 20] = process.argv.slice(2).map(Number)
const PER_SEAT = 20

if (process.send) await hold()
else await drive()

interface Result {
  complete: number
  missing: number
  doubled: number
  disordered: number
  p50: number
  p99: number
  most: number
}

async function drive(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-live-'))
  const server = await startServer(dataDir)
  const origin = `http://127.0.0.1:${server.port}`
  const post = async (path: string, token: string | undefined, body: object, method = 'POST') => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as {
      data: Record<string, string> & { seat: { crmUserId: number } }
    }
  }
  const password = 'correct horse battery'
  const owner = await post('/v1/auth/signup', undefined, {
    email: 'owner@desk.example',
    password,
    name: 'Olga',
    workspaceName: 'Desk',
  })
  const token = owner.data.accessToken!
  const board = await post('/v1/boards', token, {
    name: 'Leads',
    columns: [
      { name: 'Number', type: 'number' },
      { name: 'At', type: 'number' },
      { name: 'Margin', type: 'number' },
    ],
  })
  await post(
    `/v1/definitions/${board.data.key}/column-policies/margin`,
    token,
    { visibleTo: { mode: 'roles', roles: ['manager'] } },
    'PUT',
  )
  const tokens: string[] = []
  const roles = ['viewer', 'member', 'manager', 'admin']
  for (let n = 0; n < Math.ceil(listeners! / PER_SEAT); n++) {
    const invited = await post('/v1/workspace/seats', token, {
      email: `s${n}@desk.example`,
      role: roles[n % roles.length],
    })
    const link = invited.data.inviteUrl!.split('/').at(-1)
    const body = { name: `Seat ${n}`, password }
    const accepted = await post(`/v1/auth/invitations/${link}/accept`, undefined, body)
    tokens.push(accepted.data.accessToken!)
  }
  const path = `/v1/boards/${board.data.id}`
  const rows = await post(`${path}/rows`, token, {
    rows: Array.from({ length: 100 }, () => ({ cells: { margin: 1 } })),
  })
  const ids = (rows.data as unknown as { id: string }[]).map(({ id }) => id)
  const holder = fork(import.meta.filename, process.argv.slice(2))
  const total = perSecond! * seconds!
  holder.send({ port: server.port, path: `${path}/events`, tokens, total })
  await message(holder, 'open')
  await sleep(500)
  const start = performance.now()
  const slow: Promise<unknown>[] = []
  for (let n = 0; n < total; n++) {
    const wait = start + (n * 1000) / perSecond! - performance.now()
    if (wait > 0) await sleep(wait)
    const cells = { number: n, at: Math.round(performance.timeOrigin + performance.now()) }
    slow.push(post(`${path}/rows/${ids[n % ids.length]}`, token, { cells }, 'PATCH'))
    if (slow.length > 64) await slow.shift()
  }
  await Promise.all(slow)
  const took = (performance.now() - start) / 1000
  const result = (await message(holder, 'result')) as Result
  console.log(
    `listeners               ${listeners} on one board, ${tokens.length} seats of ${roles.length} roles`,
  )
  console.log(
    `changes                 ${total} in ${took.toFixed(1)} s (${(total / took).toFixed(0)} a second)`,
  )
  console.log(`told all                ${result.complete} of ${listeners}`)
  console.log(`missing, twice, disorder ${result.missing}, ${result.doubled}, ${result.disordered}`)
  console.log(
    `from change to listener p50 ${result.p50} ms, p99 ${result.p99} ms, most ${result.most} ms`,
  )
  console.log(`memory of the server    ${await residentMiB(server.pid)} MiB`)
  holder.kill()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exitCode =
    result.complete === listeners && result.doubled + result.disordered === 0 ? 0 : 1
}

function message(child: ChildProcess, kind: string): Promise<unknown> {
  return new Promise((resolve) => {
    child.on('message', (sent: { kind: string }) => {
      if (sent.kind === kind) resolve(sent)
    })
  })
}

/** Holds the listeners. They are plain sockets, which take little from the server on the same machine. */
async function hold(): Promise<void> {
  const { port, path, tokens, total } = await new Promise<{
    port: number
    path: string
    tokens: string[]
    total: number
  }>((resolve) => process.once('message', (sent) => resolve(sent as never)))
  const delays: number[] = []
  let disordered = 0
  let doubled = 0
  const seen: Uint8Array[] = []
  const order: number[] = []
  const counts: number[] = []
  let done = 0
  let lastHeard = performance.now()
  const openOne = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[Math.floor(n / PER_SEAT)]}\r\n\r\n`,
        )
      })
      seen[n] = new Uint8Array(total)
      counts[n] = 0
      let rest = ''
      let last = { xid: 0, id: '' }
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (text: string) => {
        resolve()
        const now = performance.timeOrigin + performance.now()
        lastHeard = performance.now()
        const frames = (rest + text).split('\n\n')
        rest = frames.pop()!
        for (const frame of frames) {
          const found = /"cells":\{"number":(\d+),"at":(\d+)/.exec(frame)
          if (!found || !frame.includes('event: rows.updated')) continue
          const changed = /"column":"number","from":[^,]*,"to":(\d+)/.exec(frame)
          const number = Number(changed?.[1] ?? found[1])
          if (seen[n]![number]) doubled++
          seen[n]![number] = 1
          // The order must be the same for all listeners, and that of the cursors.
          order[counts[n]!] ??= number
          if (order[counts[n]!] !== number) disordered++
          if (n === 0) {
            const [xid, id] = JSON.parse(
              Buffer.from(/^id: (\S+)/m.exec(frame)![1]!, 'base64url').toString(),
            ) as [number, string]
            if (xid < last.xid || (xid === last.xid && id <= last.id)) disordered++
            last = { xid, id }
          }
          if (Number(found[1]) === number && n % 10 === 0) delays.push(now - Number(found[2]))
          if (++counts[n]! === total) done++
        }
      })
    })
  for (let n = 0; n < listeners!; n += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, listeners! - n) }, (_, i) => openOne(n + i)),
    )
  }
  process.send!({ kind: 'open' })
  while (done < listeners! && performance.now() - lastHeard < 10_000) await sleep(100)
  delays.sort((a, b) => a - b)
  const at = (q: number) => Math.round(delays[Math.floor((delays.length - 1) * q)] ?? 0)
  const missing = counts.reduce((sum, count) => sum + total - count, 0)
  process.send!({
    kind: 'result',
    complete: done,
    missing,
    doubled,
    disordered,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  })
}
