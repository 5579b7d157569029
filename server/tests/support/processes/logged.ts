import type { TestProcess } from './child-process.ts'
import type { ServerProcess } from './server-process.ts'

export interface LogLine {
  pid: number
  msg: string
  [field: string]: unknown
}

/** What the processes of a service have logged. */
export const logged = (server: Pick<TestProcess, 'stderr'>): LogLine[] =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** The processes that have begun to listen, in that order, including those that have ended. */
export const listeningPids = (server: ServerProcess): number[] =>
  logged(server)
    .filter(({ msg }) => msg.startsWith('Server listening'))
    .map(({ pid }) => pid)

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
