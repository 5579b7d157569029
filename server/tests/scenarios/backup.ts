import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/clients/listener.ts'
import { makeBoard } from '../support/desks/fixtures.ts'
import { openBooks } from '../support/desks/money.ts'
import { type Person, signUp } from '../support/desks/people.ts'
import { discard } from '../support/machine/temporary.ts'
import { startReceiver } from '../support/outside/receiver.ts'
import { asOwner, embeddedIn } from '../support/postgres/postgres.ts'
import { runProcess, startProcess } from '../support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts'
import { findByIndex, heardBy, readFeed, restoredFaults } from './backup-checks.ts'

// A service that is backed up while people write to it, and another one that is restored from the backup: real
// processes, each with a database of its own.

export interface BackupRound {
  /** The directory of both; the caller removes it. */
  directory: string
  /** How many rows there are besides those that people write. */
  rows: number
  /** What else to do before people write. */
  prepare?: (server: ServerProcess, desk: BackupDesk, dataDir: string) => Promise<void>
  say?: (what: string) => void
}

const WRITERS = 4
/** How many deliveries the receiver accepts. It refuses more until the restored service sends. */
const TAKEN = 5
/** A rest between writes, as people take: each event is a delivery that must be sent later. */
const REST_MS = 20

const envOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  SECRET_KEY: '',
  RATE_LIMIT_INGEST: '10000000',
  ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8',
})
const command = (dataDir: string, ...words: string[]) =>
  runProcess('bin/sourcebook.mjs', words, envOf(dataDir))

export type BackedUp = Awaited<ReturnType<typeof backUp>>

/** Starts a service, and backs it up while it is written to. It continues after the backup, and is then stopped. */
export async function backUp({ directory, rows, prepare, say = () => {} }: BackupRound) {
  const dataDir = join(directory, 'old')
  const path = join(directory, 'backup')
  const receiver = await startReceiver()
  receiver.answers(() => (receiver.received.length > TAKEN ? 503 : 204))
  const old = await startServerProcess({ env: envOf(dataDir) })
  try {
    const desk = await furnish(old, receiver.url)
    await ageAndFill(dataDir, desk, rows, say)
    await prepare?.(old, desk, dataDir)
    const writing = startWriting(old, desk)
    await until(() => receiver.received.length > TAKEN, 'some of the webhooks')
    const cursor = await readFeed(old, desk)
    const before = writing.acknowledged.map(({ length }) => length)
    const since = performance.now()
    const ran = await command(dataDir, 'backup', path)
    const took = seconds(since)
    say(`backup: ${took}; ${ran.stdout.split('\n')[0]}`)
    if (ran.code !== 0) throw new Error(`the backup ended with ${ran.code}: ${ran.stderr}`)
    await writing.stop()
    const { acknowledged } = writing
    const taken = heardBy(desk, receiver.received.slice(0, TAKEN))
    // Somebody reads the old service's feed beyond what the backup has.
    const beyond = (await readFeed(old, desk, cursor.after)).after
    return {
      dataDir,
      path,
      desk,
      receiver,
      acknowledged,
      before,
      taken,
      cursor,
      beyond,
      output: ran.stdout,
      took,
    }
  } finally {
    await old.stop()
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Restores the backup into another directory, and starts the service there. */
export async function restoreInto(
  dataDir: string,
  { path, receiver }: BackedUp,
  say: (what: string) => void = () => {},
): Promise<ServerProcess> {
  const since = performance.now()
  const ran = await command(dataDir, 'restore', path)
  say(`restore: ${seconds(since)}; ${ran.stdout.trim()}`)
  if (ran.code !== 0) throw new Error(`the restore ended with ${ran.code}: ${ran.stderr}`)
  receiver.received.length = 0
  receiver.answers(() => 204)
  const server = await startServerProcess({ env: envOf(dataDir) })
  // Ends the leases and waits of the old service.
  await asOwner(embeddedIn(dataDir), async (sql) => {
    await sql("UPDATE webhook_tails SET leased_until = '-infinity'")
    await sql("UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'pending'")
  })
  return server
}

/** Begins to restore the backup, and is killed after so long. */
async function killRestore(dataDir: string, path: string, afterMs: number): Promise<string> {
  const killed = startProcess('bin/sourcebook.mjs', ['restore', path], envOf(dataDir))
  setTimeout(() => killed.kill(), afterMs)
  return `a restore that was killed: ${(await killed.exited).signal}`
}

/** A whole round, with a restore that is killed and run again, and with indexes on demand that are made again. */
export async function backupRound(
  round: Pick<BackupRound, 'directory' | 'rows'> & { say: (what: string) => void },
): Promise<string[]> {
  const { directory, say } = round
  const dataDir = join(directory, 'new')
  try {
    const prepare = async (...place: Parameters<typeof findByIndex>) => {
      await findByIndex(...place)
      say('indexes for a sort and a search')
    }
    const backedUp = await backUp({ ...round, prepare })
    say(await killRestore(dataDir, backedUp.path, 8_000))
    const since = performance.now()
    const server = await restoreInto(dataDir, backedUp, say)
    const restored = seconds(since)
    const faults = await restoredFaults(server, dataDir, backedUp)
    await prepare(server, backedUp.desk, dataDir)
    say(
      `${round.rows} rows, backed up in ${backedUp.took} while people wrote ${backedUp.acknowledged.flat().length} more; ` +
        `restored after a kill, and serving again in ${restored}`,
    )
    backedUp.receiver.stop()
    await server.stop()
    return faults
  } finally {
    await discard(join(directory, 'old'))
    await discard(dataDir)
  }
}

export type BackupDesk = Awaited<ReturnType<typeof furnish>>

async function furnish(server: ServerProcess, receiverUrl: string) {
  const owner = await signUp(server)
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'Number', type: 'number' },
    { name: 'Paper', type: 'file' },
  ]
  const board = await makeBoard(server, owner.token, columns)
  const form = new FormData()
  const bytes = randomBytes(100_000)
  form.set('file', new File([bytes], 'paper.pdf', { type: 'application/pdf' }))
  const file = await asked(owner, 'POST', '/v1/files', form)
  const rows = `/v1/boards/${board.id}/rows`
  await asked(owner, 'POST', rows, { cells: { name: 'with a paper', paper: [file.id] } })
  const hook = { url: receiverUrl, types: ['rows.created'], role: 'owner' }
  const { secret } = await asked(owner, 'POST', '/v1/webhooks', hook)
  const books = openBooks(server, { tokens: { manager: owner.token } })
  const deal = (await books.deal()).id
  const terms = {
    partyKind: 'external',
    externalParty: 'Broker',
    basis: 'gross',
    sharePpm: 333_333,
  }
  const split = (await books.split(deal, terms)).id
  return { owner, board, rows, file: { id: file.id, bytes }, secret, deal, split }
}

