import { type Answer, type ApiOptions, callApi } from '../clients/client.ts'
import { type Exit, startProcess, type TestProcess } from './child-process.ts'

export interface ServerProcess extends TestProcess {
  /** Where it listens, for example `http://127.0.0.1:40123`. */
  url: string
  api(method: string, path: string, options?: ApiOptions): Promise<Answer>
  /** SIGTERM, and waits for its end. */
  stop(): Promise<Exit>
}

export interface ServerOptions {
  command?: 'start' | 'web'
  /** Overrides the defaults: any free port, no demo workspace, a secret key. */
  env?: Record<string, string>
  /** The whole path of another checkout’s. */
  bin?: string
  /** The path of another Node than that of the tests. */
  node?: string
}

/**
 * Starts the product itself as a process and waits until it says that it is ready.
 * @throws Error with its output if it exits first
 */
export async function startServerProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const defaults = { PORT: '0', DEMO: '0', SECRET_KEY: 'only-for-tests-only-for-tests-only' }
  const { bin = 'bin/sourcebook.mjs', command = 'start', env, node } = options
  const child = startProcess(bin, [command], { ...defaults, ...env }, node ? { node } : {})
  const [, url] = await child.waitFor(/Sourcebook is ready at (\S+)/)
  return {
    ...child,
    url: url!,
    api: (method, path, options) => callApi(url!, method, path, options),
    stop: () => {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}
