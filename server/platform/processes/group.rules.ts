import type { Config } from '../config.ts'

/** What one process of the group does. */
export type Role = 'all' | 'web' | 'worker'

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

/** Connections that a process has outside its pool: to listen, to work as the owner, to say whether it is ready. */
const OUTSIDE_POOL = 4
/** Connections left for commands, and for the operator's own tools. */
const FOR_OTHERS = 20
const SMALLEST_POOL = 2

type PoolSettings = Pick<Config, 'webProcesses' | 'poolSize'>

/** How many connections the processes need together, while one of them is replaced. */
export const connectionsFor = ({ webProcesses, poolSize }: PoolSettings): number =>
  (rolesFor(webProcesses).length + 1) * (poolSize + OUTSIDE_POOL) + FOR_OTHERS

/** How many connections each process may pool on a server that allows `maxConnections`. */
export function poolShare(
  { webProcesses, poolSize }: PoolSettings,
  maxConnections: number,
): number {
  const share = (maxConnections - FOR_OTHERS) / rolesFor(webProcesses).length - OUTSIDE_POOL
  return Math.min(poolSize, Math.max(SMALLEST_POOL, Math.floor(share)))
}
