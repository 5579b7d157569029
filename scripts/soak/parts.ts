import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import pg, { type ClientConfig } from 'pg'
import pino from 'pino'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startEmbedded } from '../../server/platform/embedded/embedded.ts'
import { backupRound } from '../../server/tests/scenarios/backup.ts'
import { durabilityRound } from '../../server/tests/scenarios/durability.ts'
import { durabilityFaults } from '../../server/tests/scenarios/durable.rules.ts'
import {
  formFaults,
  wasAccepted,
  windowFaults,
} from '../../server/tests/scenarios/limiter.rules.ts'
import { hammer, post, wait } from '../../server/tests/scenarios/limiter.ts'
import { messageFaults } from '../../server/tests/scenarios/messages.rules.ts'
import { messagesRound } from '../../server/tests/scenarios/messages.ts'
import { moneyRounds, watchMoney } from '../../server/tests/scenarios/money.ts'
import { policyRounds } from '../../server/tests/scenarios/policies.ts'
import {
  copyFaults,
  cutAnswers,
  cutRequests,
  killBeforeAnswer,
  retryDesk,
} from '../../server/tests/scenarios/retries.ts'
import { type Stopped, stopUnderLoad } from '../../server/tests/scenarios/stopping.ts'
import { undoRounds } from '../../server/tests/scenarios/undo.ts'
import { makeBoard } from '../../server/tests/support/desks/fixtures.ts'
import { signUp } from '../../server/tests/support/desks/people.ts'
import { discard, temporaryDirectory } from '../../server/tests/support/machine/temporary.ts'
import { urlOf } from '../../server/tests/support/postgres/postgres.ts'
import { startServerProcess } from '../../server/tests/support/processes/server-process.ts'
import { installRelease } from '../../server/tests/support/releases/installed-release.ts'

/** What is tried on an installed release: commands, starts, imports in a thread, kills, backups. */
const PROCESS_TESTS = [
  'backup-schedule',
  'commands',
  'demo',
  'doctor',
  'hostile-workbooks',
  'import-crashes',
  'installed',
  'oldest-node',
  'processes',
  'rolling-restart',
  'rotate-key',
  'verify',
].map((name) => `server/tests/${name}.`)

/** Tells how far a part is. The last line is its figure, which is kept. */
export type Say = (what: string) => void

/** Everything that was wrong, in words; or why the part cannot run here. */
export type Outcome = string[] | { skipped: string }

export const parts: Record<string, (seed: number, say: Say) => Promise<Outcome>> = {
  durability,
  retries,
  limiter,
  stopping,
  policies,
  undo,
  money,
  messages,
  backup,
  starts: tests('server/tests/starting'),
  moments: tests('server/tests/restore-at', 'server/tests/wal-archive'),
  history: tests('server/tests/verify'),
  keys: tests('server/tests/rotate-key'),
  hostile: tests('server/tests/hostile-files'),
  // As other programs write them. Independent readers are Python, and Debian's python3-openpyxl. COUNT=300 makes fewer.
  files: tests('server/tests/foreign-files.soak'),
  mails: tests('server/tests/foreign-mails.soak'),
  uploads: tests('server/tests/hostile-uploads'),
  typing: tests('web/tests/typing'),
  // MINUTES=60 for an hour, 10 unless it is set.
  two: tests('web/tests/two-people'),
  // All that opens over pages, and the pages themselves in dark too.
  dialogs: tests('web/tests/accessible'),
  // Our own client in the runtimes and bundlers that people use. They come from the npm registry.
  client: tests('sdk/client.soak'),
  // Common generators of clients, run on openapi.json. They come from the npm registry.
  clients: tests('server/tests/clients'),
  leaks: tests('server/tests/leak-matrix'),
  tenants: tests('server/tests/tenants.soak'),
  signin: tests('server/tests/signin-timing'),
  html: tests('server/domains/comms/threads/sanitize', 'server/platform/markdown'),
  bodies: tests('server/tests/hostile-bodies'),
  sockets: tests('server/tests/slow-clients', 'server/tests/unread-bodies'),
  overload: tests('server/tests/goodput'),
  neighbours: tests('server/tests/neighbours'),
  erasure: tests('server/tests/erasure.soak', 'server/domains/erasure'),
  // All connections of a busy service are ended again and again; and each one that an operation needs, at each of its exchanges.
  connections: tests('server/tests/failed-exchanges', 'server/tests/ended-connections'),
  upgrade: tests('server/tests/upgrade-load'),
  // One PostgreSQL becomes a Citus cluster, a coordinator ends between two commits, and standbys replace nodes, where Citus is installed.
  cluster: tests(
    'server/tests/distribute.soak',
    'server/tests/half-committed.soak',
    'server/tests/replaced-node.soak',
  ),
  // Patroni replaces a primary that was killed, and switches over, where Debian's packages are installed.
  patroni: tests('server/tests/patroni.soak'),
  // From each earlier PostgreSQL. They come from the npm registry.
  majors: tests('server/tests/upgrade-database.soak'),
  clocks: tests('server/tests/skewed-limits'),
  disk: tests('server/tests/full-disk'),
  // The proxies and the unit of deploy/, with the programs that Debian has.
  deploy: tests('server/tests/deploy'),
  package: installed,
  // `npm start`, `npm test` and a release on an empty Debian 12 and 13, as an ordinary user. An hour on two cores.
  bare: tests('server/tests/bare'),
  // From an empty Debian to a restored moment, as docs/operating/install.md says, in a container with systemd.
  debian: tests('server/tests/debian'),
  // The image and compose.yml, where Docker is.
  image: tests('server/tests/image.soak'),
}

