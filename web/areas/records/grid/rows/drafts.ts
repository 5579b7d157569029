import type { Cells } from '../../list/types.ts'

interface Drafted {
  id: string
  cells: Cells
}

/** Changes that the service has not confirmed yet, shown in place of the saved values. */
export class Drafts<R extends Drafted> {
  #cells = new Map<string, Map<string, { value: unknown; change: object }>>()
  #shown = new Map<string, { of: R; row: R }>()

  /** @param change the draft's change, so that it is not confused with a later one of the same cell. */
  set(id: string, key: string, value: unknown, change: object): void {
    const cells = this.#cells.get(id) ?? new Map()
    cells.set(key, { value, change })
    this.#cells.set(id, cells)
    this.#shown.delete(id)
  }

  clear(id: string, key: string, change: object): void {
    const cells = this.#cells.get(id)
    if (cells?.get(key)?.change !== change) return
    cells.delete(key)
    if (cells.size === 0) this.#cells.delete(id)
    this.#shown.delete(id)
  }

  /** Clears all drafts of one change. */
  drop(change: object): void {
    for (const [id, cells] of [...this.#cells]) {
      for (const key of [...cells.keys()]) this.clear(id, key, change)
    }
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
    const drafts = this.#cells.get(row.id)
    if (!drafts) return row
    const known = this.#shown.get(row.id)
    if (known?.of === row) return known.row
    const cells = { ...row.cells }
    for (const [key, { value }] of drafts) cells[key] = value
    const made = { ...row, cells }
    this.#shown.set(row.id, { of: row, row: made })
    return made
  }
}
