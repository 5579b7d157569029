/** Counts by name, such as open streams by seat. */
export class Counts {
  readonly #byName = new Map<string, number>()

  of(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  /**
   * Counts one more of `name`, unless there are `most` already.
   * @param open how many there are, here and elsewhere
   * @returns how many there were
   */
  enter(name: string, most: number, open = this.of(name)): number {
    if (open < most) this.#byName.set(name, this.of(name) + 1)
    return open
  }

  get names(): Iterable<string> {
    return this.#byName.keys()
  }

  leave(name: string): void {
    const left = this.of(name) - 1
    if (left > 0) this.#byName.set(name, left)
    else this.#byName.delete(name)
  }
}
