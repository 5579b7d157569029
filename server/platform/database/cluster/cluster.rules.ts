/** What one server says about itself. */
export interface ServerFacts {
  /** As `server_version_num`, such as 150020. */
  postgres: number
  /** The version of the extension, such as 13.2-1; null, if the database does not have it. */
  citus: string | null
  isPreloaded: boolean
  isInstalled: boolean
  isSuperuser: boolean
  user: string
  database: string
  /** How many locks its transactions can hold together. */
  locks: number
}

/** Where a node is. */
export interface Place {
  host: string
  port: number
}

/** A node, as the coordinator knows it. */
export interface Member extends Place {
  id: number
  isCoordinator: boolean
  /** Whether it holds rows of workspaces. */
  holdsRows: boolean
  isActive: boolean
}

/** What a node says about itself. */
export interface NodeAnswer {
  postgres: number
  citus: string | null
  prepared: number
  connections: number
  walLevel: string
  encoding: string
  /** Whether it keeps what it acknowledges. */
  keeps: boolean
  timeZone: string
  propagates: string
  locks: number
  /** What may decode the log, if this release of PostgreSQL has a list of it, and this user may read it. */
  plugins: string | null
  /** The role of requests, if it is there. */
  role: { mayLogIn: boolean; isFree: boolean; nests: boolean } | null
  extensions: string[]
  /** Changes on several nodes that were begun minutes ago, and are neither kept nor undone. */
  leftOpen: number
  clockMs: number
}

export const hostAndPort = ({ host, port }: Place): string => `${host}:${port}`

/** Which Citus goes with which PostgreSQL: the majors that a version runs on, from and to. */
const RELEASES = [
  { citus: [13, 2], postgres: [15, 17] },
  { citus: [14, 0], postgres: [16, 18] },
] as const

/** The problem with the version of Citus; null, if nothing is. */
export function versionFault(postgres: number, citus: string): string | null {
  const [major = 0, minor = 0] = citus.split(/[.-]/).map(Number)
  const release = RELEASES.find((one) => one.citus[0] === major)
  const server = Math.floor(postgres / 10_000)
  if (release === undefined || minor < release.citus[1]) {
    return `its Citus is ${citus}: install 13.2 (for PostgreSQL 15 to 17) or 14 (for 16 to 18), and run ALTER EXTENSION citus UPDATE`
  }
  const [from, to] = release.postgres
  if (server >= from && server <= to) return null
  return `Citus ${major} is for PostgreSQL ${from} to ${to}, and this is ${server}: use another version of either`
}

/** What keeps a server from being the coordinator, one line each, with the remedy. */
export function coordinatorFaults(facts: ServerFacts): string[] {
  const { citus, isPreloaded, isInstalled, isSuperuser, postgres, user, database } = facts
  const version = citus === null ? null : versionFault(postgres, citus)
  if (!isInstalled) {
    return ['PostgreSQL here has no Citus: install it on every node (docs/scaling.md)']
  }
  return [
    isPreloaded
      ? null
      : "Citus is not loaded: set shared_preload_libraries = 'citus' in postgresql.conf, and restart PostgreSQL",
    citus === null
      ? `the database ${database} does not have the extension: run, as a superuser, CREATE EXTENSION citus`
      : null,
    version,
    isSuperuser
      ? null
      : `the user ${user} is not a superuser, and row-level security or missing rights would leave rows behind: set DATABASE_URL to one for this command`,
  ].filter((fault) => fault !== null)
}

/** The problems with the nodes, one line each, with the remedy. */
export function memberFaults(
  members: readonly Member[],
  answers: ReadonlyMap<number, NodeAnswer | string>,
  extensions: readonly string[],
): string[] {
  const coordinator = members.find(({ isCoordinator }) => isCoordinator)
  const first = answers.get(coordinator?.id ?? -1)
  const faults = members.flatMap((member) => {
    const answer = answers.get(member.id)
    const say = (fault: string) => `${hostAndPort(member)}: ${fault}`
    if (answer === undefined || typeof answer === 'string') return [say(silence(answer))]
    return nodeFaults(answer, extensions, typeof first === 'object' ? first : answer).map(say)
  })
  return [
    ...(members.some(({ isCoordinator, holdsRows }) => !isCoordinator && holdsRows)
      ? []
      : [
          'no other node holds rows yet: add one with "sourcebook cluster add HOST:PORT" (docs/scaling.md)',
        ]),
    ...(coordinator === undefined && members.length > 0
      ? [
          'the other nodes do not know the coordinator: run, as a superuser, SELECT citus_set_coordinator_host(HOST, PORT), as they reach it',
        ]
      : []),
    ...members
      .filter(({ isActive }) => !isActive)
      .map(
        (member) =>
          `${hostAndPort(member)}: it is not active: SELECT citus_activate_node('${member.host}', ${member.port})`,
      ),
    ...faults,
  ]
}

/** Citus passes on what a node says, and by itself only that it could not connect. */
const silence = (answer = 'nothing'): string =>
  answer.startsWith('ERROR')
    ? `the user of DATABASE_URL may not see how it is set up (${answer}): run there, as a superuser, GRANT pg_monitor TO that user, or use a superuser for this command`
    : `it does not answer (${answer}). Start it, and let the user of DATABASE_URL log in from the coordinator (pg_hba.conf)`

