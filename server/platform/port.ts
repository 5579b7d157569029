/**
 * What a lower domain needs of a higher one, which it does not know. The lower one declares it, the higher one offers
 * it, and `server/ports.ts` puts the two together.
 */
export class Port<T> {
  readonly #what: string
  #filled: T | undefined

  constructor(what: string) {
    this.#what = what
  }

  fill(by: T): void {
    this.#filled = by
  }

  /** Fails where nothing was put in: an answer without it could be wrong. */
  get filled(): T {
    if (this.#filled === undefined) {
      throw new Error(`Nothing fills the port "${this.#what}": import server/ports.ts.`)
    }
    return this.#filled
  }
}
