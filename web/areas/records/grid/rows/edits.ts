import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { accepted } from '../../../../api.ts'
import { toastDone, toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { signal } from '../signal.ts'
import type { Cells } from '../types.ts'
import { type Added, addNewRow, addRows } from './add-rows.ts'
import { type CellChange, type Conflict, chunks, type Refusal } from './changes.rules.ts'
import { isSame } from './live.rules.ts'
import {
  answered,
  begin,
  type Change,
  cellsOf,
  changeOf,
  emptyLog,
  lastWriteOf,
  nothingChanged,
  redo,
  shownBy,
  undo,
  type Write,
} from './log.rules.ts'
import { changed, stands, type Trouble } from './new-rows.ts'
import type { RowSource } from './row-source.ts'
import { nothing, type Outcome, saveCells } from './save-cells.ts'

export interface Progress {
  label: string
  done: number
  of: number
}

/** Asks the user which of two changes to keep. */
export interface Question {
  conflicts: readonly Conflict[]
  answer: (choice: 'mine' | 'theirs') => void
}

/**
 * All changes made in a grid: drawn at once, written one after the other, and each can be undone and redone, also before
 * it is written.
 */
export class Edits {
  readonly progress = signal<Progress | null>(null)
  readonly question = signal<Question | null>(null)
  /** What a screen reader announces. */
  readonly said = signal('')
  #source: RowSource
  #log = emptyLog
  /** Set while writes are begun together: the act that they are parts of, once the first has begun. */
  #joined: { label: string; act?: number } | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(source: RowSource) {
    this.#source = source
  }

  /** Writes cells, which are shown as changed at once. Cells that already hold the value are skipped. */
  change(
    label: string,
    changes: readonly CellChange[],
    shown: (change: CellChange) => unknown = ({ to }) => to,
  ): Promise<Outcome> {
    const real = changes.filter(({ from, to }) => !isSame(from, to))
    if (real.length === 0) return this.#next(async () => nothing())
    const cells = real.map((change) => {
      const { rowId, key, from } = change
      return { rowId, key, before: from, after: shown(change) }
    })
    const { drafts } = this.#source
    const write = this.#begin(label, { ...nothingChanged, cells })
    for (const change of real) drafts.set(change.rowId, change.key, shown(change), change)
    this.#source.redraw()
    return this.#write(write, async () => {
      const outcome = await this.#save(label, real)
      return [outcome, { ...nothingChanged, cells: this.#cellsIn(outcome, write, real) }]
    })
  }

  add(label: string, rows: readonly Cells[]): Promise<Added> {
    return this.#write(this.#begin(label, nothingChanged), async () => {
      const added = await addRows(this.#source, rows, this.#reporter(label))
      this.progress.set(null)
      return [added, { ...nothingChanged, added: added.rows.map(({ id }) => id) }]
    })
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
    const cells = known?.cells ?? news.made(id)?.unsent ?? {}
    const isFirst = known !== undefined && known.asked === null
    const write = this.#begin(isFirst ? 'Add a row' : label, nothingChanged)
    return this.#write(write, () => this.#fill(label, id, cells, known?.trouble ?? null))
  }

  async #fill(
    label: string,
    id: string,
    cells: Cells,
    known: Trouble | null,
  ): Promise<[Refusal | undefined, Change]> {
    const { news, drafts } = this.#source
    const row = news.get(id)
    let added: string[] = []
    if (row) {
      const isNews = row.trouble !== known
      if (row.trouble && isNews && stands(row.trouble, cells)) return [undefined, nothingChanged]
      const asked = row.asked ?? cells
      news.ask(id, asked)
      const answer = await addNewRow(this.#source, id, asked)
      if ('code' in answer) return [news.refuse(id, asked, answer), nothingChanged]
      added = [answer.rowId]
    }
    const made = news.made(id)
    if (!made) return [undefined, { ...nothingChanged, added }]
    const { rowId, left } = made
    const before = this.#source.saved(rowId)?.cells ?? {}
    const changes = Object.entries(changed(made.sent, cells)).map(([key, to]) => {
      return { rowId, key, from: before[key] ?? null, to }
    })
    if (changes.length === 0) return [undefined, { ...nothingChanged, added }]
    const outcome = await this.#save(label, changes)
    const isAway = outcome.refused.some(({ code }) => code === 'unreachable')
    made.unsent = isAway ? cells : null
    if (isAway) return [outcome.refused[0], { ...nothingChanged, added }]
    made.sent = cells
    for (const { key, to } of changes) {
      if (isSame(left[key], to)) drafts.clear(rowId, key, news)
    }
    this.#source.redraw()
    return [outcome.refused[0], { cells: cellsIn(outcome), added, removed: [] }]
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
    const write = this.#begin(label, { ...nothingChanged, removed: ids })
    this.#source.takeAway(ids)
    return this.#write(write, async () => {
      await this.#trash(label, ids)
      toastDone(`Moved ${what} to the trash.`, () => {
        if (this.#log.done.at(-1) === write.act) this.undo()
        else void this.#next(() => this.#restore('Restore', ids)).catch(() => {})
      })
      return [undefined, { ...nothingChanged, removed: ids }]
    })
  }

  /** @returns the name of what is undone; `undefined` if there is nothing to undo. */
  undo(): string | undefined {
    return this.#goBack(undo(this.#log), 'Undone', 'Nothing to undo.')
  }

  /** @returns the name of what is redone; `undefined` if there is nothing to redo. */
  redo(): string | undefined {
    return this.#goBack(redo(this.#log), 'Redone', 'Nothing to redo.')
  }

  #goBack(begun: ReturnType<typeof undo>, verb: string, none: string): string | undefined {
    if (!begun) {
      this.#say(none)
      return undefined
    }
    const { write } = begun
    this.#log = begun.log
    this.#show(write)
    const { label } = this.#log.acts.get(write.act)!
    void this.#next(() => this.#perform(write, label, verb)).catch(() => {})
    return label
  }

  /** Undoes or redoes an act when it is its turn. */
  async #perform(write: Write, label: string, verb: string): Promise<void> {
    const { drafts } = this.#source
    const change = changeOf(this.#log, write)
    try {
      // One before it failed, so this one would be out of order.
      if (!this.#log.writes.includes(write)) return
      const { changes, passed } = cellsOf(change, (rowId, key) => {
        const row = this.#source.saved(rowId)
        return row && { value: row.cells[key] ?? null }
      })
      const outcome = await this.#save(label, changes)
      if (change.removed.length > 0) await this.#trash(label, change.removed)
      if (change.added.length > 0) await this.#restore(label, change.added)
      this.#answer(write, { ...change, cells: cellsIn(outcome) })
      const left = passed + outcome.refused.length
      const cells = left === 1 ? '1 cell is' : `${left.toLocaleString()} cells are`
      const rest =
        left === 0 ? '' : ` ${cells} unchanged: refused, or changed by somebody else since.`
      this.#say(`${verb}: ${label.toLowerCase()}.${rest}`)
      if (left > 0) toastDone(`${verb}: ${label.toLowerCase()}.${rest}`)
    } catch (error) {
      this.#answer(write, null)
      this.#source.startAfresh()
      throw error
    } finally {
      drafts.drop(write)
      this.#source.redraw()
    }
  }

  /** Draws an undo or redo before it is its turn. */
  #show(write: Write): void {
    const { drafts, news } = this.#source
    const { cells, added, removed } = shownBy(this.#log, write)
    for (const { rowId, key, after } of cells) drafts.set(news.idOf(rowId), key, after, write)
    if (removed.length > 0) this.#source.takeAway(removed)
    if (added.length > 0) this.#source.putBack(added)
    this.#source.redraw()
  }

  #begin(label: string, change: Change): Write {
    const joined = this.#joined
    const { log, write } = begin(this.#log, joined?.label ?? label, change, joined?.act)
    this.#log = log
    if (joined) joined.act = write.act
    return write
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
    this.#log = answered(this.#log, write, change)
    const next = lastWriteOf(this.#log, write.act)
    if (next?.does !== 'undo' || write.does !== 'part' || !change) return
    // It has been undone meanwhile, so what was not known then is drawn now; anything drawn since stays.
    const { drafts } = this.#source
    this.#source.takeAway(change.added)
    for (const { rowId, key, before } of change.cells) {
      if (!drafts.hasCell(rowId, key)) drafts.set(rowId, key, before, next)
    }
    this.#source.redraw()
  }

  /** The cells that a write changed. If one was overwritten knowingly, an undo brings that value back. */
  #cellsIn(outcome: Outcome, write: Write, sent: readonly CellChange[]): Change['cells'] {
    const nameOf = ({ rowId, key }: Pick<CellChange, 'rowId' | 'key'>) => `${rowId} ${key}`
    const began = new Map(changeOf(this.#log, write).cells.map((cell) => [nameOf(cell), cell]))
    const sentFrom = new Map(sent.map((change) => [nameOf(change), change.from]))
    return cellsIn(outcome).map((cell) => {
      const isOverwritten = !isSame(sentFrom.get(nameOf(cell)), cell.before)
      return isOverwritten ? cell : { ...cell, before: began.get(nameOf(cell))?.before ?? null }
    })
  }

  async #save(label: string, changes: readonly CellChange[]): Promise<Outcome> {
    try {
      return await saveCells(this.#source, changes, {
        onConflict: (conflicts) => this.#ask(conflicts),
        onProgress: this.#reporter(label),
      })
    } finally {
      this.progress.set(null)
      for (const change of changes) {
        this.#source.drafts.clear(change.rowId, change.key, change)
      }
      this.#source.redraw()
    }
  }

  async #trash(label: string, ids: readonly string[]): Promise<void> {
    const report = this.#reporter(label)
    const params = { key: this.#source.key }
    let done = 0
    for (const part of chunks(ids, MOST_ROWS)) {
      await accepted(this.#source.service.removeRows(params, { ids: part }))
      this.#source.trashed(part)
      done += part.length
      report(done, ids.length)
    }
    this.progress.set(null)
  }

  async #restore(label: string, ids: readonly string[]): Promise<void> {
    const report = this.#reporter(label)
    const params = { key: this.#source.key }
    let done = 0
    for (const part of chunks(ids, MOST_ROWS)) {
      await accepted(this.#source.service.restoreRows(params, { ids: part }))
      this.#source.restored(part)
      done += part.length
      report(done, ids.length)
    }
    this.progress.set(null)
    this.#source.refresh()
  }

  #ask(conflicts: readonly Conflict[]): Promise<'mine' | 'theirs'> {
    return new Promise((resolve) => {
      this.question.set({
        conflicts,
        answer: (choice) => {
          this.question.set(null)
          resolve(choice)
        },
      })
    })
  }

  /** Shows the progress of anything that takes several requests. */
  #reporter =
    (label: string) =>
    (done: number, of: number): void => {
      if (of > MOST_ROWS) this.progress.set({ label, done, of })
    }

  #say(text: string): void {
    this.said.set(text)
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

const cellsIn = ({ changed }: Outcome): Change['cells'] =>
  changed.map(({ rowId, key, from, stored }) => ({ rowId, key, before: from, after: stored }))
