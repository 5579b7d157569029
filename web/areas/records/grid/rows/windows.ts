interface Kept {
  id: string
  version: number
}

/**
 * The known rows of a list, by their place in it. Most places of a long list are unknown: rows are loaded in windows,
 * and those far from view are dropped again.
 */
export class Windows<R extends Kept> {
  /** How many rows the list has; while it is open, how many it has at least. */
  total = 0
  /** Whether the list may go on after the rows known, because nobody has counted it or read it to its end. */
  isOpen = false
  #rows = new Map<number, R>()
  #places = new Map<string, number>()
  /** The cursor to continue the list from a place, which is cheaper than an offset. */
  #cursors = new Map<number, string>()

  at(place: number): R | undefined {
    return this.#rows.get(place)
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  get(id: string): R | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#rows.get(place)
  }

  /** Takes the rows of an earlier list that are newer than these, because they changed while these were read. */
  takeNewer(earlier: Windows<R>): void {
    for (const row of earlier.#rows.values()) this.replace(row)
  }

  /** The first rows of the list, as far as they are known, and how many it has; none if the first is not known. */
  beginning(most: number): Windows<R> {
    const windows = new Windows<R>()
    for (let place = 0; place < most; place++) {
      const row = this.#rows.get(place)
      if (!row) break
      windows.#set(place, row)
    }
    if (windows.#rows.size > 0) windows.total = this.total
    return windows
  }

  cursorAt(place: number): string | undefined {
    return this.#cursors.get(place)
  }

  /** Takes in a window that begins at a place. A row that has changed while it was read stays as it is known. */
  put(from: number, rows: readonly R[], nextCursor: string | null): void {
    rows.forEach((row, i) => {
      const known = this.get(row.id)
      this.#set(from + i, known && known.version > row.version ? known : row)
    })
    const end = from + rows.length
    if (nextCursor) {
      this.#cursors.set(end, nextCursor)
      this.total = Math.max(this.total, end)
      return
    }
    // This is its end, or lies beyond it: the list may be shorter than we thought.
    this.isOpen = false
    this.total = rows.length > 0 ? end : Math.min(this.total, end)
  }

  /**
   * The first unknown part between two places, at most one window long; `null` if all is known. An open list goes on
   * after its last row, without a gap.
   */
  gap(from: number, to: number, most: number): [from: number, to: number] | null {
    const end = this.isOpen ? to : Math.min(to, this.total)
    for (let start = Math.max(0, Math.min(from, this.total)); start < end; start++) {
      if (this.#rows.has(start)) continue
      let stop = start + 1
      while (stop < end && stop - start < most && !this.#rows.has(stop)) stop++
      return [start, stop]
    }
    return null
  }

  /** Takes a newer version of a row; an unknown or older one changes nothing. */
  replace(row: R): R | null {
    const before = this.get(row.id)
    if (!before || before.version >= row.version) return null
    this.#rows.set(this.#places.get(row.id)!, row)
    return before
  }

  /**
   * Takes more details of a row in the same version, such as the titles of its links.
   *
   * @returns false if a newer version of it is known, whose details these are not.
   */
  complete(row: R): boolean {
    const before = this.get(row.id)
    if (before && before.version > row.version) return false
    if (before) this.#rows.set(this.#places.get(row.id)!, row)
    return true
  }

  /** @returns how many of them are new. An open list goes on after them. */
  append(rows: readonly R[]): number {
    const before = this.total
    const cursor = this.#cursors.get(before)
    this.#cursors.delete(before)
    for (const row of rows) {
      if (this.#places.has(row.id)) continue
      this.#set(this.total, row)
      this.total++
    }
    if (cursor) this.#cursors.set(this.total, cursor)
    return this.total - before
  }

  /** Keeps a row whose place is unknown: at its old place, or after the others. */
  keep(row: R, place: number): void {
    const isFree = place < this.total && !this.#rows.has(place)
    if (isFree && !this.#places.has(row.id)) this.#set(place, row)
    else this.append([row])
  }

  /** Removes rows; those after them move up. Unknown rows do not change the count. */
  remove(ids: readonly string[]): number {
    const gone = ids
      .map((id) => this.#places.get(id))
      .filter((place) => place !== undefined)
      .sort((a, b) => a - b)
    if (gone.length === 0) return 0
    const before = (place: number) => {
      let low = 0
      let high = gone.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (gone[middle]! < place) low = middle + 1
        else high = middle
      }
      return low
    }
    const removed = new Set(gone)
    const rows = [...this.#rows].filter(([place]) => !removed.has(place))
    const cursors = [...this.#cursors]
    this.#rows.clear()
    this.#places.clear()
    this.#cursors.clear()
    for (const [place, row] of rows) this.#set(place - before(place), row)
    for (const [place, cursor] of cursors) this.#cursors.set(place - before(place), cursor)
    this.total -= gone.length
    return gone.length
  }

  /** Puts rows in at their places in the list; those from there on move down. */
  insert(rows: readonly { place: number; row: R }[]): void {
    const coming = rows
      .filter(({ row }) => !this.#places.has(row.id))
      .toSorted((a, b) => a.place - b.place)
    let next = 0
    for (const [i, one] of coming.entries()) {
      // Each has a place of its own, and none is beyond the end.
      const place = Math.max(next, Math.min(one.place, this.total + i))
      coming[i] = { place, row: one.row }
      next = place + 1
    }
    // How many come in before the row at a place: the first comes before it if its place is not after it, and so on.
    const before = (place: number) => {
      let low = 0
      let high = coming.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (coming[middle]!.place - middle <= place) low = middle + 1
        else high = middle
      }
      return low
    }
    const known = [...this.#rows]
    const cursors = [...this.#cursors]
    this.#rows.clear()
    this.#places.clear()
    this.#cursors.clear()
    for (const [place, row] of known) this.#set(place + before(place), row)
    for (const [place, cursor] of cursors) this.#cursors.set(place + before(place), cursor)
    for (const { place, row } of coming) this.#set(place, row)
    this.total += coming.length
  }

  /** Drops the rows farthest from a place, down to a number of rows. */
  keepNear(place: number, most: number): void {
    if (this.#rows.size <= most * 1.25) return
    const far = [...this.#rows.keys()].sort((a, b) => Math.abs(a - place) - Math.abs(b - place))
    for (const at of far.slice(most)) {
      this.#places.delete(this.#rows.get(at)!.id)
      this.#rows.delete(at)
    }
  }

  #set(place: number, row: R): void {
    const old = this.#rows.get(place)
    if (old && this.#places.get(old.id) === place) this.#places.delete(old.id)
    const other = this.#places.get(row.id)
    if (other !== undefined && other !== place) this.#rows.delete(other)
    this.#rows.set(place, row)
    this.#places.set(row.id, place)
  }
}