/**
 * Test files, with SOAK set so that they do more. A line `figure: …` of theirs is the figure, and `skipped: …` says why
 * they cannot run here.
 */
function tests(...paths: string[]) {
  return testsWith({}, ...paths)
}

function testsWith(env: Record<string, string>, ...paths: string[]) {
  return async (seed: number, say: Say): Promise<Outcome> => {
    const run = spawn(process.execPath, ['scripts/test.mjs', ...paths], {
      env: { ...process.env, ...env, SOAK: '1', SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let skipped: string | undefined
    let output = ''
    for await (const line of createInterface({ input: run.stdout })) {
      output += `${line}\n`
      const [, kind, what] = /^(figure|skipped): (.+)$/.exec(stripVTControlCharacters(line)) ?? []
      if (kind === 'figure') say(what!)
      if (kind === 'skipped') skipped = what
    }
    const code = run.exitCode ?? (await once(run, 'exit'))[0]
    if (code !== 0) console.log(output)
    if (code !== 0) return ['the tests failed']
    return skipped === undefined ? [] : { skipped }
  }
}

/** Packs a release, installs it with npm and no network, and runs what tests processes on that, under npm's own Node. */
async function installed(seed: number, say: Say): Promise<Outcome> {
  const place = await temporaryDirectory()
  try {
    const { command, mib, node } = await installRelease(place)
    const version = execFileSync(node, ['--version']).toString().trim()
    say(`${mib} MiB installed, and runs under Node ${version}`)
    const env = { TEST_COMMAND: command, TEST_NODE: node }
    return await testsWith(env, ...PROCESS_TESTS)(seed, say)
  } finally {
    await discard(place)
  }
}

/** 100 kills of the server and 100 of PostgreSQL, checked after every 20. */
async function durability(seed: number, say: Say): Promise<string[]> {
  const dataDir = await temporaryDirectory(tmpdir())
  const faults: string[] = []
  const total = { acknowledged: 0, rows: 0, cutOff: 0, unavailable: 0 }
  try {
    for (let round = 0; round < 10 && faults.length === 0; round++) {
      const { heard, store } = await durabilityRound({
        dataDir,
        seed: seed + 100 * round,
        serverKills: 10,
        databaseKills: 10,
      })
      faults.push(...durabilityFaults(heard, store))
      total.acknowledged += heard.acknowledged.length
      total.rows += store.reduce((sum, board) => sum + board.rows.length, 0)
      total.cutOff += heard.cutOff
      total.unavailable += heard.unavailable
      say(
        `${20 * (round + 1)} kills: ${total.acknowledged} requests acknowledged, ${total.rows} rows stored, ` +
          `${total.cutOff} cut off, ${total.unavailable} told 503`,
      )
    }
  } finally {
    await discard(dataDir)
  }
  return faults
}

const CUTS = 500
const KILLS = 10

/** For every kind of write: 500 answers that are cut off, and 10 kills between the commit and the answer. */
function retries(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection, dataDir) => {
    const start = () => web(connection, { dataDir })
    let server = await start()
    const desk = await retryDesk(server)
    const kinds = Object.values(desk.kinds)
    const faults: string[] = []
    for (const kind of kinds) {
      const cut = { origin: server.url, connection, seed, cuts: CUTS }
      faults.push(...(await cutAnswers(kind, cut)))
      say(`${CUTS} answers cut off: ${kind.name}`)
    }
    for (const kind of kinds) {
      for (let i = 0; i < KILLS; i++) {
        const request = `killed ${kind.name} ${i}`
        const killed = await killBeforeAnswer(kind, request, { server, start, connection })
        faults.push(...killed.faults)
        server = killed.server
      }
      say(`${KILLS} kills before the answer: ${kind.name}`)
    }
    await server.stop()
    const { forms } = desk.kinds
    const killed = Array.from({ length: KILLS }, (_, i) => `killed ${forms.name} ${i}`)
    const requests = [...cutRequests(forms, CUTS), ...killed]
    faults.push(...(await copyFaults(requests, { connection, dataDir })))
    say(
      `${kinds.length * CUTS} answers cut off, ${kinds.length * KILLS} kills between commit and answer, ` +
        `one copy of each of ${requests.length} files`,
    )
    return faults
  })
}

/** Four processes, 500 requests each over more than a minute and a half of real time, a burst first. */
function limiter(_: number, say: Say): Promise<string[]> {
  const limit = 120
  return withDatabase(async (connection) => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => web(connection, { limit })))
    const { token } = await signUp(servers[0]!)
    const board = await makeBoard(servers[0]!, token, [{ name: 'Name', type: 'text' }])
    const target = { origins: servers.map(({ url }) => url), secret: board.secret }
    const timed = await hammer(target, 100)
    say(`a burst of ${timed.length}`)
    timed.push(...(await hammer(target, 400, { abreast: 4, pauseMs: 1_000 })))
    const accepted = timed.filter(wasAccepted).length
    say(`${timed.length} requests, ${accepted} accepted`)
    const faults = [...windowFaults(timed, limit), ...formFaults(timed, limit)]
    // The burst, and as many again a minute later: a limiter that is stricter than it says is wrong as well.
    if (accepted < 2 * limit) faults.push(`only ${accepted} were accepted`)

    const waited: string[] = []
    for (let i = 0; i < 3; i++) {
      const refused = await untilRefused(() => post(target.origins[i]!, target.secret))
      const seconds = refused.answer.headers.get('retry-after')
      const { answer } = await wait(refused, target)
      say(`waited ${seconds} s as told: ${answer.status}`)
      if (answer.status !== 201) faults.push(`refused after waiting ${seconds} s`)
      waited.push(`${seconds} s`)
    }
    say(
      `${timed.length} requests to four processes, ${accepted} accepted, never more than ${limit} in a minute; ` +
        `3 refused, sent again after ${waited.join(', ')} as told`,
    )
    await Promise.all(servers.map((server) => server.stop()))
    return faults
  })
}

