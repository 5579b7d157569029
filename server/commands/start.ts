import { isatty } from 'node:tty'
import type { Logger } from 'pino'
import { loadConfig } from '../platform/config.ts'
import { rolesFor } from '../platform/processes/group.rules.ts'
import { member } from '../platform/processes/group-member.ts'
import { ROLE, type Role } from '../platform/processes/messages.ts'
import { ProcessGroup } from '../platform/processes/process-group.ts'
import { returnMemory } from '../platform/processes/returned-memory.ts'
import { notifyReady } from '../platform/processes/systemd.ts'

/** Runs the service: in this process if one is enough, or else in a group of them. */
export async function start(): Promise<void> {
  if (member !== null) return run(process.env[ROLE] as Role)
  const roles = rolesFor(loadConfig(process.env).webProcesses)
  await (roles.length === 1 ? run(roles[0]!) : runGroup(roles))
}

/**
 * Runs the service as a group of processes. SIGTERM and SIGINT stop them; SIGHUP replaces them one after another.
 *
 * @param onReady called when the first process is ready and has said so.
 */
export async function runGroup(
  roles: Role[],
  onReady?: (group: ProcessGroup) => void,
): Promise<void> {
  const { stopSeconds, logLevel } = loadConfig(process.env)
  // Loaded only when there is something to log, which most groups never have.
  let log: Promise<Logger> | undefined
  const group = new ProcessGroup({
    stopMs: stopSeconds * 1_000,
    log: () =>
      (log ??= import('../platform/log.ts').then(({ openLog }) =>
        openLog(logLevel, undefined, 'group'),
      )),
    print: (line) => process.stdout.write(`${line}\n`),
  })
  process.on('SIGTERM', () => group.stop())
  process.on('SIGINT', () => group.stop())
  const hadTerminal = isatty(0)
  // SIGHUP also arrives when the terminal closes, which is not a request for new processes.
  process.on('SIGHUP', () => (hadTerminal && !isatty(0) ? group.stop() : void group.roll()))
  const failed = await group.start(roles)
  if (failed === null) {
    notifyReady(process.env)
    onReady?.(group)
  }
  returnMemory()
  const isWell = failed === null ? await group.ended() : failed.code === 0
  process.exit(isWell ? 0 : 1)
}

async function run(role: Role): Promise<void> {
  const { serve } = await import('./serve.ts')
  await serve({ web: role !== 'worker', worker: role !== 'web', role })
}
