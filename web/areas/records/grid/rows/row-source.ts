// One class, because what is known about a list and everything that outdates it form one state.
import type { FeedEvent } from '../../../../../sdk/client.ts'
import { accepted, api, Refused } from '../../../../service/api.ts'
import { isAbout } from '../../../../service/events.rules.ts'
import { signal } from '../../list/signal.ts'
import type { Cells, Row } from '../../list/types.ts'
import { Drafts } from './drafts.ts'
import { Flashes } from './flashes.ts'
import type { RowGroup } from './groups.rules.ts'
import { insisting, lasting } from './lasting.ts'
import { changedKeys, isSame } from './live.rules.ts'
import { NewRows } from './new-rows.ts'
import { nothingPending } from './pending.rules.ts'
import {
  isNarrowed,
  isPlain,
  narrowsBy,
  type RowQuery,
  takesLongToCount,
} from './row-query.rules.ts'
import { Windows } from './windows.ts'

/** How many rows are loaded at a time, and how many are kept. */
const WINDOW = 200
const MOST_KEPT = 20_000
/** Rows scrolled past quickly are not requested. */
const SETTLE_MS = 30
/** How long other people's changes are gathered before the list is read again. */
const GATHER_MS = 1_500
/** How often a list is read again because it changed while being read. */
const MOST_READS = 3

const listed = (key: string, query: object, signal: AbortSignal) =>
  accepted(api.definitions.listRows({ key }, { ...query, signal }))

type Service = typeof api.definitions

type SourceState =
  | { is: 'loading' }
  | { is: 'ready' }
  | { is: 'failed'; error: unknown; retry: () => void }

/**
 * The rows of a grid: keeps the known ones, and requests others as somebody scrolls. Edits that are not answered are drawn
 * from `pending` alone. This class keeps facts about the service's list, also of rows that come and go:
 *
 * | State | Set by | Ended by | What it is for |
 * | --- | --- | --- | --- |
 * | `#drawn` | `redraw` | the next one | Rows that go or come back: a list that is read meanwhile may not say so yet. |
 * | `#left` | a row that goes | its restoration, or another list | Its place and last state, should it come back. |
 * | `#gone` | a row that goes | a list that is read | A deletion is heard of twice: by its answer and by an event. |
 * | `#back` | a row drawn again | the event that it was restored | Until then, events say that it was deleted. |
 * | `#unread` | an answer that it was restored | reading the row | Restoring gave it a version that is not known. |
 * | `#others` | `learn` | never | A row outside the list is written over its version too. |
 * | `#comings`, `#goings` | rows that come and go | never: they rise | A list that was read meanwhile lacks them, or still has them. |
 * | `#making` | `make` | its answer | The event about a new row may be quicker than the answer that names it. |
 */
export class RowSource {
  readonly key: string
  /** Where rows are read and written. */
  readonly service: Service
  /** Rises with every change to the known rows. */
  readonly changed = signal(0)
  /** Rises when rows themselves change, not only what is known about them. */
  readonly altered = signal(0)
  readonly state = signal<SourceState>({ is: 'loading' })
  /** False while rows of a list are shown that nobody has counted, or read to its end. */
  readonly isCounted = signal(true)
  /** True once counting the list has taken the service too long. It is counted again only when another one is requested. */
  readonly isUncountable = signal(false)
  readonly groups = signal<readonly RowGroup[]>([])
  readonly flashes = new Flashes()
  readonly drafts = new Drafts<Row>()
  readonly news = new NewRows()
  /** Names the row that somebody is editing, which stays even if a new list does not have it. */
  keeps: () => string | null = () => null
  /**
   * Told when a row has changed, come (`before` is null) or gone, when something has that is not known here, and when
   * rows that went or came here before have done so in the service.
   */
  tells = {
    moved: (_before: Row | null, _after: Row | null): void => {},
    doubted: (): void => {},
    done: (): void => {},
  }
  /** The edits that are not answered yet, as they are shown over the rows as the service has them. */
  pending = () => nothingPending
  /** Told when a write has to wait, because the service is away. */
  waits = (): void => {}
  /** Tries again while the service is away. */
  readonly insist = insisting(() => this.waits())
  #listed: typeof listed
  #windows = new Windows<Row>()
  #query: RowQuery = {}
  /** The query of the rows known: the list requested may not have arrived. */
  #shown: RowQuery = this.#query
  #linkKeys: readonly string[] = []
  /** The link columns whose cells hold several rows. */
  severalKeys: readonly string[] = []
  #drawn = nothingPending
  #left = new Map<string, { place: number; row: Row }>()
  #gone = new Set<string>()
  /** How often each is to be heard of. */
  #back = new Map<string, number>()
  #unread = new Set<string>()
  #others = new Map<string, Row>()
  #comings = 0
  #goings = 0
  #making: Promise<void> | null = null
  #unheard: FeedEvent[] = []
  #mayStray = false
  /** Rises with every list requested; answers for an older one are dropped. */
  #epoch = 0
  /** Whether the list was requested anew, and has not been counted since. */
  #isNew = true
  /** Stops counting the list. */
  #counting = new AbortController()
  #view = { from: 0, to: 60 }
  #asked: { from: number; to: number; stop: AbortController } | null = null
  #loading: Promise<void> = Promise.resolve()
  #settling: ReturnType<typeof setTimeout> | undefined
  #gathering: ReturnType<typeof setTimeout> | undefined

  /** The source that the list had when it was open before. */
  #earlier: RowSource | undefined

