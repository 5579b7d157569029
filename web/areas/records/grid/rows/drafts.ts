import type { Cells } from '../../list/types.ts'
import { type Drawn, drawnOver } from './pending.rules.ts'

interface Drafted {
  id: string
  cells: Cells
}

/** Changes that the service has not confirmed yet, as they are shown in place of the saved values. */
export class Drafts<R extends Drafted> {
  #writes: readonly Drawn[] = []
  #cells = new Map<string, ReadonlyMap<string, unknown>>()
  #shown = new Map<string, { of: R; with: ReadonlyMap<string, unknown>; row: R }>()

  /** @param writes the cells of each write, in order. */
  draw(writes: readonly Drawn[]): void {
    // Most often one more is made, behind any number of others.
    const isMore = this.#writes.every((one, i) => one === writes[i])
    if (!isMore) this.#cells = new Map()
    for (const rows of isMore ? writes.slice(this.#writes.length) : writes) {
      for (const [id, cells] of rows) {
        const below = this.#cells.get(id)
        this.#cells.set(id, below ? new Map([...below, ...cells]) : cells)
      }
    }
    this.#writes = writes
    for (const id of this.#shown.keys()) if (!this.#cells.has(id)) this.#shown.delete(id)
  }

  has(id: string): boolean {
    return this.#cells.has(id)
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0
  }

  /** The rows with drafts. */
  ids(): Iterable<string> {
    return this.#cells.keys()
  }

  hasCell(id: string, key: string): boolean {
    return this.#cells.get(id)?.has(key) ?? false
  }

  /** The columns of a row's drafts, as text. */
  keysOf(id: string): string {
    return [...(this.#cells.get(id)?.keys() ?? [])].join(' ')
  }

  /** The row with its drafts; the same object as long as neither changes. */
  shown(row: R): R {
    const now = this.#cells.get(row.id)
    if (!now) return row
    const known = this.#shown.get(row.id)
    if (known?.of === row && isAlike(known.with, now)) return known.row
    const made = drawnOver(row, now)
    this.#shown.set(row.id, { of: row, with: now, row: made })
    return made
  }
}

const isAlike = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  a === b ||
  (a.size === b.size && [...a].every(([key, value]) => b.has(key) && b.get(key) === value))
