import { Counts } from './counts.ts'

/**
 * Places that several holders share, such as workspaces. A holder gets one more only while more are free than it has.
 * So one alone may have half of them, two may have a third each, and a newcomer always finds some.
 */
export class Shares {
  readonly #held = new Counts()
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** Whether nobody can take one. */
  get isFull(): boolean {
    return this.#free === 0
  }

  /** The holders that may take no more until a place is free again. */
  get sated(): string[] {
    return [...this.#held.names].filter((holder) => this.roomFor(holder) === 0)
  }

  /** How many more the holder may take now. */
  roomFor(holder: string): number {
    return Math.max(0, Math.ceil((this.#free - this.#held.of(holder)) / 2))
  }

  /** Takes a place, if the holder may have one more. */
  take(holder: string): boolean {
    if (this.roomFor(holder) === 0) return false
    this.#held.enter(holder, Number.POSITIVE_INFINITY)
    this.#free--
    return true
  }

  leave(holder: string): void {
    this.#held.leave(holder)
    this.#free++
  }
}