/** The problems with one node, as it is or will be in a cluster like its coordinator. */
export function nodeFaults(
  answer: NodeAnswer,
  extensions: readonly string[],
  coordinator: Pick<NodeAnswer, 'postgres' | 'citus' | 'connections'>,
): string[] {
  const { postgres, citus, connections, prepared, walLevel, encoding, keeps, role } = answer
  const missing = extensions.filter((name) => !answer.extensions.includes(name))
  const majorOf = (one: number) => Math.floor(one / 10_000)
  return [
    citus === null
      ? 'its database does not have the extension: run, as a superuser, CREATE EXTENSION citus'
      : versionFault(postgres, citus),
    citus !== null && coordinator.citus !== null && citus !== coordinator.citus
      ? `its Citus is ${citus}, and the coordinator’s ${coordinator.citus}: install the same version on all nodes`
      : null,
    majorOf(postgres) === majorOf(coordinator.postgres)
      ? null
      : `it is PostgreSQL ${majorOf(postgres)}, and the coordinator ${majorOf(coordinator.postgres)}: use the same major version on all nodes`,
    prepared >= connections
      ? null
      : `max_prepared_transactions is ${prepared}, and changes on several nodes need one for each connection: set it to max_connections (${connections}) or more, and restart PostgreSQL`,
    connections >= coordinator.connections
      ? null
      : `max_connections is ${connections}, and the coordinator’s ${coordinator.connections}, each of which may need one here: set it to as many, and restart PostgreSQL`,
    walLevel === 'logical'
      ? null
      : `wal_level is ${walLevel}, and a workspace could not move while people write: set it to logical, and restart PostgreSQL`,
    encoding === 'UTF8'
      ? null
      : `its encoding is ${encoding}: make its database with ENCODING 'UTF8'`,
    keeps
      ? null
      : 'fsync, full_page_writes or synchronous_commit is off, so a crash may lose writes that were acknowledged: set it to on',
    role?.isFree
      ? 'the role sourcebook_app bypasses row-level security, which keeps workspaces apart: run, as a superuser, ALTER ROLE sourcebook_app NOSUPERUSER NOBYPASSRLS'
      : null,
    missing.length > 0
      ? `it lacks ${missing.join(', ')}: install PostgreSQL’s package of additional extensions`
      : null,
  ].filter((fault) => fault !== null)
}

/** What a node has left behind, one line each, with the remedy. */
export const leftovers = (
  members: readonly Member[],
  answers: ReadonlyMap<number, NodeAnswer | string>,
): string[] =>
  members.flatMap((member) => {
    const answer = answers.get(member.id)
    return typeof answer === 'object' && answer.leftOpen > 0
      ? [
          `${hostAndPort(member)}: ${answer.leftOpen} changes on several nodes have been open for minutes, and rows wait for them: Citus ends them once all nodes answer (pg_prepared_xacts)`,
        ]
      : []
  })

/** Whether a workspace can move between any two nodes while people write; undefined if some node does not say. */
export function canAllMoveOnline(
  members: readonly Member[],
  patched: ReadonlyMap<number, boolean>,
): boolean | undefined {
  const holding = members.filter(({ holdsRows }) => holdsRows).map(({ id }) => patched.get(id))
  return holding.includes(false) ? false : holding.includes(undefined) ? undefined : true
}

/** The settings that are not as they have to be once the tables are distributed; `distribute` sets them. */
export function settingFaults(
  members: readonly Member[],
  answers: ReadonlyMap<number, NodeAnswer | string>,
): string[] {
  return members.flatMap((member) => {
    const answer = answers.get(member.id)
    if (typeof answer !== 'object') return []
    const { timeZone, propagates, role } = answer
    return [
      timeZone === 'UTC' ? null : `timezone is ${timeZone}, and not UTC`,
      propagates === 'local'
        ? null
        : `citus.propagate_set_commands is ${propagates}, and not local: other nodes do not learn whose rows a request may see`,
      role?.mayLogIn ? null : 'the role sourcebook_app may not log in, and Citus connects as it',
      role?.nests
        ? null
        : 'the role sourcebook_app has no citus.allow_nested_distributed_execution = on, and tokens that reach only some boards fail',
    ]
      .filter((fault) => fault !== null)
      .map((fault) => `${hostAndPort(member)}: ${fault}`)
  })
}

/** How far two clocks may be apart. Rates, leases and deadlines compare times of two nodes. */
const CLOCK_MS = 1_000

/** The nodes' clocks, if they are too far apart. All were asked at the same time. */
export function clockFault(answers: ReadonlyMap<number, NodeAnswer | string>): string | null {
  const clocks = [...answers.values()].flatMap((one) =>
    typeof one === 'object' ? [one.clockMs] : [],
  )
  const apart = Math.max(...clocks) - Math.min(...clocks)
  return apart > CLOCK_MS
    ? `the clocks of the nodes are ${(apart / 1000).toFixed(1)} s apart: keep them by NTP`
    : null
}

/**
 * Programs of another release among those that are connected. The connections for requests have their release in their name;
 * those of releases before clusters have none.
 */
export const otherReleases = (programs: readonly string[], version: string): string[] =>
  programs.filter((name) => /^sourcebook(?: \d.*)?$/.test(name) && name !== `sourcebook ${version}`)
