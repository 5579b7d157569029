/** The bytes of a page, and its mark when it was read. They can be sent again while the page has the same mark. */
export interface KeptPage {
  mark: string
  body: Buffer
}

/** How many names of pages are remembered, to notice that a page is asked for again. */
const MOST_ASKED = 200

/**
 * Pages in memory, up to `most` bytes. When there are too many, the page that has not been used for longest goes first.
 * A page is kept only once it is asked for a second time, so reading a whole board page by page drives none out.
 */
export class KeptPages {
  readonly #most: number
  readonly #asked = new Set<string>()
  readonly #kept = new Map<string, KeptPage>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  find(name: string): KeptPage | undefined {
    const kept = this.#kept.get(name)
    if (kept) {
      this.#kept.delete(name)
      this.#kept.set(name, kept)
    }
    return kept
  }

  /** @param page makes the page; called only if it is kept. */
  keep(name: string, page: () => KeptPage): void {
    const isAskedAgain = this.#wasAsked(name)
    if (!isAskedAgain && !this.#kept.has(name)) return
    this.#drop(name)
    const made = page()
    this.#kept.set(name, made)
    this.#bytes += sizeOf(made)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break
      this.#drop(oldest)
    }
  }

  #wasAsked(name: string): boolean {
    const known = this.#asked.delete(name)
    this.#asked.add(name)
    if (this.#asked.size > MOST_ASKED) this.#asked.delete(this.#asked.keys().next().value!)
    return known
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name)
    if (!kept) return
    this.#kept.delete(name)
    this.#bytes -= sizeOf(kept)
  }
}

/** The bytes of a page, and about what it takes up besides. */
const sizeOf = ({ mark, body }: KeptPage): number => mark.length + body.length + 500
