import { Memory } from '../../../platform/sharing/memory.ts'

/** The bytes of a page, and its mark when it was read. They can be sent again while the page has the same mark. */
export interface KeptPage {
  mark: string
  body: Buffer
}

/**
 * Pages in memory, up to `most` bytes. A page is kept only once it is asked for a second time, so reading a whole board page by
 * page drives none out.
 */
export class KeptPages {
  /** The names of pages that were asked for. */
  readonly #asked = new Memory<true>({ most: 400 })
  readonly #kept: Memory<KeptPage>

  constructor(most: number) {
    this.#kept = new Memory({ most, weigh: sizeOf })
  }

  find(name: string): KeptPage | undefined {
    return this.#kept.get(name)
  }

  /** @param page makes the page; called only if it is kept. */
  keep(name: string, page: () => KeptPage): void {
    if (this.#asked.get(name) || this.#kept.get(name)) this.#kept.keep(name, page())
    this.#asked.keep(name, true)
  }
}

/** The bytes of a page, and about what it takes up besides. */
const sizeOf = ({ mark, body }: KeptPage): number => mark.length + body.length + 500

/** The pages of keys and of people, by what their bytes depend on besides the rows, such as the definition's version. */
export const keptPages = new KeptPages(24 * 1024 * 1024)
