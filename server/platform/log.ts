import { isatty } from 'node:tty'
import pg from 'pg'
import pino, { type DestinationStream, type Logger } from 'pino'
import type * as Pretty from 'pino-pretty'
import { lazily } from './lazy.ts'

const pretty = lazily<typeof Pretty.default>('pino-pretty')
const STDERR = 2

/**
 * Logs go to standard error: as JSON lines, or as words if that is a terminal. Standard output is for the results of
 * commands. No line contains a secret or a cell: requests are logged by operation, errors with what `safeError` keeps.
 */
export const openLog = (
  level: string,
  to: DestinationStream = isatty(STDERR) ? forPeople() : forPrograms(),
  /** Which of several processes writes the lines; each line has its `pid` too. */
  role?: string,
): Logger => {
  const log = pino({ level, serializers: { err: safeError } }, to)
  return role === undefined ? log : log.child({ role })
}

// A write of up to 4 KiB to a pipe is atomic, so the lines of several processes do not get mixed up.
const forPrograms = () => pino.destination({ dest: STDERR, sync: false, maxWrite: 4_096 })

const forPeople = () =>
  pretty()({
    destination: STDERR,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,role',
    singleLine: true,
  })

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
