import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../../platform/refusal.ts'
import { decodeHash, encodeHash, type HashCost } from './passwords.rules.ts'

/** OWASP's first choice for Argon2id with one pass. */
const COST: HashCost = { memory: 46 * 1024, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

const argon2Async = promisify(argon2)

/**
 * Hashes and checks passwords, a few at a time: each takes 46 MiB and a thread for some 60 ms, so that
 * without a bound a burst of sign-ins would starve everything else.
 */
export class Passwords {
  readonly #cost: HashCost
  /** What a password is compared with where there is no account: as costly as a real one, and never right. */
  readonly #nobody: string
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor({ concurrency = 2, maxWaiting = 64, cost = COST } = {}) {
    this.#cost = cost
    this.#nobody = encodeHash({
      ...cost,
      salt: randomBytes(SALT_BYTES),
      tag: randomBytes(TAG_BYTES),
    })
    this.#free = concurrency
    this.#maxWaiting = maxWaiting
  }

  /** @throws Refusal overloaded when too many wait already. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return encodeHash({ ...this.#cost, salt, tag: await this.#derive(password, salt, this.#cost) })
  }

  /**
   * Whether the password is the one behind the stored hash. Takes as long where there is none.
   * @throws Refusal overloaded when too many wait already.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const { salt, tag, ...cost } = decodeHash(stored ?? this.#nobody)
    return timingSafeEqual(await this.#derive(password, salt, cost), tag)
  }

  async #derive(password: string, nonce: Buffer, cost: HashCost): Promise<Buffer> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    try {
      // Normalised, so that the same letters typed on another keyboard are the same password.
      const message = password.normalize('NFKC')
      return await argon2Async('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new Refusal(
        'overloaded',
        'Too many people sign in right now; try again in 2 seconds.',
        {
          retryAfter: 2,
        },
      )
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
