import { promises as dns, type LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, connect as plain, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as encrypted } from 'node:tls'
import {
  type Failed,
  failed,
  messageOf,
  type Why,
  why,
} from '../../../contract/refusals/reasons.ts'
import { sayUnreached } from './connection-faults.rules.ts'
import { Names } from './names.ts'
import {
  type Allowance,
  hostTarget,
  isNamed,
  mayReach,
  privateFault,
  type Target,
  targetFault,
  urlFault,
  urlTarget,
  webhookFault,
} from './private-addresses.rules.ts'

// Not imported: an import of all its names loads Node's own fetch as well, which is a twentieth of a start.
const http = process.getBuiltinModule('node:http')

export interface OutboundOptions {
  /** What may be reached inside the network. The default is nothing. */
  allow?: Allowance
  /** What webhooks may reach in addition. If it allows anything, they may use http as well. */
  allowWebhooks?: Allowance
  /** Instead of looking names up. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Instead of the name servers of this machine. */
  nameServers?: readonly string[]
  /** Instead of this machine's addresses. */
  own?: () => string[]
}

/** The result of a request: a status, or why there is none. Nothing else of an answer is kept. */
export interface Outcome {
  status: number | null
  why: Failed | null
  ms: number
}

/** No connection was made. The message says why in our own words and completes "no connection: …". */
export class Unreached extends Error {
  readonly code = 'EUNREACHED'
}

/**
 * All connections to an address that a workspace's setting or an outside message names go through here, so that none
 * leads inside. Each resolves the name itself, checks every address behind it, and connects to a checked one, so that a
 * name that changes in between gains nothing. Redirects are not followed, and connections are not kept.
 */
export class Outbound {
  readonly #allow: Allowance
  readonly #allowWebhooks: Allowance
  readonly #webhooksByHttp: boolean
  readonly #resolve: OutboundOptions['resolve']
  readonly #names: Names
  /** Names that the system is looking up. */
  readonly #asked = new Map<string, Promise<LookupAddress[]>>()
  readonly #own: () => string[]

  constructor(options: OutboundOptions = {}) {
    const { allow = [], allowWebhooks = [] } = options
    this.#allow = allow
    const all = allow === true || allowWebhooks === true
    this.#allowWebhooks = all ? true : [...allow, ...allowWebhooks]
    this.#webhooksByHttp = allowWebhooks === true || allowWebhooks.length > 0
    this.#resolve = options.resolve
    this.#names = new Names({ servers: options.nameServers })
    this.#own = options.own ?? ownAddresses
  }

