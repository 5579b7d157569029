import type { Config } from '../config.ts'
import type { Role } from './messages.ts'

/**
 * The roles of the processes in a service with this many web processes. A single one does everything. With several, the
 * background work has a process of its own, so that it never holds up a request.
 */
export const rolesFor = (webProcesses: number): Role[] =>
  webProcesses === 1 ? ['all'] : [...Array<Role>(webProcesses).fill('web'), 'worker']

const LONGEST_PAUSE_MS = 30_000

/** How long to wait before restarting a process that ended soon after its start `failures` times in a row. */
export const pauseMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(500 * 2 ** (failures - 1), LONGEST_PAUSE_MS)

/**
 * Connections that a process has outside its pool: to listen, to work as the owner, to say whether it is ready, to watch the
 * primary; and with replicas, to ask it how far it has written.
 */
const OUTSIDE_POOL = 4
const outsidePool = ({ databaseReplicaUrls = [] }: PoolSettings): number =>
  databaseReplicaUrls.length > 0 ? OUTSIDE_POOL + 1 : OUTSIDE_POOL

/** Connections left for commands, and for the operator's own tools; and how many of them remain while a process is replaced. */
const FOR_OTHERS = 20
const FOR_OTHERS_AT_LEAST = 5
const SMALLEST_POOL = 2

type PoolSettings = Pick<Config, 'webProcesses' | 'poolSize'> &
  Partial<Pick<Config, 'databaseReplicaUrls'>>

/** How many connections the processes need together, while one of them is replaced. */
export const connectionsFor = (settings: PoolSettings): number =>
  (rolesFor(settings.webProcesses).length + 1) * (settings.poolSize + outsidePool(settings)) +
  FOR_OTHERS

/** How many of them do not come from a pool, and so not through a pooler that lends them for a transaction. */
export const directConnectionsFor = (settings: PoolSettings): number =>
  (rolesFor(settings.webProcesses).length + 1) * outsidePool(settings) + FOR_OTHERS

/**
 * How many connections each process may pool on a server that allows `maxConnections`. While one is replaced, there is one
 * more process, for which some of those left for others have to do.
 */
export function poolShare(settings: PoolSettings, maxConnections: number): number {
  const processes = rolesFor(settings.webProcesses).length
  const share = Math.min(
    (maxConnections - FOR_OTHERS) / processes,
    (maxConnections - FOR_OTHERS_AT_LEAST) / (processes + 1),
  )
  return Math.min(
    settings.poolSize,
    Math.max(SMALLEST_POOL, Math.floor(share - outsidePool(settings))),
  )
}

/** Whether a server that allows so many connections has room for the processes with the smallest pools. */
export const isRoomFor = (settings: PoolSettings, maxConnections: number): boolean =>
  (rolesFor(settings.webProcesses).length + 1) * (SMALLEST_POOL + outsidePool(settings)) +
    FOR_OTHERS_AT_LEAST <=
  maxConnections
