import pg from 'pg'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Role } from './processes/messages.ts'

/**
 * Logs go to standard error as JSON lines; standard output is for the results of commands. No line contains a
 * secret or a cell: requests are logged by operation, errors with what `safeError` keeps.
 */
export const openLog = (
  level: string,
  // A write of up to 4 KiB to a pipe is atomic, so the lines of several processes do not get mixed up.
  to: DestinationStream = pino.destination({ dest: 2, sync: false, maxWrite: 4_096 }),
  /** Which of several processes writes the lines; each line has its `pid` too. */
  role?: Role | 'group',
): Logger => {
  const log = pino({ level, serializers: { err: safeError } }, to)
  return role === undefined ? log : log.child({ role })
}

/** PostgreSQL quotes values in its messages and details, and its errors contain the connection: both are left out. */
export function safeError(error: unknown): object {
  const { name, message, stack, code } = error as Error & { code?: string }
  if (error instanceof pg.DatabaseError) {
    const { severity, constraint, table, column, routine } = error
    const frames = stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n')
    return { name: 'DatabaseError', code, severity, constraint, table, column, routine, frames }
  }
  return { name, message, code, stack }
}
