import { promises as dns, type LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Memory } from '../sharing/memory.ts'
import { Turns } from '../sharing/turns.ts'
import { fullNames, readHosts, readSearch } from './names.rules.ts'

export interface NameOptions {
  /** Instead of the name servers in `/etc/resolv.conf`. */
  servers?: readonly string[] | undefined
  /** How long a lookup may take. Only its own connection waits for it. The default is 5 s. */
  lookupMs?: number | undefined
}

/**
 * How many names a process looks up at once, which a small name server in front of it can bear, since it asks for two
 * kinds of address and goes on for a while after we have given up.
 */
const AT_ONCE = 32
const MOST_WAITING = 1024
/** How long a failure counts, and how many are known. */
const FAILED_MS = 5_000
const MOST_FAILED = 10_000

/**
 * Looks up names that workspaces choose. Not by the system's resolver: that occupies one of a few threads until it has
 * an answer, so names that nobody answers for would stop all that the process looks up, also for others. A lookup of
 * ours ends with its signal, and a workspace has its share of them.
 *
 * It follows the usual order all the same: `/etc/hosts`, then the name servers of `/etc/resolv.conf`, with its search
 * domains.
 */
export class Names {
  readonly #options: NameOptions
  readonly #failed = new Memory<Error>({ most: MOST_FAILED, forMs: FAILED_MS })
  readonly #turns = new Turns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostWaitMs: 60_000,
    refuse: () => failure('EAI_AGAIN'),
  })

  constructor(options: NameOptions = {}) {
    this.#options = options
  }

  /**
   * @param holder the workspace whose share it counts against.
   * @throws an error with the code that the system's resolver gives: ENOTFOUND, or EAI_AGAIN without an answer.
   */
  async lookUp(name: string, holder: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const host = name.toLowerCase()
    const key = `${holder} ${host}`
    const known = this.#failed.get(key)
    if (known) throw known
    try {
      return await this.#turns.take(holder, () => this.#resolve(host, signal), signal)
    } catch (error) {
      if (!signal.aborted) this.#failed.keep(key, error as Error)
      throw error
    }
  }

  async #resolve(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const [hosts, resolv] = await Promise.all(['/etc/hosts', '/etc/resolv.conf'].map(read))
    const local = readHosts(hosts!).get(host.replace(/\.$/, '')) ?? loopback(host)
    if (local) return local.map(addressOf)
    const until = AbortSignal.any([signal, AbortSignal.timeout(this.#options.lookupMs ?? 5_000)])
    let code = 'ENOTFOUND'
    for (const full of fullNames(host, readSearch(resolv!))) {
      if (until.aborted) throw failure('EAI_AGAIN')
      const { found, isAnswered } = await this.#ask(full, until)
      if (found.length > 0) return found
      if (!isAnswered) code = 'EAI_AGAIN'
    }
    throw failure(code)
  }

  /** Asks the name servers for both kinds of address. IPv4 comes first; Node tries the other kind after it. */
  async #ask(name: string, signal: AbortSignal) {
    const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
    if (this.#options.servers) resolver.setServers(this.#options.servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return {
        found: answers
          .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
          .map(addressOf),
        isAnswered: answers.every(
          (one) => one.status === 'fulfilled' || /ENOTFOUND|ENODATA/.test(one.reason.code),
        ),
      }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** A machine that has no such file has nothing in it. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** `localhost` and names below it are this machine, whether or not its file says so. */
const loopback = (host: string): string[] | undefined =>
  /^(?:.+\.)?localhost\.?$/.test(host) ? ['127.0.0.1', '::1'] : undefined

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) })

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })
