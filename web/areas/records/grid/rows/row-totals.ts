import { MOST_TOTALS } from '../../../../../shared/limits.ts'
import { accepted, api } from '../../../../service/api.ts'
import { signal } from '../../list/signal.ts'
import type { Cells } from '../../list/types.ts'
import type { RowQuery } from './row-query.rules.ts'
import type { RowSource } from './row-source.ts'
import { doubted, shifted, type Total } from './totals.rules.ts'

/** How long after a change the service is asked, which reads every row to answer: longer for long lists. */
const QUIET_MS = 1_000
const QUIET_LONG_MS = 10_000

const listed = (key: string, query: object, stop: AbortSignal) =>
  accepted(api.definitions.listRows({ key }, { ...query, signal: stop }))

export type Wanted = Pick<Total, 'key' | 'kind' | 'isNumber'>
type Narrowed = Pick<RowQuery, 'filter' | 'search'>

/** The totals of a list: asked for once, adjusted with every change seen here, and confirmed when it is quiet. */
export class RowTotals {
  /** As shown, with the changes that are not saved yet. */
  readonly shown = signal<readonly Total[]>([])
  #source: RowSource
  #listed: typeof listed
  #saved: readonly Total[] = []
  #query = ''
  #isLong = false
  /** Rises with every change, so that an answer that may predate one is not believed. */
  #changes = 0
  #stop = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(source: RowSource, list = listed) {
    this.#source = source
    this.#listed = list
    source.tells = {
      moved: (before, after) => {
        this.#changes++
        this.#saved = shifted(this.#saved, before?.cells ?? null, after?.cells ?? null)
        this.#confirmSoon()
      },
      doubted: () => {
        this.#changes++
        this.#saved = this.#saved.map(doubted)
        this.#draw()
        this.#confirmSoon()
      },
      // An answer since then may be older.
      done: () => {
        this.#changes++
        this.#confirmSoon()
      },
    }
    source.changed.subscribe(() => this.#draw())
  }

  /** Asks for the totals of a list. Totals of the same list that are known stay until they are confirmed. */
  ask({ filter, search }: Narrowed, wanted: readonly Wanted[], isLong: boolean): void {
    const query = JSON.stringify({ filter, search })
    const known = query === this.#query ? this.#saved : this.#saved.map(doubted)
    this.#query = query
    this.#isLong = isLong
    this.#saved = wanted.slice(0, MOST_TOTALS).map(
      (one) =>
        known.find(({ key, kind }) => key === one.key && kind === one.kind) ?? {
          ...one,
          value: undefined,
          isSure: false,
        },
    )
    this.#draw()
    void this.#confirm()
  }

  dispose(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
  }

  #confirmSoon(): void {
    clearTimeout(this.#timer)
    if (this.#saved.length === 0) return
    const waitMs = this.#isLong ? QUIET_LONG_MS : QUIET_MS
    this.#timer = setTimeout(() => void this.#confirm(), waitMs)
  }

  async #confirm(): Promise<void> {
    this.dispose()
    // A list that is not counted yet is another one than these totals were asked for.
    if (this.#saved.length === 0 || !this.#source.isCounted.get()) return
    const isKnown = this.#saved.every(({ value }) => value !== undefined)
    // The service leaves out rows that no longer fit the list. They count as long as they are in it.
    if (isKnown && this.#source.mayStray) return
    const isQuiet = this.#source.isQuiet
    // An answer while something is being written could count it or not, and is needed only if there is no total yet.
    if (!isQuiet && isKnown) {
      this.#confirmSoon()
      return
    }
    const stop = new AbortController()
    this.#stop = stop
    const changes = this.#changes
    const totals = this.#saved.map(({ key, kind }) => `${key}:${kind}`).join()
    const query = { ...(JSON.parse(this.#query) as Narrowed), totals, limit: 1 }
    try {
      const answer = await this.#listed(this.#source.key, query, stop.signal)
      if (stop.signal.aborted) return
      const isSure =
        isQuiet && this.#source.isQuiet && !this.#source.mayStray && changes === this.#changes
      this.#saved = this.#saved.map((total, i) => {
        const value = answer.totals?.[i]?.value as Total['value']
        return isSure || total.value === undefined ? { ...total, value, isSure } : total
      })
      this.#draw()
      if (!isSure) this.#confirmSoon()
    } catch {
      // The list itself says why it cannot be read, and the next change asks again.
    }
  }

  /** Adds what is not saved yet: changed cells, and rows that are being created. */
  #draw(): void {
    const { drafts, news } = this.#source
    let totals = this.#saved
    for (const id of drafts.ids()) {
      const saved = this.#source.saved(id)
      if (saved && this.#source.placeOf(id) !== undefined)
        totals = shifted(totals, saved.cells, drafts.shown(saved).cells)
    }
    for (const { cells, asked, trouble } of news.rows.get()) {
      if (asked !== null && trouble === null) totals = shifted(totals, null, cells as Cells)
    }
    this.shown.set(totals)
  }
}
