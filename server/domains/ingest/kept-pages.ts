/** The bytes of a page as it was answered, and its mark then: they are answered again while it has the same mark. */
export interface KeptPage {
  mark: string
  body: Buffer
}

/** Pages in memory, up to so many bytes. The one that was used least recently goes first. */
export class KeptPages {
  readonly #most: number
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

  keep(name: string, page: KeptPage): void {
    this.#drop(name)
    this.#kept.set(name, page)
    this.#bytes += sizeOf(page)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break
      this.#drop(oldest)
    }
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
