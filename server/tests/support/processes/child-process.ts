import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FLAGS as SERVICE_FLAGS } from '../../../../scripts/bundled-node.mjs'
import { PATIENCE_MS } from '../machine/patience.ts'
import { bundledServer } from './bundled-server.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A real process under test, and its output so far. */
export interface TestProcess {
  pid: number
  stdout(): string
  stderr(): string
  /** Kills it by its number; the default is SIGKILL. */
  kill(signal?: NodeJS.Signals): void
  exited: Promise<Exit>
  /**
   * Waits for a pattern in its standard output, and returns the first match.
   * @throws Error with its whole output, if it exits first, or after patience runs out
   */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
}

const running = new Set<ChildProcess>()
/** Halves the time that a process takes to start; the tests start many. */
const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/node-compile', import.meta.url),
)
/** As `npm start` runs it, except that V8 need not find out while it starts how much of new space it will use. */
const FLAGS = [...SERVICE_FLAGS, '--min-semi-space-size=8']
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The command `sourcebook`, from its sources and not bundled: as somebody with a checkout runs it. */
export const FROM_SOURCES = fileURLToPath(
  new URL('../../../../bin/sourcebook.mjs', import.meta.url),
)

/** A command that is installed elsewhere and the Node for it, if the tests are about those (soak part `package`). */
const { TEST_COMMAND, TEST_NODE } = process.env

/** Another Node than that of the tests, as well as what a process is spawned with. */
export type ProcessOptions = Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> & {
  input?: string
  node?: string
}

/**
 * Runs a file of this repository, or one by its whole path, with the same Node as the tests and only the given
 * environment (and input). `bin/sourcebook.mjs` is run bundled, because the tests start it some hundred times.
 */
export function startProcess(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  { input, node: chosen, ...options }: ProcessOptions = {},
): TestProcess {
  const path = pathOf(file)
  const node = chosen ?? (path === TEST_COMMAND ? TEST_NODE! : process.execPath)
  const child = spawn(node, [...FLAGS, path, ...args], {
    cwd: '/',
    ...options,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      // The default of nine seconds is too short on a busy machine.
      STOP_SECONDS: String(PATIENCE_MS / 1_000),
      ...env,
    },
    // The IPC channel closes when this process is killed: the launcher, and the scripts here, then stop.
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
  })
  child.stdin?.end(input)
  running.add(child)
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  exited.catch(() => {})
  const output = { stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  return {
    pid: child.pid!,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    exited,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output.stdout)
          if (match !== null) settle(() => resolve(match))
        }
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          child.stdout!.off('data', look)
          finish()
        }
        const fail = (why: string) => () =>
          settle(() => reject(new Error(`${file} ${why}:\n${output.stdout}\n${output.stderr}`)))
        const timer = setTimeout(fail(`did not print ${pattern} in ${PATIENCE_MS} ms`), PATIENCE_MS)
        child.stdout!.on('data', look)
        exited.then(fail(`exited before it printed ${pattern}`), reject)
        look()
      }),
  }
}

function pathOf(file: string): string {
  if (file === 'bin/sourcebook.mjs') return TEST_COMMAND ?? bundledServer()
  return isAbsolute(file) ? file : fileURLToPath(new URL(`../../../../${file}`, import.meta.url))
}

export interface Ran extends Exit {
  stdout: string
  stderr: string
}

/** Runs a file of this repository to its end. */
export async function runProcess(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Ran> {
  const child = startProcess(file, args, env, input === undefined ? {} : { input })
  return { ...(await child.exited), stdout: child.stdout(), stderr: child.stderr() }
}