async function untilRefused(send: () => ReturnType<typeof post>): ReturnType<typeof post> {
  for (;;) {
    const timed = await send()
    if (timed.answer.status === 429) return timed
  }
}

/** Ten processes, started and stopped one after the other while another one keeps running. */
function stopping(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection) => {
    const start = () => web(connection)
    const lasting = await start()
    const { token } = await signUp(lasting)
    const faults: string[] = []
    const seen: Stopped[] = []
    for (let i = 0; i < 10; i++) {
      const signal = i % 2 ? 'SIGINT' : 'SIGTERM'
      const stop = { start, lasting, token, connection, signal, seed: seed + i } as const
      const stopped = await stopUnderLoad({ ...stop, inTimeMs: 10_000 })
      faults.push(...stopped.faults)
      seen.push(stopped)
      const requests = seen.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
      const longestMs = Math.max(...seen.map(({ tookMs }) => tookMs))
      say(
        `${i + 1} stops, ${requests} requests answered meanwhile, the longest stop ${longestMs} ms`,
      )
      await sleep(500)
    }
    await lasting.stop()
    return faults
  })
}

/** A thousand sets of random policies, each tried by everybody who may ask. */
function policies(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection) => {
    const server = await web(connection)
    const faults = await policyRounds(server, { seed, rounds: 1000 })
    say('1000 sets of policies')
    await server.stop()
    return faults
  })
}

async function withDatabase<T>(
  run: (connection: ClientConfig, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = await temporaryDirectory(tmpdir())
  const database = await startEmbedded({ dataDir, log: pino({ level: 'fatal' }) })
  try {
    await migrate(database.connection)
    return await run(database.connection, dataDir)
  } finally {
    await database.stop()
    await discard(dataDir)
  }
}

/** 1,000 imports that are undone, redone and undone again while others work on their rows. */
function undo(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection) => {
    const dataDir = await temporaryDirectory(tmpdir())
    const env = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
    const server = await startServerProcess({
      command: 'start',
      env: { ...env, RATE_LIMIT_INGEST: '10000000' },
    })
    const client = new pg.Pool({ ...connection, max: 4 })
    try {
      const { token } = await signUp(server)
      const sql = async (text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows
      const faults: string[] = []
      for (let part = 0; part < 10 && faults.length === 0; part++) {
        const lanes = [0, 1, 2, 3].map((lane) =>
          undoRounds(
            { api: server.api, sql, token },
            { seed: seed + part * 100 + lane * 25, rounds: 25 },
          ),
        )
        faults.push(...(await Promise.all(lanes)).flat())
        say(`${100 * (part + 1)} undone imports`)
      }
      return faults
    } finally {
      await client.end()
      await server.stop()
      await discard(dataDir)
    }
  })
}

/** 1,000 random histories of a deal's money, by four clients each, through two processes. */
function money(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection) => {
    const servers = await Promise.all([web(connection), web(connection)])
    const client = new pg.Pool({ ...connection, max: 4 })
    try {
      const { token } = await signUp(servers[0]!)
      const sql = async (text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows
      let turn = 0
      const api: (typeof servers)[0]['api'] = (...call) => servers[turn++ % 2]!.api(...call)
      const desk = { api, sql, token }
      await watchMoney(desk)
      const faults: string[] = []
      for (let part = 0; part < 10 && faults.length === 0; part++) {
        const lanes = [0, 1, 2, 3].map((lane) =>
          moneyRounds(desk, { seed: seed + part * 4 + lane, rounds: 25 }),
        )
        faults.push(...(await Promise.all(lanes)).flatMap((lane) => lane.faults))
        say(`${100 * (part + 1)} histories`)
      }
      return faults
    } finally {
      await client.end()
      await Promise.all(servers.map((server) => server.stop()))
    }
  })
}

/** 5,000 messages by four workers, and 30 kills. */
function messages(seed: number, say: Say): Promise<string[]> {
  return withDatabase(async (connection) => {
    const server = await web(connection)
    const { workspaceId } = await signUp(server)
    const round = await messagesRound({
      connection,
      workspaceId,
      seed,
      say,
      messages: 5000,
      workers: 4,
      kills: 30,
    })
    await server.stop()
    const states = Map.groupBy(round.stored, ({ medium, state }) => `${medium} ${state}`)
    for (const [state, some] of states) say(`${some.length} ${state}`)
    say(`${round.stored.length} messages, 30 kills, ${round.handed.length} handed over`)
    return messageFaults(round)
  })
}

/** A backup of a million rows while people write, and a restore that is killed and run again. */
async function backup(_: number, say: Say): Promise<string[]> {
  const directory = await temporaryDirectory(tmpdir())
  return backupRound({ directory, rows: 1_000_000, say }).finally(() => discard(directory))
}

interface WebOptions {
  limit?: number
  dataDir?: string
}

function web(connection: ClientConfig, { limit = 10_000_000, dataDir }: WebOptions = {}) {
  return startServerProcess({
    command: 'web',
    env: {
      DATABASE_URL: urlOf(connection),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_INGEST: String(limit),
      POOL_SIZE: '8',
      ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    },
  })
}
