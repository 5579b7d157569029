import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Turns } from '../../../platform/sharing/turns.ts'
import { decodeHash, encodeHash, type HashCost } from './passwords.rules.ts'

/** OWASP's first choice for Argon2id with one pass. */
const COST: HashCost = { memory: 46 * 1024, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

const argon2Async = promisify(argon2)

/**
 * Hashes and checks passwords, a few at a time. Each takes 46 MiB and a thread for about 60 ms, so without a limit a
 * burst of sign-ins would leave nothing for other work.
 */
export class Passwords {
  readonly #cost: HashCost
  /** The hash to compare with if there is no account. It costs as much as a real one and never matches. */
  readonly #nobody: string
  readonly #turns: Turns

  constructor({ concurrency = 2, maxWaiting = 64, cost = COST } = {}) {
    this.#cost = cost
    this.#nobody = encodeHash({
      ...cost,
      salt: randomBytes(SALT_BYTES),
      tag: randomBytes(TAG_BYTES),
    })
    this.#turns = new Turns({
      atOnce: concurrency,
      mostWaiting: maxWaiting,
      mostWaitMs: 60_000,
      refuse: () => new Refusal('overloaded', 'too_many_signins', {}, { retryAfter: 2 }),
    })
  }

  /** @throws Refusal overloaded: too many are waiting already. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return encodeHash({ ...this.#cost, salt, tag: await this.#derive(password, salt, this.#cost) })
  }

  /**
   * Whether the password matches the stored hash. It takes as long if there is none.
   *
   * @param isKnown whether somebody asks from a place where the account has been before. They go first, whatever strangers send.
   * @throws Refusal overloaded: too many are waiting already.
   */
  async verify(
    password: string,
    stored: string | null | undefined,
    { isKnown = false } = {},
  ): Promise<boolean> {
    const { salt, tag, ...cost } = decodeHash(stored ?? this.#nobody)
    return timingSafeEqual(await this.#derive(password, salt, cost, isKnown), tag)
  }

  #derive(password: string, nonce: Buffer, cost: HashCost, isKnown = false): Promise<Buffer> {
    // Keyboards encode the same letters differently, so the text is normalised first.
    const message = password.normalize('NFKC')
    const derive = () =>
      argon2Async('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES }) as Promise<Buffer>
    // Each is a holder of its own, so they come in the order of their arrival, and how long one takes tells nothing of accounts.
    const holder = newId()
    return isKnown ? this.#turns.takeFirst(holder, derive) : this.#turns.take(holder, derive)
  }
}
