import { signal } from '../../list/signal.ts'

const FLASH_MS = 1_600

/** The cells that others just changed, by row, as long as they are highlighted. */
export class Flashes {
  readonly now = signal<ReadonlyMap<string, ReadonlySet<string>>>(new Map())

  add(rowId: string, keys: readonly string[]): void {
    const cells = new Set(keys)
    this.now.set(new Map(this.now.get()).set(rowId, cells))
    setTimeout(() => {
      // A later flash of the same row ends by its own timer.
      if (this.now.get().get(rowId) !== cells) return
      const left = new Map(this.now.get())
      left.delete(rowId)
      this.now.set(left)
    }, FLASH_MS)
  }
}
