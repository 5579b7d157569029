import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { accepted, api } from '../../../../api.ts'
import { toastDone, toastFailure } from '../../../../ui/toasts/toasts.tsx'
import { signal } from '../signal.ts'
import type { Cells } from '../types.ts'
import { type Added, addNewRow, addRows } from './add-rows.ts'
import { type CellChange, type Conflict, chunks, type Refusal } from './changes.rules.ts'
import {
  changesOf,
  type Deed,
  inverse,
  isNothing,
  noHistory,
  withDeed,
  withRedone,
  withUndone,
} from './history.rules.ts'
import { isSame } from './live.rules.ts'
import { changed, stands } from './new-rows.ts'
import type { RowSource } from './row-source.ts'
import { type Outcome, saveCells } from './save-cells.ts'

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

/** All changes made in a grid: one write after the other, each of which can be undone. */
export class Edits {
  readonly progress = signal<Progress | null>(null)
  readonly question = signal<Question | null>(null)
  /** What a screen reader announces. */
  readonly said = signal('')
  #source: RowSource
  #history = noHistory
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
    this.#draft(real, shown)
    return this.#next(async () => {
      const outcome = await this.#save(label, real)
      this.#remember(deedOf(label, outcome))
      return outcome
    })
  }

  add(label: string, rows: readonly Cells[]): Promise<Added> {
    return this.#next(async () => {
      const added = await addRows(this.#source, rows, this.#reporter(label))
      this.progress.set(null)
      const ids = added.rows.map(({ id }) => id)
      this.#remember({ label, cells: [], added: ids, removed: [] })
      return added
    })
  }

  /**
   * Sends the current state of a new row to the service: creates it, or changes it if it has been created since.
   * Anything typed after a refusal that was not yet known waits with the rest of the row.
   *
   * @returns the first refusal.
   */
  fill(label: string, id: string): Promise<Refusal | undefined> {
    const { news, drafts } = this.#source
    const known = news.get(id)?.trouble
    const cells = news.get(id)?.cells ?? news.made(id)?.unsent ?? {}
    return this.#next(async () => {
      const row = news.get(id)
      if (row) {
        const isNews = row.trouble !== known
        if (row.trouble && isNews && stands(row.trouble, cells)) return
        const asked = row.asked ?? cells
        news.ask(id, asked)
        const answer = await addNewRow(this.#source, id, asked)
        if ('code' in answer) return news.refuse(id, asked, answer)
        this.#remember({ label: 'Add a row', cells: [], added: [answer.rowId], removed: [] })
      }
      const made = news.made(id)
      if (!made) return
      const { rowId, left } = made
      const before = this.#source.saved(rowId)?.cells ?? {}
      const changes = Object.entries(changed(made.sent, cells)).map(([key, to]) => {
        return { rowId, key, from: before[key] ?? null, to }
      })
      if (changes.length === 0) return
      const outcome = await this.#save(label, changes)
      const isAway = outcome.refused.some(({ code }) => code === 'unreachable')
      made.unsent = isAway ? cells : null
      if (isAway) return outcome.refused[0]
      made.sent = cells
      for (const { key, to } of changes) {
        if (isSame(left[key], to)) drafts.clear(rowId, key, news)
      }
      this.#source.redraw()
      this.#remember(deedOf(label, outcome))
      return outcome.refused[0]
    })
  }

  /** Resolves once all writes so far are done or refused. */
  settled(): Promise<void> {
    return this.#last.then(
      () => {},
      () => {},
    )
  }

  /** Several writes that are undone together. */
  async together<T>(label: string, work: () => Promise<T>): Promise<T> {
    await this.#last.catch(() => {})
    const before = this.#history.done.length
    const result = await work()
    await this.#last.catch(() => {})
    const deeds = this.#history.done.slice(before)
    if (deeds.length > 1) {
      const deed = {
        label,
        cells: deeds.flatMap(({ cells }) => cells),
        added: deeds.flatMap(({ added }) => added),
        removed: deeds.flatMap(({ removed }) => removed),
      }
      this.#history = { done: [...this.#history.done.slice(0, before), deed], undone: [] }
    }
    return result
  }

  /** Moves rows to the trash, with an undo. */
  async remove(ids: readonly string[]): Promise<void> {
    const what = ids.length === 1 ? '1 row' : `${ids.length.toLocaleString()} rows`
    const label = `Delete ${what}`
    await this.#next(async () => {
      await this.#trash(label, ids)
      this.#remember({ label, cells: [], added: [], removed: ids })
      const deed = this.#history.done.at(-1)
      toastDone(`Moved ${what} to the trash.`, () => {
        if (this.#history.done.at(-1) === deed) this.undo()
        else this.#next(() => this.#restore('Restore', ids))
      })
    })
  }

  undo(): Promise<void> {
    return this.#next(async () => {
      const deed = this.#history.done.at(-1)
      if (!deed) return this.#say('Nothing to undo.')
      await this.#perform(inverse(deed), 'Undone')
      this.#history = withUndone(this.#history)
    })
  }

  redo(): Promise<void> {
    return this.#next(async () => {
      const deed = this.#history.undone.at(-1)
      if (!deed) return this.#say('Nothing to redo.')
      await this.#perform(deed, 'Redone')
      this.#history = withRedone(this.#history)
    })
  }

  #perform = async (deed: Deed, verb: string): Promise<void> => {
    const now = (rowId: string, key: string) => {
      const row = this.#source.saved(rowId)
      return row && { value: row.cells[key] ?? null }
    }
    const { changes, passed } = changesOf(deed, now)
    this.#draft(changes, ({ to }) => to)
    const { refused } = await this.#save(deed.label, changes)
    if (deed.removed.length > 0) await this.#trash(deed.label, deed.removed)
    if (deed.added.length > 0) await this.#restore(deed.label, deed.added)
    const left = passed + refused.length
    const cells = left === 1 ? '1 cell is' : `${left.toLocaleString()} cells are`
    const rest =
      left === 0 ? '' : ` ${cells} unchanged: refused, or changed by somebody else since.`
    this.#say(`${verb}: ${deed.label.toLowerCase()}.${rest}`)
    if (left > 0) toastDone(`${verb}: ${deed.label.toLowerCase()}.${rest}`)
  }

  #draft(changes: readonly CellChange[], shown: (change: CellChange) => unknown): void {
    const { drafts } = this.#source
    for (const change of changes) drafts.set(change.rowId, change.key, shown(change), change)
    if (changes.length > 0) this.#source.redraw()
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
      await accepted(api.definitions.removeRows(params, { ids: part }))
      this.#source.remove(part)
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
      await accepted(api.definitions.restoreRows(params, { ids: part }))
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

  #remember(deed: Deed): void {
    if (!isNothing(deed)) this.#history = withDeed(this.#history, deed)
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

const deedOf = (label: string, { changed }: Outcome): Deed => ({
  label,
  cells: changed.map(({ rowId, key, from, stored }) => ({
    rowId,
    key,
    before: from,
    after: stored,
  })),
  added: [],
  removed: [],
})
