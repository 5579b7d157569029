import { createHash } from 'node:crypto'

/** The size and hash of an entry or a table, to verify it with. */
export interface Sum {
  bytes: number
  /** The number of newlines. In a table's entry, the number of rows. */
  lines: number
  /** In hexadecimal. */
  sha256: string
}

const NEWLINE = 10

/** Computes the size and hash of what it watches. */
export class Tally {
  readonly #hash = createHash('sha256')
  #bytes = 0
  #lines = 0

  async *watch(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of source) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
        this.#lines++
      }
      yield chunk
    }
  }

  sum(): Sum {
    return { bytes: this.#bytes, lines: this.#lines, sha256: this.#hash.digest('hex') }
  }
}