  constructor(
    key: string,
    list = listed,
    service: Service = api.definitions,
    earlier?: RowSource | undefined,
  ) {
    this.key = key
    this.#earlier = earlier
    this.service = lasting(service, this.insist)
    this.#listed = list
    // A list that is not counted goes on once the row below it is saved or dropped.
    this.news.rows.subscribe(() => void (this.isCounted.get() || this.#fill()))
  }

  /** How many rows the list has; if it is not counted, how many it has at least. */
  get total(): number {
    return this.#windows.total
  }

  /** Whether everything done here is saved. */
  get isQuiet(): boolean {
    return this.#making === null && this.drafts.isEmpty
  }

  /**
   * Whether rows that no longer fit the list may still be in it: they stay until it is read again, so that none disappears
   * from under the hands of whoever changes it.
   */
  get mayStray(): boolean {
    return this.#mayStray
  }

  /** How many there are, including those being filled in. */
  get count(): number {
    return this.total + this.news.count
  }

  rowAt(place: number): Row | undefined {
    const row = this.#windows.at(place)
    return row && this.drafts.shown(row)
  }

  /** The current place of a row, including those being filled in. */
  placeOf(id: string): number | undefined {
    const index = this.news.indexOf(id)
    return index < 0 ? this.#windows.placeOf(this.news.idOf(id)) : this.total + index
  }

  idAt(place: number): string | null {
    return (this.#windows.at(place) ?? this.news.at(place - this.total))?.id ?? null
  }

  /** A row as the service last sent it, without unsaved changes. */
  saved(id: string): Row | undefined {
    const rowId = this.news.idOf(id)
    return this.#windows.get(rowId) ?? this.#others.get(rowId)
  }

  /** Takes note of a row that is going to be changed and may not be in the list. */
  learn(row: Row): void {
    const known = this.#others.get(row.id)
    if (!known || known.version < row.version) this.#others.set(row.id, row)
    if (this.#windows.get(row.id)) this.settle([row])
  }

  /** The version that a change of a row is based on; `undefined` if it is not known. */
  versionOf(id: string): number | undefined {
    return this.#unread.has(this.news.idOf(id)) ? undefined : this.saved(id)?.version
  }

  /**
   * Requests another list; the known rows are shown until its first rows arrive.
   *
   * @param linkKeys the link columns: only a list includes the titles of linked rows.
   */
  ask(query: RowQuery, linkKeys: readonly string[]): void {
    this.#query = query
    this.#linkKeys = linkKeys
    this.#view = { from: 0, to: Math.min(60, this.#view.to - this.#view.from) }
    this.#back.clear()
    // Their places are those in another list.
    for (const id of this.#drawn.coming) this.#left.delete(id)
    this.tells.doubted()
    if (this.#earlier) this.#showKept(this.#earlier)
    this.#earlier = undefined
    this.#isNew = true
    this.isUncountable.set(false)
    this.#loading = this.#load(0)
  }

  /** Reads the visible rows again, for a list that may have changed. */
  refresh(): void {
    this.tells.doubted()
    this.#loading = this.#load(Math.max(0, this.#view.from - 50))
  }

  /** Waits until the first list has arrived and its total is known, or the list has failed or cannot be counted. */
  async counted(): Promise<void> {
    const isCounted = () => this.isCounted.get() && this.state.get().is !== 'loading'
    for (let waited: unknown; !isCounted() && waited !== this.#loading; ) {
      waited = this.#loading
      await waited
    }
  }

  dispose(): void {
    this.#epoch++
    this.#asked?.stop.abort()
    this.#counting.abort()
    clearTimeout(this.#settling)
    clearTimeout(this.#gathering)
    this.#gathering = undefined
  }

  /** Says which rows are visible, so that they are loaded soon. */
  show(from: number, to: number): void {
    this.#view = { from, to }
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.#fill(), SETTLE_MS)
  }

  /**
   * Loads the rows between two places.
   *
   * @throws Refused
   */
  async ensure(from: number, to: number, progress?: (known: number) => void): Promise<void> {
    const epoch = this.#epoch
    for (let stale = 0; ; ) {
      const gap = this.#windows.gap(from, to, 1000)
      if (!gap || epoch !== this.#epoch || this.#shown !== this.#query) return
      progress?.(gap[0] - from)
      const { answer, isStale } = await this.#read(this.#page(gap[0], gap[1] - gap[0]), never)
      if (epoch !== this.#epoch) return
      if (isStale && ++stale < MOST_READS) continue
      this.#take(gap[0], answer)
      this.#announce()
      if (answer.data.length === 0) return
    }
  }

  /** Takes in rows from an operation's answer. */
  settle(rows: readonly Row[]): void {
    const linking: string[] = []
    for (const row of rows) {
      this.#unread.delete(row.id)
      if (this.#others.has(row.id)) this.#others.set(row.id, row)
      const before = this.#windows.get(row.id)
      const replaced = this.#windows.replace({ ...row, links: before?.links })
      const left = this.#left.get(row.id)
      if (left && left.row.version < row.version) left.row = { ...row, links: left.row.links }
      if (replaced) {
        this.#mayStray ||= narrowsBy(this.#query, changedKeys(replaced.cells, row.cells))
        this.tells.moved(replaced, row)
      }
      if (!replaced && !before && !left) this.tells.doubted()
      if (replaced && this.#linkKeys.some((key) => !isSame(replaced.cells[key], row.cells[key]))) {
        linking.push(row.id)
      }
    }
    this.#alter()
    this.#relink(linking)
  }

  /** Creates rows; other news about rows waits until that is done. */
  async make<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isCounted.get()) await this.counted()
    const done = Promise.withResolvers<void>()
    this.#making = done.promise
    try {
      return await work()
    } finally {
      this.#making = null
      done.resolve()
      for (const event of this.#unheard.splice(0)) this.hear(event)
    }
  }

  /** Replaces the new row by the created one, with anything typed in the meantime. */
  settleNew(id: string, row: Row, sent: Cells): void {
    // Before either change is announced, so that the row is never seen missing or twice.
    this.#append([row])
    this.news.settle(id, row.id, sent)
    this.redraw()
    this.#alter()
    this.#relinkOf([row])
  }

  append(rows: readonly Row[]): void {
    this.#append(rows)
    this.#alter()
    this.#relinkOf(rows)
  }

  #append(rows: readonly Row[]): void {
    const last = this.#windows.at(this.total - 1)
    const fresh = rows.filter(({ id }) => this.#windows.placeOf(id) === undefined)
    this.#comings += this.#windows.append(fresh)
    this.#mayStray ||= fresh.length > 0 && isNarrowed(this.#query)
    for (const row of fresh) this.tells.moved(null, row)
    // The answers about created rows may arrive in another order than the rows were created.
    const isLate = last && rows[0] && rows[0].position < last.position
    if (isLate && isPlain(this.#query)) this.refreshSoon()
  }

  #relinkOf(rows: readonly Row[]): void {
    const linking = rows.filter(({ cells }) => this.#linkKeys.some((key) => cells[key]))
    this.#relink(linking.map(({ id }) => id))
  }

  /** Requests the titles of the rows that are linked now. */
  async #relink(ids: readonly string[]): Promise<void> {
    if (ids.length > 3) return this.refreshSoon()
    const query = { expand: 'links' } as const
    for (const rowId of ids) {
      // Another of its cells may be saved while it is read.
      for (let reads = 0, isDone = false; reads < MOST_READS && !isDone; reads++) {
        const answer = await this.service.getRow({ key: this.key, rowId }, query)
        isDone = !answer.ok || this.#windows.complete(answer.data)
      }
      this.#announce()
    }
  }

  /** Removes deleted rows; the places of unknown ones cannot be known. */
  remove(ids: readonly string[]): void {
    const isMissed = ids.some((id) => !this.#gone.has(id) && !this.#windows.get(id))
    if (this.#left.size > MOST_KEPT) this.#left.clear()
    for (const id of ids) {
      const row = this.#windows.get(id)
      if (row) {
        this.#left.set(id, { place: this.#windows.placeOf(id)!, row })
        this.tells.moved(row, null)
      }
      this.#gone.add(id)
    }
    this.#windows.remove(ids)
    this.#goings++
    if (isMissed) this.refreshSoon()
    this.#alter()
  }

  /** Removes rows that the service has trashed, except those that came back meanwhile. */
  trashed(ids: readonly string[]): void {
    this.remove(ids.filter((id) => !this.#back.has(id) && !this.#drawn.coming.has(id)))
    this.tells.done()
  }

  /** Notes that the service has restored rows. */
  restored(ids: readonly string[]): void {
    for (const id of ids) {
      this.#unread.add(id)
      if (this.#windows.get(id)) this.#left.delete(id)
    }
    // A list that is being read may not have them yet.
    this.#goings++
    this.tells.done()
  }

  /** Shows removed rows again where they were, while the service restores them. */
  #putBack(ids: readonly string[]): void {
    const rows = this.#leftOf(ids)
    for (const { row } of rows) if (!this.#windows.get(row.id)) this.tells.moved(null, row)
    this.#windows.insert(rows)
    for (const id of ids) {
      this.#gone.delete(id)
      this.#back.set(id, (this.#back.get(id) ?? 0) + 1)
    }
    this.#comings++
    this.#goings++
    this.#alter()
  }

  /** Reads the list again because the service did not do what is drawn. */
  startAfresh(): void {
    this.#back.clear()
    this.refresh()
  }

  #leftOf(ids: Iterable<string>): { place: number; row: Row }[] {
    return [...ids].flatMap((id) => this.#left.get(id) ?? [])
  }

  /** Shows what is not answered by now. */
  redraw(): void {
    const before = this.#drawn
    const now = this.pending()
    this.#drawn = now
    this.drafts.draw(now.cells)
    this.news.hide(now.hidden)
    const going = [...now.leaving].filter((id) => !before.leaving.has(id))
    const back = [...now.coming].filter((id) => !before.coming.has(id))
    if (going.length > 0) this.remove(going)
    if (back.length > 0) this.#putBack(back)
    this.#announce()
  }

  /**
   * Reads the list again, at most once in `GATHER_MS` however much happens, and after what is being read or counted: a list
   * that changes all the time would else never arrive. One that took the service too long is left to the user.
   */
  refreshSoon(): void {
    this.tells.doubted()
    if (this.#gathering !== undefined) return
    const timer = setTimeout(async () => {
      await this.#loading
      if (this.#gathering !== timer) return
      this.#gathering = undefined
      const state = this.state.get()
      if (state.is !== 'failed' || !isTooSlow(state.error)) this.refresh()
    }, GATHER_MS)
    this.#gathering = timer
  }

  /** Takes in an event of the workspace if it is about these rows. */
  hear(event: FeedEvent): void {
    if (!isAbout(event, 'rows') || event.data.definition.key !== this.key) return
    if (this.#making) {
      this.#unheard.push(event)
      return
    }
    if (event.type === 'rows.purged') return
    if (event.type === 'rows.deleted') {
      const { rowIds } = event.data
      if (rowIds) this.trashed(rowIds)
      else this.refreshSoon()
      return
    }
    const { type, data } = event
    if (type === 'rows.restored' && !data.rows) this.#back.clear()
    const rows = data.rows?.filter(({ id }) => !this.#isOutdated(type, id))
    if (!rows) this.refreshSoon()
    else if (type === 'rows.updated') this.#hearUpdated(rows)
    else if (rows.some(({ id }) => this.#windows.placeOf(id) === undefined)) {
      for (const { id } of rows) this.#gone.delete(id)
      if (type === 'rows.created' && isPlain(this.#query)) this.append(rows)
      else this.refreshSoon()
    }
  }

  /** Whether more has been done here with a row since an event about it. */
  #isOutdated(type: FeedEvent['type'], id: string): boolean {
    if (type === 'rows.created') return this.#gone.has(id) || this.#drawn.leaving.has(id)
    const times = type === 'rows.restored' ? this.#back.get(id) : undefined
    if (!times) return false
    if (times > 1) this.#back.set(id, times - 1)
    else this.#back.delete(id)
    return true
  }

  #hearUpdated(rows: readonly Row[]): void {
    for (const row of rows) {
      const before = this.#windows.get(row.id)
      if (!before && !isPlain(this.#query)) this.refreshSoon()
      else if (!before) this.tells.doubted()
      if (!before || before.version >= row.version) continue
      const keys = changedKeys(before.cells, row.cells)
      this.settle([row])
      if (this.drafts.has(row.id)) continue
      this.flashes.add(row.id, keys)
    }
  }

  #announce(): void {
    this.changed.set(this.changed.get() + 1)
  }

  #alter(): void {
    this.altered.set(this.altered.get() + 1)
    this.#announce()
  }

  /** How a window is requested: by the cursor that leads to it, or by offset. */
  #page(from: number, limit: number): object {
    const cursor = this.#windows.cursorAt(from)
    return { ...this.#query, limit, ...(cursor ? { cursor } : from > 0 ? { offset: from } : {}) }
  }

  /** Reads a part of the list. It is stale if rows came or went in the meantime, since the answer may predate that. */
  async #read(query: object, signal: AbortSignal) {
    const [comings, goings] = [this.#comings, this.#goings]
    const answer = await this.#listed(this.key, query, signal)
    await this.#making
    // New rows are at the end of those known.
    const isEnd = answer.nextCursor === null || !this.isCounted.get()
    const isStale = goings !== this.#goings || (isEnd && comings !== this.#comings)
    return { answer, isStale }
  }

  async #load(from: number, reads = 1): Promise<void> {
    const epoch = ++this.#epoch
    this.#mayStray = false
    this.#asked?.stop.abort()
    this.#counting.abort()
    clearTimeout(this.#settling)
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    const stop = new AbortController()
    // Rows that come into view wait for it.
    this.#asked = { from: 0, to: Number.POSITIVE_INFINITY, stop }
    if (this.state.get().is !== 'ready') this.state.set({ is: 'loading' })
    const isLong = takesLongToCount(this.#query)
    const isOpen = isLong && (this.#isNew || this.isUncountable.get())
    try {
      const [comings, offset] = [this.#comings, from > 0 ? { offset: from } : {}]
      const page = { ...this.#query, limit: WINDOW, ...offset }
      const [{ answer, isStale }, heads] = await Promise.all([
        this.#read(isOpen ? page : { ...page, count: true }, stop.signal),
        // Only a list's first page has the groups.
        this.#query.group && from > 0
          ? this.#listed(this.key, { ...this.#query, limit: 1 }, stop.signal)
          : undefined,
      ])
      if (epoch !== this.#epoch) return
      // The total counts all rows, so any added row outdates it, not only those in this part.
      if (isStale || comings !== this.#comings) {
        if (reads < MOST_READS) return this.#load(from, reads + 1)
        this.refreshSoon()
      }
      // It has become so short that all of it comes before this part.
      if (isOpen && from > 0 && answer.data.length === 0) {
        this.#windows.total = Math.min(this.total, from)
        return this.#load(0, reads)
      }
      const windows = new Windows<Row>()
      windows.put(from, answer.data, answer.nextCursor)
      windows.isOpen = isOpen && answer.nextCursor !== null
      // They are counted a moment before they are read, so another row may have come in between.
      const total = windows.isOpen && !this.#isNew ? this.total : (answer.total ?? 0)
      windows.total = Math.max(windows.total, total)
      this.isCounted.set(!windows.isOpen)
      this.#adopt(windows)
      this.groups.set((heads ?? answer).groups ?? [])
      this.#asked = null
      this.state.set({ is: 'ready' })
      this.#alter()
      this.#fill()
      if (this.#isNew && windows.isOpen) return this.#count(epoch, from)
      this.#isNew = false
    } catch (error) {
      if (epoch !== this.#epoch) return
      if (isLong && !isOpen && isTooSlow(error)) {
        this.isUncountable.set(true)
        return this.#load(from, reads)
      }
      this.#fail(error, from)
    }
  }

  /** Counts a new list while its first rows are shown. If that takes the service too long, it stays uncounted. */
  async #count(epoch: number, from: number): Promise<void> {
    const stop = new AbortController()
    this.#counting = stop
    try {
      const query = { ...this.#query, limit: 1, count: true }
      const { answer, isStale } = await this.#read(query, stop.signal)
      if (epoch !== this.#epoch || stop.signal.aborted) return
      if (isStale) this.refreshSoon()
      this.#windows.total = Math.max(this.total, answer.total ?? 0)
      this.#end()
      this.#alter()
      this.#fill()
    } catch (error) {
      if (epoch !== this.#epoch || stop.signal.aborted) return
      if (!isTooSlow(error)) return this.#fail(error, from)
      this.#isNew = false
      this.isUncountable.set(true)
      this.#announce()
    }
  }

  #fail(error: unknown, from: number): void {
    this.#asked = null
    const retry = () => {
      this.#loading = this.#load(from)
    }
    this.state.set({ is: 'failed', error, retry })
  }

  /** Takes in a further part of the list; the last one shows how long it is. */
  #take(from: number, { data, nextCursor }: Awaited<ReturnType<typeof listed>>): void {
    this.#windows.put(from, data, nextCursor)
    this.#freshen(this.#windows)
    if (!this.#windows.isOpen && !this.isCounted.get()) this.#end()
  }

  /** Notes that the list's end is known. */
  #end(): void {
    this.#counting.abort()
    this.#isNew = false
    this.#windows.isOpen = false
    this.isCounted.set(true)
  }

  /** Shows the first rows of the same list as they were when it was left, until they are read again. */
  #showKept(earlier: RowSource): void {
    const isSameList =
      isSame(earlier.#query, this.#query) && isSame(earlier.#linkKeys, this.#linkKeys)
    if (!isSameList || earlier.state.get().is !== 'ready' || !earlier.isCounted.get()) return
    const windows = earlier.#windows.beginning(WINDOW)
    if (windows.total === 0) return
    this.#windows = windows
    this.#shown = this.#query
    this.groups.set(earlier.groups.get())
    this.state.set({ is: 'ready' })
    this.#alter()
  }

  /** Replaces the known list. */
  #adopt(windows: Windows<Row>): void {
    const id = this.keeps()
    const kept = id === null ? undefined : this.#windows.get(this.news.idOf(id))
    if (kept) windows.keep(kept, this.#windows.placeOf(kept.id)!)
    for (const id of this.#unread) if (!this.#drawn.coming.has(id)) this.#unread.delete(id)
    windows.takeNewer(this.#windows)
    for (const { row } of this.#left.values()) windows.replace(row)
    this.#freshen(windows)
    windows.remove([...this.#drawn.leaving])
    windows.insert(this.#leftOf(this.#drawn.coming))
    this.#windows = windows
    this.#shown = this.#query
    this.#gone.clear()
  }

  /** Rows that were changed while a list was read are newer than in it. */
  #freshen(windows: Windows<Row>): void {
    for (const row of this.#others.values()) {
      windows.replace({ ...row, links: windows.get(row.id)?.links })
    }
  }

  async #fill(reads = 1): Promise<void> {
    if (this.state.get().is === 'loading' || this.#shown !== this.#query) return
    const { from, to } = this.#view
    // A row that is being filled in stays where it is, below the last one known.
    const end = this.news.count > 0 ? this.total : Number.POSITIVE_INFINITY
    const gap =
      this.#windows.gap(from, Math.min(to, end), WINDOW) ??
      this.#windows.gap(to, Math.min(to + WINDOW / 2, end), WINDOW) ??
      this.#windows.gap(from - WINDOW / 2, from, WINDOW)
    if (!gap) return
    if (this.#asked) {
      if (this.#asked.to > from && this.#asked.from < to) return
      this.#asked.stop.abort()
    }
    const epoch = this.#epoch
    const stop = new AbortController()
    const asked = { from: this.#startOf(gap), to: gap[0] + WINDOW, stop }
    this.#asked = asked
    try {
      const { answer, isStale } = await this.#read(this.#page(asked.from, WINDOW), stop.signal)
      if (epoch !== this.#epoch || this.#asked !== asked) return
      if (isStale && reads < MOST_READS) {
        this.#asked = null
        return this.#fill(reads + 1)
      }
      this.#take(asked.from, answer)
      this.#windows.keepNear(this.#view.from, MOST_KEPT)
      this.#asked = null
      if (this.state.get().is === 'failed') this.state.set({ is: 'ready' })
      this.#announce()
      if (answer.data.length > 0) this.#fill()
    } catch (error) {
      if (epoch !== this.#epoch || this.#asked !== asked) return
      this.#asked = null
      this.state.set({ is: 'failed', error, retry: () => this.#fill() })
    }
  }

  /** Where to start reading a gap. When scrolling up, the window ends where the gap does, to reach further up. */
  #startOf([from, to]: readonly [number, number]): number {
    if (this.#windows.cursorAt(from) || this.#windows.at(to) === undefined) return from
    return Math.max(0, Math.min(from, to - WINDOW))
  }
}

const never = new AbortController().signal

/** Whether the service gave up reading a list, or counting it. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof Refused && error.failure.reason === 'list_too_slow'
