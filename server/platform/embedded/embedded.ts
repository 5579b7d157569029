import { EventEmitter } from 'node:events'
import type { ClientConfig } from 'pg'
import type { BaseLogger } from 'pino'
import type { Programs } from './binaries.ts'
import { type Cluster, type Recovery, superuser } from './cluster.ts'
import { openCluster } from './open-cluster.ts'
import { Supervisor, type SupervisorEvents } from './supervisor.ts'
import { archiveCommand } from './wal-archive.rules.ts'

export interface EmbeddedDatabase {
  /** How to connect to the database `sourcebook` as the superuser `postgres`. */
  connection: ClientConfig
  /** Whether it was already running: another process started it, or a killed one left it. */
  adopted: boolean
  /** `lost` if PostgreSQL died or was restarted while we used it, `recovered` once it answers again. */
  events: EventEmitter<SupervisorEvents>
  /** Releases it; stops it cleanly if no other process of this product uses it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: BaseLogger
  /** Unix sockets, except on Windows. */
  transport?: 'unix' | 'tcp'
  /** How many connections its users need together, if that is more than the database's own setting. */
  connections?: number
  /** Where it archives its log; nowhere by default. */
  archive?: string | null
  /** Restores a copy in DATA_DIR/pg while it starts, which then begins a timeline of its own. */
  recovery?: Recovery
  /** What runs it; this release's own PostgreSQL by default. */
  programs?: Programs
  /** Whether no other process of this product may use it until this one has stopped it. */
  isAlone?: boolean
  /** Called when PostgreSQL has been started and is not up yet: time for the caller to do something else. */
  onSpawn?: (() => void) | undefined
}

/**
 * A real PostgreSQL in DATA_DIR: made at the first start, adopted if it is already running, restarted
 * whenever it dies. Its processes outlive this one if that is killed, and are adopted by the next.
 * @throws ExpectedError that says what to do if it cannot be made or started
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const transport = options.transport ?? (process.platform === 'win32' ? 'tcp' : 'unix')
  const cluster = await openCluster(dataDir, log, transport, {
    connections: options.connections ?? 0,
    archive: options.archive ?? null,
    recovery: options.recovery ?? null,
    programs: options.programs ?? null,
    onSpawn: options.onSpawn ?? (() => {}),
  })
  const events = new EventEmitter<SupervisorEvents>()
  const supervisor = new Supervisor(cluster, log, events, options.isAlone ?? false)
  await supervisor.start()
  try {
    await supervisor.ensureDatabase('sourcebook')
    if (supervisor.adopted) await warnOfArchive(supervisor, cluster, log)
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return {
    // A getter, because a restart can change the loopback port.
    get connection() {
      return superuser(cluster, 'sourcebook')
    },
    adopted: supervisor.adopted,
    events,
    stop: () => supervisor.stop(),
  }
}

/** One that was left running keeps the settings that it was started with. */
async function warnOfArchive(
  supervisor: Supervisor,
  { segments }: Cluster,
  log: BaseLogger,
): Promise<void> {
  if (segments === null) return
  const command = await supervisor.setting('archive_command')
  if (command === archiveCommand(segments)) return
  log.warn(
    { path: segments },
    'PostgreSQL was started without this WAL_ARCHIVE: nothing is archived there until all that uses DATA_DIR was stopped',
  )
}