  /** The problem with a webhook's address, as far as we can tell without a DNS lookup. Completes "url …". */
  webhookFault = (url: string): Why | undefined =>
    webhookFault(url, this.#allowWebhooks, this.#webhooksByHttp, this.#own())

  /** The same for an address of an HTTP request. */
  urlFault = (url: string): Why | undefined => urlFault(url, this.#allow, this.#own())

  /** The same for a host, by its name or its address. */
  hostFault(host: string, port: number): Why | undefined {
    const target = hostTarget(host, port)
    return target ? targetFault(target, this.#allow, this.#own()) : why('not_a_host', {})
  }

  /**
   * Opens a connection, encrypted from the first byte if asked for.
   *
   * @param holder the workspace that it is for.
   * @throws Unreached
   */
  async connect(
    host: string,
    port: number,
    { holder, timeoutMs, tls = false }: { holder: string; timeoutMs: number; tls?: boolean },
  ): Promise<Socket> {
    const target = hostTarget(host, port)
    if (!target) throw unreached(why('not_a_host', {}))
    const fault = targetFault(target, this.#allow, this.#own())
    if (fault) throw unreached(fault)
    const ending = new AbortController()
    const lookup = this.#lookup(target, this.#allow, holder, ending.signal)
    const where = { host: target.host, port, lookup }
    const name = isIP(target.host) ? {} : { servername: target.host }
    const socket = tls ? encrypted({ ...where, ...name }) : plain(where)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(timeOut(timeoutMs)), timeoutMs)
    // Stays on the socket: an error later, without a listener, would end the process.
    socket.on('error', reject)
    socket.once(tls ? 'secureConnect' : 'connect', resolve)
    try {
      await promise
      return socket
    } catch (error) {
      socket.destroy()
      throw error instanceof Unreached ? error : new Unreached(sayUnreached(error as Error))
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  }

  /**
   * Makes one request: the caller decides whether to follow a redirect.
   *
   * @param holder the workspace that it is for.
   * @throws Unreached, and any error that interrupts it.
   */
  async get(
    url: URL,
    {
      holder,
      headers,
      signal,
    }: { holder: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const fault = targetFault(urlTarget(url), this.#allow, this.#own())
    if (fault) throw unreached(fault)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    this.#request(url, this.#allow, holder, { headers, signal })
      // Without a listener, an error before anybody reads would end the process. The reader still gets it.
      .on('response', (answer) => resolve(answer.on('error', () => {})))
      .on('error', reject)
      .end()
    return promise
  }

  /** POSTs to a webhook of the holder, a workspace. Never throws: a failure is an outcome too. */
  async post(
    target: string,
    request: {
      holder: string
      headers: Record<string, string>
      body: string
      timeoutMs: number
      signal?: AbortSignal
    },
  ): Promise<Outcome> {
    const start = performance.now()
    const outcome = (status: number | null, why: Failed | null): Outcome => ({
      status,
      why,
      ms: Math.round(performance.now() - start),
    })
    const fault = this.webhookFault(URL.parse(target)?.href ?? target)
    if (fault) return outcome(null, failed('address_refused', { problem: messageOf(fault) }))
    const late = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
    try {
      return outcome(await this.#send(new URL(target), request, signal), null)
    } catch (error) {
      if (late.aborted)
        return outcome(null, failed('no_answer_in', { seconds: request.timeoutMs / 1000 }))
      if (signal.aborted) return outcome(null, failed('interrupted', {}))
      if (error instanceof Unreached)
        return outcome(null, failed('not_sent', { why: error.message }))
      const { code = 'failed' } = error as { code?: string }
      return outcome(null, failed('connection_failed', { code }))
    }
  }

  #send(
    url: URL,
    { holder, headers, body }: { holder: string; headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const length = { 'content-length': Buffer.byteLength(body) }
    const sent = { method: 'POST', signal, headers: { ...headers, ...length } }
    const request = this.#request(url, this.#allowWebhooks, holder, sent)
    request.on('response', (answer) => {
      resolve(answer.statusCode!)
      // Only the status counts: the rest of the answer is dropped, and soon cut off.
      answer.on('error', () => {}).resume()
      setTimeout(() => answer.destroy(), 1_000).unref()
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }

  /** For a target that has already been checked: if it is an IP address, no lookup checks it. */
  #request(
    url: URL,
    allowed: Allowance,
    holder: string,
    options: RequestOptions & { signal: AbortSignal },
  ): ClientRequest {
    const { request } = url.protocol === 'https:' ? https : http
    const lookup = this.#lookup(urlTarget(url), allowed, holder, options.signal)
    return request(url, { ...options, agent: false, lookup })
  }

  #lookup(target: Target, allowed: Allowance, holder: string, signal: AbortSignal): LookupFunction {
    const find = (host: string): Promise<LookupAddress[]> => {
      if (this.#resolve) return this.#resolve(host)
      if (isNamed(target, allowed)) return this.#askSystem(target.host)
      return this.#names.lookUp(host, holder, signal)
    }
    return (host, options, done) => {
      find(host).then(
        (found) => {
          if (found.length === 0) return done(failure('ENOTFOUND'), '', 4)
          const own = this.#own()
          if (found.some(({ address }) => !mayReach(address, target, allowed, own))) {
            return done(unreached(privateFault(target)), '', 4)
          }
          if (options.all) return done(null, found)
          done(null, found[0]!.address, found[0]!.family)
        },
        (error) => done(error, '', 4),
      )
    }
  }

  /**
   * Looks up a name that the operator wrote in a setting. It may be one that only the system's resolver knows, such as
   * by mDNS. There are few such names, and each is looked up once at a time.
   */
  #askSystem(host: string): Promise<LookupAddress[]> {
    const asked =
      this.#asked.get(host) ??
      dns.lookup(host, { all: true }).finally(() => this.#asked.delete(host))
    this.#asked.set(host, asked)
    return asked
  }
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

const unreached = (fault: Why): Unreached => new Unreached(`it ${messageOf(fault)}`)

const timeOut = (ms: number): Unreached => new Unreached(`not within ${ms / 1000} seconds`)

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })
