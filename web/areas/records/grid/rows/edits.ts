import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { accepted } from '../../../../service/api.ts'
import { isReached } from '../../../../service/reach.ts'
import { beginWaiting } from '../../../../service/waiting.ts'
import { toastDone, toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { labelsIn } from '../../cells/cell-text.rules.ts'
import { type Unresolved, unresolvedIn } from '../../cells/unresolved.rules.ts'
import { type Signal, signal } from '../../list/signal.ts'
import type { Cells } from '../../list/types.ts'
import { type Added, addNewRows, addRows } from './add-rows.ts'
import { type CellChange, type Conflict, cellName, chunks, type Refusal } from './changes.rules.ts'
import { type Job, keysOf, newJob, type Work } from './jobs.ts'
import { keptRead, keptWritten } from './kept.ts'
import { changed, isSame } from './live.rules.ts'
import {
  type Act,
  answered,
  begin,
  type Change,
  cellsOf,
  changeOf,
  emptyLog,
  type Joined,
  type Log,
  lastWriteOf,
  type Names,
  nothingChanged,
  redo,
  undo,
  type Write,
  waitingOf,
  withWaiting,
} from './log.rules.ts'
import { type NewCells, stands } from './new-rows.ts'
import { nothing, type Outcome, sharesOf } from './outcomes.rules.ts'
import { addedId, createdBy, pendingOf, refilled } from './pending.rules.ts'
import {
  asOf,
  followsMine,
  type Question,
  questionAt,
  withAsked,
  withoutCells,
} from './questions.rules.ts'
import {
  type PasteReport,
  type ReportNote,
  unsavedIn,
  type WentBack,
  wentBackWords,
  withUnsaved,
} from './report.rules.ts'
import type { RowSource } from './row-source.ts'
import { saveCells } from './save-cells.ts'
import { goingTogether } from './together.rules.ts'
import { unsavedNotes } from './unsaved.rules.ts'

/** The changes that a write sent, and their outcome. */
interface Sent {
  sent: readonly CellChange[]
  outcome: Outcome
}

export interface Progress {
  label: string
  done: number
  of: number
}

/**
 * All changes made in a grid: drawn at once, written one after the other, and each can be undone and redone, also before
 * it is written. Edits that wait because the service is away are kept in the browser, and so are those that somebody has to
 * choose between.
 */
export class Edits {
  readonly progress = signal<Progress | null>(null)
  /** The cells that somebody else changed too. Nothing waits for the answers. */
  readonly questions = signal<readonly Question[]>([])
  /** What a screen reader announces. */
  readonly message = signal('')
  #source: RowSource
  #report: Signal<PasteReport | null>
  #log = emptyLog
  /** The results of writes that went with one before them. */
  #gone = new Map<number, Sent>()
  /** Set while writes are begun together: the act that they are parts of, once the first has begun. */
  #joined: Joined | null = null
  #last: Promise<unknown> = Promise.resolve()
  /** Notes that what waits has changed. */
  #noteWaiting = beginWaiting({ count: () => this.waiting, written: () => this.written() })

  /**
   * @param report where cells are noted whose changes were refused.
   * @param earlier edits of the same rows, all answered, which can still be undone and redone.
   */
  constructor(
    source: RowSource,
    report: Signal<PasteReport | null> = signal<PasteReport | null>(null),
    earlier?: Edits,
  ) {
    if (earlier) this.#log = earlier.#log
    this.#source = source
    this.#report = report
    source.pending = () => pendingOf(this.#log, (id) => source.news.made(id))
    source.waits = () => {
      for (const write of this.#log.writes) write.isLate = true
      this.#noteWaiting()
    }
    report.subscribe(this.#noteWaiting)
    this.questions.subscribe(this.#noteWaiting)
    source.altered.subscribe(() =>
      this.questions.set(asOf(this.questions.get(), (id) => source.saved(id)?.cells)),
    )
    source.news.rows.subscribe(this.#noteWaiting)
  }

  /** How many changes are not in the service yet. */
  get waiting(): number {
    const kept = unsavedIn(this.#report.get()).length + this.questions.get().length
    return this.#log.writes.length + this.#unsent().length + kept
  }

  /** Writes cells, which are shown as changed at once. Cells that already hold the value are skipped. */
  change(
    label: string,
    changes: readonly CellChange[],
    shown: (change: CellChange) => unknown = ({ to }) => to,
  ): Promise<Outcome> {
    const real = changes.filter(
      (one) => !isSame(one.from, one.to) || (one.empties && this.#namesIn(one).length > 0),
    )
    // A person who changes a cell that they are asked about has chosen.
    this.questions.set(
      withoutCells(
        this.questions.get(),
        real.filter((one) => !this.#follows(one)),
      ),
    )
    if (real.length === 0) return this.#next(async () => nothing())
    const cells = real.map((change) => {
      const { rowId, key, from } = change
      return { rowId, key, before: from, after: shown(change) }
    })
    const work: Work & { does: 'change' } = {
      does: 'change',
      changes: real,
      shown: real.map(shown),
    }
    return this.#sendCells(this.#begin(label, { ...nothingChanged, cells }, work), work)
  }

  #sendCells(write: Write, { changes, shown }: Work & { does: 'change' }): Promise<Outcome> {
    return this.#write(write, async () => {
      const outcome = await this.#save(write, () => this.#goWithOthers(write))
      const drawn = new Map(changes.map((change, i) => [cellName(change), shown[i]]))
      this.#askAbout(write, outcome.conflicts, drawn)
      return [outcome, { ...nothingChanged, cells: cellsIn(outcome) }]
    })
  }

  /** Sends a write and those behind it that can go in the same request, unless it has gone with one before it. */
  async #goWithOthers(write: Write): Promise<Sent> {
    const gone = this.#gone.get(write.id)
    this.#gone.delete(write.id)
    if (gone) return gone
    const waiting = this.#log.writes.slice(this.#log.writes.indexOf(write))
    const changesOf = (one: Write) => this.#changesOf(one, one === write)
    const parts = waiting
      .slice(0, goingTogether(waiting, changesOf))
      .map((one) => this.#partOf(one, changesOf(one) ?? []))
    const changes = parts.map(({ sent }) => sent)
    const report = this.#reporter(write.label)
    const outcome = await saveCells(this.#source, changes.flat(), report)
    const shares = sharesOf(outcome, changes)
    for (const [i, { sent, followed }] of parts.entries()) {
      const share = shares[i]
      share?.conflicts.push(...followed)
      if (share) this.#gone.set(waiting[i]!.id, { sent, outcome: share })
      else waiting[i]!.isAlone = true
    }
    return this.#goWithOthers(write)
  }

  /** What a write sends: its changes as they follow from what the writes before them really changed. */
  #partOf(write: Write, changes: readonly CellChange[]) {
    const { cells } = changeOf(this.#log, write)
    const before = new Map(cells.map((cell) => [cellName(cell), cell.before ?? null]))
    const sent: CellChange[] = []
    const followed: Conflict[] = []
    for (const change of changes) {
      const question = this.#follows(change)
      if (question) followed.push({ change, theirs: question.theirs })
      else {
        const name = cellName(change)
        sent.push({ ...change, from: before.has(name) ? before.get(name) : change.from })
      }
    }
    return { sent, followed }
  }

  /**
   * The changes of cells that a write makes, also of a new row that has been created; `null` if it does something else.
   *
   * @param isNext whether all writes before it are answered.
   */
  #changesOf({ work }: Write, isNext: boolean): readonly CellChange[] | null {
    if (work.does === 'change') return work.changes
    const made = work.does === 'fill' ? this.#source.news.made(work.id) : undefined
    if (!made || work.does !== 'fill') return null
    const { rowId, sent } = made
    const now = this.#source.saved(rowId)?.cells ?? {}
    return Object.entries(changed(isNext ? sent : work.was, work.cells)).map(([key, to]) => {
      return { rowId, key, from: now[key] ?? null, to }
    })
  }

  /** The question about a change that this one was made to, before anybody knew that it would be asked. */
  #follows(change: CellChange): Question | undefined {
    const question = questionAt(this.questions.get(), change)
    return question && followsMine(change, question) ? question : undefined
  }

  /** Asks about cells that somebody else changed too, unless mine has been undone meanwhile. */
  #askAbout(
    { act, label }: Write,
    conflicts: readonly Conflict[],
    drawn: ReadonlyMap<string, unknown> = new Map(),
  ): void {
    if (lastWriteOf(this.#log, act)?.does === 'undo') return
    this.ask(
      conflicts.map(({ change, theirs }) => {
        const { rowId, key, to: mine } = change
        return { rowId, key, mine, drawn: drawn.get(cellName(change)) ?? mine, theirs, label }
      }),
    )
  }

  /** Keeps changes of cells that somebody else changed too, until whoever made them answers. */
  ask(questions: readonly Question[]): void {
    if (questions.length === 0) return
    for (const { rowId } of questions) {
      const row = this.#source.saved(rowId)
      // It may leave the list before it is answered.
      if (row) this.#source.learn(row)
    }
    this.questions.set(withAsked(this.questions.get(), questions))
  }

  add(label: string, rows: readonly Cells[]): Promise<Added> {
    const work: Work & { does: 'add' } = { does: 'add', rows }
    const write = this.#begin(label, nothingChanged, work)
    if (!isReached()) {
      this.#source.news.add(
        rows.map((cells, i) => ({ id: addedId(write, i), cells, asked: cells, trouble: null })),
      )
    }
    return this.#sendRows(write, work)
  }

  #sendRows(write: Write, { rows }: Work & { does: 'add' }): Promise<Added> {
    return this.#write(write, async () => {
      const added = await addRows(this.#source, rows, keysOf(write), this.#reporter(write.label))
      this.progress.set(null)
      if (write.isLate) this.#settleAdded(write, rows, added)
      return [added, { ...nothingChanged, added: added.rows.map(({ id }) => id) }]
    })
  }

  /** Replaces rows that were drawn while they waited, and notes the cells that were refused. */
  #settleAdded(write: Write, rows: readonly Cells[], added: Added): void {
    const { news } = this.#source
    const refused = Map.groupBy(added.refused, ({ row }) => row)
    for (const [i, cells] of rows.entries()) {
      const id = addedId(write, i)
      const rowId = added.ids.get(i)
      const why = (refused.get(i) ?? []).map(({ row: _, ...one }) => ({
        ...one,
        rowId: rowId ?? id,
      }))
      if (rowId !== undefined) {
        news.settle(id, rowId, this.#source.saved(rowId)?.cells ?? cells)
        this.#note(unsavedNotes(changesOf(rowId, cells), why))
      } else if (why[0] && news.get(id)) news.turnDown(id, why, null, why[0])
    }
    added.refused = added.refused.filter(({ row }) => !added.ids.has(row))
  }

  /** Whether a new row waits to be sent. */
  isFilling(id: string): boolean {
    return this.#log.writes.some(({ work }) => work.does === 'fill' && work.id === id)
  }

  /**
   * Sends the current state of a new row to the service: creates it, or changes it if it has been created since.
   * Anything typed after a refusal that was not yet known waits with the rest of the row.
   *
   * @returns the first refusal.
   */
  fill(label: string, id: string): Promise<Refusal | undefined> {
    const { news } = this.#source
    const known = news.get(id)
    const cells = known?.cells ?? news.made(id)?.sent ?? {}
    const before = this.#log.writes.findLast(({ work }) => work.does === 'fill' && work.id === id)
    const was = before?.work.does === 'fill' ? before.work.cells : (news.made(id)?.sent ?? {})
    const isFirst = known !== undefined && known.asked === null
    const work: Work & { does: 'fill' } = { does: 'fill', id, cells, was }
    return this.#sendFill(this.#begin(isFirst ? 'Add a row' : label, nothingChanged, work), work)
  }

  #sendFill(write: Write, work: Work & { does: 'fill' }): Promise<Refusal | undefined> {
    const trouble = this.#source.news.get(work.id)?.trouble ?? null
    return this.#write(write, async () => {
      const { news } = this.#source
      const { id, cells } = work
      const row = news.get(id)
      if (row) {
        const isNews = row.trouble !== trouble
        if (row.trouble && isNews && stands(row.trouble, cells)) return [undefined, nothingChanged]
        const refusal = await this.#create(write, work)
        if (refusal) return [refusal, nothingChanged]
      }
      const made = news.made(id)
      if (!made) return [undefined, nothingChanged]
      // One before it may have created its row too.
      const added = row || createdBy(write).length > 0 ? [made.rowId] : []
      if (isSame(changed(made.sent, cells), {})) return [undefined, { ...nothingChanged, added }]
      const outcome = await this.#save(write, () => this.#goWithOthers(write))
      this.#askAbout(write, outcome.conflicts)
      made.sent = cells
      return [outcome.refused[0], { cells: cellsIn(outcome), added, removed: [] }]
    })
  }

  /** Creates a row, and those behind it that can go in the same request. If one is refused, each goes alone. */
  async #create(write: Write, work: Work & { does: 'fill' }): Promise<Refusal | undefined> {
    const { news } = this.#source
    const { id } = work
    const alone = { key: id, rows: [{ id, cells: news.get(id)?.asked ?? work.cells }] }
    const several = news.creationOf(id) ?? { key: `rows-${write.key}`, rows: this.#creating(write) }
    const { key, rows } = several.rows.length > 1 ? several : alone
    news.ask(key, rows)
    const failure = await addNewRows(this.#source, key, rows)
    if (!failure) return undefined
    if (rows.length === 1 || failure.issues.length === 0) {
      const refusals = rows.map((one) => news.refuse(one.id, one.cells, failure))
      return refusals.find(({ rowId }) => rowId === id)
    }
    news.giveUp(key)
    const ids = new Set(rows.map((one) => one.id))
    for (const one of this.#log.writes)
      if (one.work.does === 'fill' && ids.has(one.work.id)) one.isAlone = true
    return this.#create(write, work)
  }

  /**
   * The rows that a write and those behind it create. One that had to wait goes alone, under a key of its own: it may have been
   * sent so by another tab.
   */
  #creating(write: Write): NewCells[] {
    const rows: NewCells[] = []
    for (const one of this.#log.writes.slice(this.#log.writes.indexOf(write))) {
      const { work } = one
      if (work.does !== 'fill' || one.isLate || one.isAlone || rows.length === MOST_ROWS) break
      if (createdBy(one).length === 0) continue
      const row = this.#source.news.get(work.id)
      if (!row || row.asked || row.trouble) break
      rows.push({ id: work.id, cells: work.cells })
    }
    return rows
  }

  /** Resolves once all writes so far are done or refused. */
  settled(): Promise<void> {
    return this.#last.then(
      () => {},
      () => {},
    )
  }

  /** Everything that `work` begins before it waits is undone together. */
  together<T>(label: string, work: () => T): T {
    this.#joined = { label }
    try {
      return work()
    } finally {
      this.#joined = null
    }
  }

  /** Moves rows to the trash, with an undo. */
  remove(ids: readonly string[]): Promise<void> {
    const what = ids.length === 1 ? '1 row' : `${ids.length.toLocaleString()} rows`
    const label = `Delete ${what}`
    const work: Work & { does: 'remove' } = { does: 'remove', ids }
    return this.#sendRemoval(this.#begin(label, { ...nothingChanged, removed: ids }, work), work)
  }

  #sendRemoval(write: Write, { ids }: Work & { does: 'remove' }): Promise<void> {
    return this.#write(write, async () => {
      await this.#trash(write, ids)
      const what = ids.length === 1 ? '1 row' : `${ids.length.toLocaleString()} rows`
      toastDone(`Moved ${what} to the trash.`, () => {
        if (this.#log.done.at(-1) === write.act) this.undo()
        else void this.#next(() => this.#restore(newJob('Restore'), ids)).catch(() => {})
      })
      return [undefined, { ...nothingChanged, removed: ids }]
    })
  }

  /** What undoes the act that was begun last, unless something else has been done since. */
  undoOfLast(): () => void {
    const act = this.#log.done.at(-1)
    return () => {
      if (this.#log.done.at(-1) === act) this.undo()
      else toastDone('It was not undone, because something else has been done since.')
    }
  }

  /** @returns the name of what is undone; `undefined` if there is nothing to undo. */
  undo(): string | undefined {
    return this.#goBack(undo, 'Undone', 'Nothing to undo.')
  }

  /** @returns the name of what is redone; `undefined` if there is nothing to redo. */
  redo(): string | undefined {
    return this.#goBack(redo, 'Redone', 'Nothing to redo.')
  }

  #goBack(back: typeof undo, verb: WentBack['verb'], none: string): string | undefined {
    const begun = back(this.#log, (label) => newJob(label, { does: 'go back', verb }))
    if (!begun) {
      this.#say(none)
      return undefined
    }
    const { write, log } = begun
    // Until a new row is created, only this page knows its cells.
    for (const { act, work } of this.#log.writes) {
      if (act !== write.act || work.does !== 'fill') continue
      const cells = refilled(work, write.does === 'undo')
      for (const key in cells) this.#source.news.write(work.id, key, cells[key])
    }
    this.#setLog(log)
    void this.#next(() => this.#perform(write, verb)).catch(() => {})
    return write.label
  }

  /** Undoes or redoes an act when it is its turn. */
  async #perform(write: Write, verb: WentBack['verb']): Promise<void> {
    const { label } = write
    const change = changeOf(this.#log, write)
    try {
      // One before it failed, so this one would be out of order.
      if (!this.#log.writes.includes(write)) return
      const names = new Map(change.cells.map((cell) => [cellName(cell), cell.names]))
      const changes = cellsOf(change, (rowId, key) => {
        const row = this.#source.saved(rowId)
        return row && { value: row.cells[key] ?? null }
      }).map((one) => this.#withNames(one, names.get(cellName(one))))
      const outcome = await this.#saveCells(write, changes)
      if (change.removed.length > 0) await this.#trash(write, change.removed)
      if (change.added.length > 0) await this.#restore(write, change.added)
      this.#answer(write, { ...change, cells: cellsIn(outcome) })
      const left = change.cells.length - outcome.changed.length
      const words = wentBackWords({
        verb,
        label,
        done: outcome.changed.length + change.removed.length + change.added.length,
        left,
        theirs: change.cells.length - changes.length + outcome.conflicts.length,
        refused: outcome.refused[0],
      })
      this.#say(words)
      if (left > 0) toastDone(words)
    } catch (error) {
      this.#answer(write, null)
      this.#source.startAfresh()
      throw error
    }
  }

  /** Names that lead nowhere come and go with the cell, unless somebody has changed them since. */
  #withNames(change: CellChange, names: Names | undefined): CellChange {
    const now = this.#namesIn(change)
    const then = names && isSame(now, names.before) ? names.after : now
    if (then.length === 0) return change
    const isSeveral = this.#source.severalKeys.includes(change.key)
    return { ...change, to: isSeveral ? [...labelsIn(change.to), ...then] : (change.to ?? then[0]) }
  }

  #namesIn({ rowId, key }: CellChange): Unresolved[] {
    return unresolvedIn({ key }, this.#source.saved(rowId))
  }

  #begin(label: string, change: Change, work: Work): Write {
    const joined = this.#joined ?? undefined
    const { log, write } = begin(this.#log, newJob(label, work), change, joined)
    if (joined) joined.act = write.act
    this.#setLog(log)
    return write
  }

  #setLog(log: Log): void {
    this.#log = log
    this.#source.redraw()
    this.#noteWaiting()
  }

  /** Everything that is not in the service yet, as text. */
  written(): string | null {
    if (this.waiting === 0) return null
    const log = waitingOf(this.#log)
    const filled = new Set(log.writes.flatMap(({ work }) => (work.does === 'fill' ? work.id : [])))
    const questions = this.questions.get()
    const asked = questions.map(({ rowId }) => rowId)
    const changed = new Set([...[...log.acts.values()].flatMap(rowsOf), ...asked])
    return keptWritten({
      definition: this.#source.key,
      log,
      news: this.#source.news.kept(filled),
      known: [...changed].flatMap((id) => this.#source.saved(id) ?? []),
      notes: unsavedIn(this.#report.get()),
      questions,
    })
  }

  /** The new rows that nothing sends, because they lack something. */
  #unsent() {
    const sent = new Set<string>()
    for (const write of this.#log.writes) {
      if (write.work.does === 'fill') sent.add(write.work.id)
      for (const id of createdBy(write)) sent.add(id)
    }
    return this.#source.news.kept(sent).rows.filter(({ id }) => !sent.has(id))
  }

  /** Goes on with what was kept when another page was left. */
  goOn(text: string): void {
    const kept = keptRead(text)
    for (const row of kept.known) this.#source.learn(row)
    this.#source.news.goOn(kept.news)
    this.#note(kept.notes)
    this.ask(kept.questions ?? [])
    const before = this.#log.writes.length
    this.#setLog(withWaiting(this.#log, kept.log))
    for (const write of this.#log.writes.slice(before)) {
      // The queue shows why something failed.
      this.#send(write).catch(() => {})
    }
  }

  #send(write: Write): Promise<unknown> {
    const { work } = write
    switch (work.does) {
      case 'change':
        return this.#sendCells(write, work)
      case 'add':
        return this.#sendRows(write, work)
      case 'fill':
        return this.#sendFill(write, work)
      case 'remove':
        return this.#sendRemoval(write, work)
      case 'go back':
        return this.#next(() => this.#perform(write, work.verb))
    }
  }

  /** Keeps what was typed into cells and refused, unless they have been changed again. */
  keepTyped(changes: readonly CellChange[], refused: readonly Refusal[]): void {
    const { drafts } = this.#source
    const last = changes.filter(({ rowId, key }) => !drafts.hasCell(rowId, key))
    this.#note(unsavedNotes(last, refused))
  }

  /** Marks cells whose changes were refused, with what was typed. */
  #note(notes: readonly ReportNote[]): void {
    if (notes.length > 0) this.#report.set(withUnsaved(this.#report.get(), notes))
  }

  /** Makes a write when it is its turn, and notes what it changed. */
  #write<T>(write: Write, work: () => Promise<[T, Change]>): Promise<T> {
    return this.#next(async () => {
      try {
        const [result, change] = await work()
        this.#answer(write, change)
        return result
      } catch (error) {
        const { removed } = changeOf(this.#log, write)
        this.#answer(write, null)
        if (removed.length > 0) this.#source.startAfresh()
        throw error
      }
    })
  }

  #answer(write: Write, change: Change | null): void {
    const log = answered(this.#log, write, change)
    // A row that was undone before it was refused is of no use.
    if (write.does === 'part' && lastWriteOf(log, write.act)?.does === 'undo')
      for (const id of createdBy(write)) this.#source.news.drop(id)
    this.#setLog(log)
  }

  /** Writes cells. */
  #saveCells(write: Write, sent: readonly CellChange[]): Promise<Outcome> {
    const send = async (): Promise<Sent> => {
      return { sent, outcome: await saveCells(this.#source, sent, this.#reporter(write.label)) }
    }
    return this.#save(write, send)
  }

  /** Has cells written. Of those that waited, it is noted what was typed if they are refused. */
  async #save(write: Write, send: () => Promise<Sent>): Promise<Outcome> {
    try {
      const { sent, outcome } = await send()
      if (!write.isLate || write.work.does === 'go back') return outcome
      const notes = unsavedNotes(sent, outcome.refused)
      this.#note(notes)
      const left = notes.length + outcome.conflicts.length
      if (left === 0) return outcome
      const what = left === 1 ? '1 change was' : `${left.toLocaleString()} changes were`
      toastFailure(new Error(`${what} not saved. The list shows which.`))
      return { ...outcome, refused: [] }
    } finally {
      this.progress.set(null)
    }
  }

  async #trash(job: Job, ids: readonly string[]): Promise<void> {
    const report = this.#reporter(job.label)
    const nextKey = keysOf(job)
    const params = { key: this.#source.key }
    let done = 0
    for (const part of chunks(ids, MOST_ROWS)) {
      await accepted(this.#source.service.removeRows(params, { ids: part }, nextKey()))
      this.#source.trashed(part)
      done += part.length
      report(done, ids.length)
    }
    this.progress.set(null)
  }

  async #restore(job: Job, ids: readonly string[]): Promise<void> {
    const report = this.#reporter(job.label)
    const nextKey = keysOf(job)
    const params = { key: this.#source.key }
    let done = 0
    for (const part of chunks(ids, MOST_ROWS)) {
      await accepted(this.#source.service.restoreRows(params, { ids: part }, nextKey()))
      this.#source.restored(part)
      done += part.length
      report(done, ids.length)
    }
    this.progress.set(null)
    this.#source.refresh()
  }

  /** Shows the progress of anything that takes several requests. */
  #reporter =
    (label: string) =>
    (done: number, of: number): void => {
      if (of > MOST_ROWS) this.progress.set({ label, done, of })
    }

  #say(text: string): void {
    this.message.set(text)
  }

  /** Writes run one after the other, so that each is based on the version the previous one left. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    this.#say('')
    const done = this.#last.catch(() => {}).then(work)
    this.#last = done
    done.catch((error: unknown) => {
      this.progress.set(null)
      toastFailure(error)
    })
    return done
  }
}

const changesOf = (rowId: string, cells: Cells): CellChange[] =>
  Object.entries(cells).map(([key, to]) => ({ rowId, key, from: null, to }))

/** The rows whose cells an act changes. */
const rowsOf = ({ parts }: Act): string[] =>
  [...parts.values()].flatMap(({ cells }) => cells.map(({ rowId }) => rowId))

const cellsIn = ({ changed }: Outcome): Change['cells'] =>
  changed.map(({ rowId, key, from, stored, names }) => ({
    rowId,
    key,
    before: from,
    after: stored,
    ...(names && { names }),
  }))
