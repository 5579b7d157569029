/** The bytes of a page as it was answered, and its mark then: they are answered again while it has the same mark. */
export interface KeptPage {
  mark: string
  body: Buffer
}

/** How many names of pages are remembered, to tell who asks for one again and who reads all of them once. */
const MOST_ASKED = 200

/**
 * Pages in memory, up to so many bytes. The one that was used least recently goes first. A page stays if it is asked for
 * again soon: whoever reads a whole board page by page drives no others out.
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

  /** @param page makes it, if it is to stay. */
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

/** With what a short page costs beside its bytes. */
const sizeOf = ({ mark, body }: KeptPage): number => mark.length + body.length + 500
