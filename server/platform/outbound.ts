import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, mayReach, type PrivateAllowance, targetFault } from './private-addresses.rules.ts'

export interface OutboundOptions {
  allowPrivate: PrivateAllowance
  /** In place of the system's resolver. */
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>
}

/** What came of a request: a status, or why there is none. Nothing else of an answer is kept. */
export interface Outcome {
  status: number | null
  error: string | null
  ms: number
}

/**
 * POSTs to addresses that users name, and to none inside: each connection resolves the name itself, checks every
 * address that it stands for, and connects to a checked one, so that a name which changes in between gains nothing.
 * Redirects are not followed, connections not kept.
 */
export class Outbound {
  readonly #allowPrivate: PrivateAllowance
  readonly #lookup: LookupFunction

  constructor({ allowPrivate, resolve = (host) => lookup(host, { all: true }) }: OutboundOptions) {
    this.#allowPrivate = allowPrivate
    this.#lookup = (host, options, done) => {
      resolve(host).then(
        (found) => {
          if (found.length === 0) return done(failure('ENOTFOUND'), '', 4)
          if (found.some(({ address }) => !mayReach(address, allowPrivate))) {
            return done(failure(PRIVATE), '', 4)
          }
          if (options.all) return done(null, found as never)
          done(null, found[0]!.address, found[0]!.family)
        },
        (error) => done(error, '', 4),
      )
    }
  }

  /** What is wrong with an address, as far as it shows without looking its name up: completes "url …". */
  faultOf(url: string): string | undefined {
    return targetFault(url, this.#allowPrivate)
  }

  /** Never throws: what fails is an outcome too. */
  async post(
    target: string,
    request: {
      headers: Record<string, string>
      body: string
      timeoutMs: number
      signal?: AbortSignal
    },
  ): Promise<Outcome> {
    const start = performance.now()
    const outcome = (status: number | null, error: string | null): Outcome => ({
      ...{ status, error },
      ms: Math.round(performance.now() - start),
    })
    const late = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
    try {
      if (this.faultOf(target)) throw failure(PRIVATE)
      const url = new URL(target)
      // A literal address is not looked up: it has been checked above, as it stands.
      if (isIP(hostOf(url)) !== 0 && !mayReach(hostOf(url), this.#allowPrivate))
        throw failure(PRIVATE)
      return outcome(await this.#send(url, request, signal), null)
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'failed'
      if (late.aborted) return outcome(null, `no answer within ${request.timeoutMs / 1000} s`)
      if (signal.aborted) return outcome(null, 'interrupted: the service stopped')
      return outcome(null, code === PRIVATE ? PRIVATE : `the connection failed: ${code}`)
    }
  }

  #send(
    url: URL,
    { headers, body }: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      lookup: this.#lookup,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    request.on('response', (answer) => {
      resolve(answer.statusCode!)
      // Its status is all that counts: what it says besides is let go by, and soon cut off.
      answer.on('error', () => {}).resume()
      setTimeout(() => answer.destroy(), 1_000).unref()
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }
}

const PRIVATE = 'the name leads to a private address'

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })
