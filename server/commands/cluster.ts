import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import pg, { type ClientBase, type ClientConfig } from 'pg'
import { allWorkspaces } from '../domains/workspaces/sweeps.ts'
import { loadConfig } from '../platform/config.ts'
import {
  coordinatorFaults,
  hostAndPort,
  type Member,
  nodeFaults,
  type Place,
} from '../platform/database/cluster/cluster.rules.ts'
import {
  addMember,
  askMembers,
  askOne,
  copyReferences,
  countTables,
  findHeir,
  findPatched,
  findServerFacts,
  isCoordinator,
  listExtensions,
  listMembers,
  listPartNames,
  prepareOne,
  relocateMember,
  removeMember,
  setCoordinator,
} from '../platform/database/cluster/cluster.sql.ts'
import { closedToRequests, isDistributed } from '../platform/database/cluster/distribution.ts'
import {
  type Located,
  type Move,
  moveFaults,
  planMove,
} from '../platform/database/cluster/moves.rules.ts'
import {
  findParts,
  findWeights,
  isolate,
  type Mode,
  movePart,
  removeLeftovers,
} from '../platform/database/cluster/moves.sql.ts'
import { openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { isWorthAgain } from '../platform/database/failures.ts'
import { withOwner } from '../platform/database/owner.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openLog } from '../platform/log.ts'
import { shownBytes } from './upgrade-database.rules.ts'

interface Opened {
  /** As the owner, on the coordinator. */
  client: ClientBase
  db: Database
  connection: ClientConfig
}

/** Prints the nodes and what they hold, and where each workspace is. */
export async function status(args: string[]): Promise<void> {
  parseArgs({ args })
  await onCluster(async ({ client, db }) => {
    await refuseWhole(client)
    const members = await listMembers(client)
    const located = await locate(client, db)
    const weights = await findWeights(client)
    for (const member of members) {
      const { parts, bytes } = weights.get(member.id) ?? { parts: 0, bytes: 0 }
      const here = located.filter(({ node }) => node === member.id).length
      const holds = member.isCoordinator
        ? `coordinator\t${shownBytes(bytes)}`
        : `${parts} parts, ${here} workspaces\t${shownBytes(bytes)}`
      console.log(`${hostAndPort(member)}\t${holds}${member.isActive ? '' : '\tnot active'}`)
    }
    for (const { slug, part, node } of located) {
      const others = located.filter((one) => one.part === part).length - 1
      const member = members.find(({ id }) => id === node)!
      console.log(
        `${slug}\t${hostAndPort(member)}\t${others === 0 ? 'alone' : `with ${others} other${others === 1 ? '' : 's'}`}`,
      )
    }
  })
}

/** Adds a node, prepares it, and copies the tables to it that every node has. */
export async function add(args: string[]): Promise<void> {
  const usage = 'Usage: sourcebook cluster add HOST[:PORT] [--coordinator HOST[:PORT]]'
  const { values, positionals } = parseArgs({
    args,
    options: { coordinator: { type: 'string' } },
    allowPositionals: true,
  })
  const place = onePlace(positionals, usage)
  const coordinator =
    values.coordinator === undefined ? undefined : placeIn(values.coordinator, usage)
  await onCluster(async ({ client, connection }) => {
    const members = await listMembers(client)
    if (members.some(isAt(place))) {
      console.log(`${hostAndPort(place)} is a node of the cluster already: nothing to do.`)
      return
    }
    await prepareNew(client, connection, place)
    if (!members.some((member) => member.isCoordinator)) {
      await setCoordinator(client, coordinator ?? ownPlace(connection, place))
    }
    await addMember(client, place)
    const problems = await closedToRequests(client)
    if (problems.length > 0) {
      await removeMember(client, place)
      throw new ExpectedError(
        `A node does not let the role sourcebook_app in (${problems[0]}): allow it in pg_hba.conf, from the nodes of the cluster only.`,
      )
    }
    if (await isDistributed(client)) await copyReferences(client)
    console.log(
      `${hostAndPort(place)} is a node of the cluster. ${
        (await isDistributed(client))
          ? 'It holds no workspaces until you move some: "sourcebook cluster move".'
          : 'Once all are added, run "sourcebook distribute".'
      }`,
    )
  })
}

/** Moves a workspace to another node, while people write. */
export async function move(args: string[]): Promise<void> {
  const usage = 'Usage: sourcebook cluster move WORKSPACE HOST[:PORT] [--alone] [--block-writes]'
  const { values, positionals } = parseArgs({
    args,
    options: {
      alone: { type: 'boolean', default: false },
      'block-writes': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [slug = '', ...rest] = positionals
  const place = onePlace(rest, usage)
  const mode = values['block-writes'] ? 'block_writes' : 'force_logical'
  await onCluster(async (opened) => {
    await refuseWhole(opened.client)
    const target = targetAt(await listMembers(opened.client), place)
    const since = performance.now()
    const moved = await insist(slug, () => moveTo(opened, slug, target, values.alone, mode))
    if (moved === null) {
      console.log(`${slug} is on ${hostAndPort(target)} already: nothing to do.`)
      return
    }
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    const along = moved.companions.length === 0 ? '' : `, with ${moved.companions.join(', ')}`
    console.log(`${slug} is on ${hostAndPort(target)}${along}. It took ${seconds} s.`)
  })
}

/** @returns what was moved; null if it is there already */
async function moveTo(
  { client, db }: Opened,
  slug: string,
  target: Member,
  isAlone: boolean,
  mode: Mode,
): Promise<Move | null> {
  const located = await locate(client, db)
  const workspace = located.find((one) => one.slug === slug)
  if (workspace === undefined) {
    throw new ExpectedError(`There is no workspace ${slug}: "sourcebook cluster status" lists all.`)
  }
  const plan = planMove(located, workspace, target, isAlone)
  if (plan === null) return null
  if (mode === 'force_logical') {
    const faults = moveFaults(plan, await askMembers(client), await findPatched(client))
    if (faults.length > 0) throw new ExpectedError(faults.join('\n'))
  }
  await removeLeftovers(client)
  const part = plan.isolates ? await isolate(client, plan.workspaceId, mode) : plan.part
  if (plan.from !== plan.to) await movePart(client, { ...plan, part }, mode)
  return plan
}

/** How often a move begins anew: what people write meanwhile can be in its way. */
const MOST_TRIES = 5

async function insist<T>(slug: string, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      if (isWorthAgain(error) && tries < MOST_TRIES) continue
      throw new ExpectedError(
        `${slug} did not move: ${[error.message, error.detail, error.hint].filter(Boolean).join('. ')}`,
      )
    }
  }
}

/** Tells the cluster where a node is now: its standby has taken over. */
export async function replace(args: string[]): Promise<void> {
  const usage = 'Usage: sourcebook cluster replace HOST[:PORT] HOST[:PORT]'
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [lost, heir, ...more] = positionals.map((text) => placeIn(text, usage))
  if (lost === undefined || heir === undefined || more.length > 0) throw new ExpectedError(usage)
  await onCluster(async ({ client, connection }) => {
    const members = await listMembers(client)
    if (members.some(isAt(heir))) {
      console.log(`${hostAndPort(heir)} is a node of the cluster already: nothing to do.`)
      return
    }
    const member = members.find(isAt(lost))
    if (member === undefined) {
      throw new ExpectedError(
        `${hostAndPort(lost)} is no node of the cluster. Those are: ${members.map(hostAndPort).join(', ')}.`,
      )
    }
    await refuseTwo(connection, lost)
    await refuseOther(connection, heir, await listPartNames(client, member))
    await relocateMember(client, member, heir)
    console.log(`${hostAndPort(heir)} is the node that was at ${hostAndPort(lost)}.`)
  })
}

/** Opens the coordinator. */
async function onCluster(run: (opened: Opened) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env)
  if (config.databaseUrl === null) {
    throw new ExpectedError(
      'The embedded PostgreSQL is no cluster: set DATABASE_URL to the coordinator of one (docs/scaling.md).',
    )
  }
  const handle = await openDatabase(config, openLog('error'))
  const db = new Database({ connection: handle.pooled, poolSize: 1 })
  try {
    await withOwner(handle.connection, async (client) => {
      const faults = coordinatorFaults(await findServerFacts(client))
      if (faults.length > 0) throw new ExpectedError(faults.join('\n'))
      if (!(await isCoordinator(client))) {
        throw new ExpectedError('DATABASE_URL leads to another node: set it to the coordinator.')
      }
      await run({ client, db, connection: handle.connection })
    })
  } finally {
    await db.close()
    await handle.stop()
  }
}

async function refuseWhole(client: ClientBase): Promise<void> {
  if (await isDistributed(client)) return
  throw new ExpectedError('The database is not distributed: run "sourcebook distribute" first.')
}

async function locate(client: ClientBase, db: Database): Promise<Located[]> {
  const workspaces = await allWorkspaces(db)
  const ids = workspaces.map(({ id }) => id)
  const parts = new Map((await findParts(client, ids)).map((one) => [one.workspaceId, one]))
  return workspaces.flatMap(({ id, slug }) => {
    const found = parts.get(id)
    return found === undefined ? [] : [{ ...found, slug }]
  })
}

function targetAt(members: readonly Member[], place: Place): Member {
  const target = members.find(isAt(place))
  const holding = members.filter(({ holdsRows }) => holdsRows).map(hostAndPort)
  if (target?.holdsRows && target.isActive) return target
  throw new ExpectedError(
    `${hostAndPort(place)} is no node that holds rows of workspaces. Those are: ${holding.join(', ')}.`,
  )
}

/** A node that still takes writes cannot be replaced: some would go to it, and some to the other. */
async function refuseTwo(connection: ClientConfig, lost: Place): Promise<void> {
  const isAlive = await onServer(connection, lost, async (server) => {
    const { isStandby } = await findHeir(server, [])
    return !isStandby
  }).catch(() => false)
  if (isAlive) {
    throw new ExpectedError(`${hostAndPort(lost)} still takes writes: stop its PostgreSQL first.`)
  }
}

/** What takes over has to be the node's standby, and promoted. */
async function refuseOther(
  connection: ClientConfig,
  heir: Place,
  parts: readonly string[],
): Promise<void> {
  const { isStandby, lacking } = await onServer(connection, heir, (server) =>
    findHeir(server, parts),
  )
  if (lacking > 0) {
    throw new ExpectedError(
      `${hostAndPort(heir)} is no standby of that node: it lacks ${lacking} of its ${parts.length} parts of tables.`,
    )
  }
  if (isStandby) {
    throw new ExpectedError(`${hostAndPort(heir)} is still a standby: promote it first.`)
  }
}

/** Looks at a node before it belongs to the cluster, and prepares it. */
async function prepareNew(
  client: ClientBase,
  connection: ClientConfig,
  place: Place,
): Promise<void> {
  await onServer(connection, place, async (node) => {
    const faults = coordinatorFaults(await findServerFacts(node))
    if (faults.length === 0) {
      faults.push(
        ...nodeFaults(await askOne(node), await listExtensions(client), await askOne(client)),
      )
      const tables = await countTables(node)
      if (tables > 0)
        faults.push(`its database is not empty (it has ${tables} tables): use a new one`)
    }
    if (faults.length > 0) {
      const lines = faults.map((fault) => `- ${fault}`)
      throw new ExpectedError(`${hostAndPort(place)} cannot be added yet:\n${lines.join('\n')}`)
    }
    await prepareOne(node)
  })
}

/** Runs `fn` on one server, which need not be in the cluster. */
async function onServer<T>(
  connection: ClientConfig,
  place: Place,
  fn: (server: ClientBase) => Promise<T>,
): Promise<T> {
  const server = new pg.Client({ ...connection, ...place, connectionTimeoutMillis: 10_000 })
  server.on('error', () => {}) // the current query fails with it
  try {
    await server.connect()
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    throw new ExpectedError(
      `${hostAndPort(place)} cannot be reached from here: ${message || code}. The command uses the user, the password and the database of DATABASE_URL.`,
    )
  }
  try {
    return await fn(server)
  } finally {
    await server.end()
  }
}

/** Where other nodes reach the coordinator, if that is where we do. */
function ownPlace({ host, port }: ClientConfig, other: Place): Place {
  const isNear = (name: string) => /^(localhost|127\.|::1$)/.test(name)
  const own = { host: String(host), port: Number(port) }
  if (!own.host.startsWith('/') && (!isNear(own.host) || isNear(other.host))) return own
  throw new ExpectedError(
    `Other nodes cannot reach the coordinator at ${own.host}: say where they can, with --coordinator HOST:PORT.`,
  )
}

const isAt = (place: Place) => (member: Member) =>
  member.host === place.host && member.port === place.port

function onePlace(words: readonly string[], usage: string): Place {
  const [text] = words
  if (text === undefined || words.length > 1) throw new ExpectedError(usage)
  return placeIn(text, usage)
}

/** A host with an optional port: `db2.internal`, `10.0.0.2:5433`, `[fd00::2]:5433`. */
function placeIn(text: string, usage: string): Place {
  const [, bracketed, plain, port = '5432'] =
    /^(?:\[([^\]]+)\]|([^:\s/@]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = isIPv6(text) ? text : (bracketed ?? plain)
  if (host === undefined || Number(port) > 65_535) {
    throw new ExpectedError(`"${text}" is not a host with a port. ${usage}`)
  }
  return { host, port: Number(port) }
}
