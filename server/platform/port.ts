/**
 * Something that a lower domain needs from a higher one, which it may not import. The lower one declares it, the higher
 * one offers it, and `server/ports.ts` connects the two.
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

  /** @throws Error if nothing fills the port: an answer without it could be wrong. */
  get filled(): T {
    if (this.#filled === undefined) {
      throw new Error(`Nothing fills the port "${this.#what}": import server/ports.ts.`)
    }
    return this.#filled
  }
}