async function asked(person: Person, method: string, path: string, body?: unknown) {
  const answer = await person.api(method, path, { body })
  if (answer.status > 201) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body.data
}

/** Gives the database higher transaction numbers than a new one has, and fills it with rows. */
async function ageAndFill(
  dataDir: string,
  { owner, board }: BackupDesk,
  rows: number,
  say: (what: string) => void,
): Promise<void> {
  await asOwner(embeddedIn(dataDir), async (sql) => {
    await sql(
      'DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$',
    )
    await sql(
      `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
       SELECT $1, new_id(), $2, next_position + n, 'manual',
         jsonb_build_object('1', 'Harbor ' || n, '2', n::bigint * 7919 % 10007), 'user:1'
       FROM row_counters, generate_series(0, $3::integer - 1) AS n
       WHERE definition_id = $2`,
      [owner.workspaceId, board.id, rows],
    )
    await sql(
      `UPDATE row_counters SET row_count = row_count + $2, next_position = next_position + $2
       WHERE definition_id = $1`,
      [board.id, rows],
    )
  })
  say(`${rows} rows are there`)
}

/** Starts several clients that write rows and one that posts money, until they are stopped. */
function startWriting(server: ServerProcess, { board, deal, split, owner }: BackupDesk) {
  const acknowledged: string[][] = Array.from({ length: WRITERS }, () => [])
  const books = openBooks(server, { tokens: { manager: owner.token } })
  let stopped = false
  const writers = acknowledged.map(async (names, writer) => {
    while (!stopped) {
      const name = `writer ${writer}: ${names.length}`
      const body = { cells: { name, number: names.length } }
      const answer = await server.api('POST', '/v1/ingest/rows', { token: board.secret, body })
      if (answer.status !== 201) throw new Error(`a row was answered with ${answer.text}`)
      names.push(name)
      await sleep(REST_MS)
    }
  })
  const banker = async () => {
    for (let n = 1; !stopped; n++) {
      await books.post(deal, 'collections', n)
      await books.as('manager')('POST', `/deal-splits/${split}/draws`, { amountMinor: 1 })
      await sleep(REST_MS)
    }
  }
  const all = Promise.all([...writers, banker()])
  all.catch(() => {}) // stop() reports it
  return {
    acknowledged,
    async stop(): Promise<void> {
      stopped = true
      await all
    },
  }
}
