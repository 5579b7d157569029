import type { Failure } from '../../../../../sdk/client.ts'
import { randomKey } from '../../../../../sdk/random-key.ts'
import { Refused } from '../../../../api.ts'
import { isEmpty } from '../cells/cell-text.rules.ts'
import { signal } from '../signal.ts'
import type { Cells } from '../types.ts'
import { placeOfIssue, type Refusal } from './changes.rules.ts'
import { changedKeys, isSame } from './live.rules.ts'

/** A row that somebody fills in and that the service has not made yet. */
export interface NewRow {
  /** What it goes by here, also once the service has given it an id; it is made under this as its idempotency key. */
  readonly id: string
  readonly cells: Cells
  /** The cells that it was asked to be made with, as long as it may have been made with them. */
  readonly asked: Cells | null
  readonly trouble: Trouble | null
}

/** Why a row was not made. */
export interface Trouble {
  refusal: Refusal
  /** The cells that were refused; none where it is not for them. */
  cells: Cells
}

interface Made {
  rowId: string
  /** What has been sent of it. */
  sent: Cells
  /** What was written into it until then and is on its way. */
  left: Cells
  /** What it is to hold, where the service was away when that was sent. */
  unsent: Cells | null
}

/** Rows that are being filled in: they stand after the others in the order in which they were begun. */
export class NewRows {
  readonly rows = signal<readonly NewRow[]>([])
  #made = new Map<string, Made>()
  #last: string | null = null

  get count(): number {
    return this.rows.get().length
  }

  at(index: number): NewRow | undefined {
    return this.rows.get()[index]
  }

  indexOf(id: string): number {
    return this.rows.get().findIndex((row) => row.id === id)
  }

  get(id: string): NewRow | undefined {
    return this.rows.get().find((row) => row.id === id)
  }

  made(id: string): Made | undefined {
    return this.#made.get(id)
  }

  /** Rows that are made and lack what was written into them while they were. */
  unsent(): string[] {
    return [...this.#made].flatMap(([id, { unsent }]) => (unsent ? [id] : []))
  }

  /** The service's id of a row that was begun here and is made, or else the id as it is. */
  idOf(id: string): string {
    return this.#made.get(id)?.rowId ?? id
  }

  /** Whether a row is the one that was begun last. */
  isLast(id: string | null): boolean {
    return this.#last !== null && id !== null && this.idOf(id) === this.idOf(this.#last)
  }

  /** Begins a row; the last one is that, where nothing was written into it yet. */
  begin(): void {
    const last = this.at(this.count - 1)
    if (last && isBlank(last)) return
    const row: NewRow = { id: `new-${randomKey()}`, cells: {}, asked: null, trouble: null }
    this.#last = row.id
    this.rows.set([...this.rows.get(), row])
  }

  write(id: string, key: string, value: unknown): void {
    const row = this.get(id)
    if (!row) return
    const { [key]: _, ...cells } = row.cells
    if (!isEmpty(value)) cells[key] = value
    const isMended = row.trouble !== null && key in row.trouble.cells
    this.#change(id, { cells, ...(isMended ? { trouble: null } : {}) })
  }

  /** Notes that a row is asked for with these cells, whatever was wrong before. */
  ask(id: string, asked: Cells): void {
    this.#change(id, { asked, trouble: null })
  }

  /**
   * Keeps why a row was not made. What has no issues may have been done all the same: it is asked for again as it was.
   *
   * @returns what was refused first.
   */
  refuse(id: string, asked: Cells, failure: Failure): Refusal {
    const refusals = failure.issues.map(
      ({ path, ...why }): Refusal => ({ rowId: id, key: placeOfIssue(path)?.key ?? null, ...why }),
    )
    const { message } = new Refused(failure)
    const [refusal = { rowId: id, key: null, message }] = refusals
    const cells: Cells = {}
    for (const { key } of refusals) if (key !== null) cells[key] = asked[key]
    this.#change(id, {
      trouble: { refusal, cells },
      asked: refusals.length > 0 ? null : asked,
    })
    return refusal
  }

  /**
   * Takes a row out of those that are filled in, since it is made.
   *
   * @returns the cells that were written since it was asked for.
   */
  settle(id: string, rowId: string, sent: Cells): Cells {
    const left = changed(sent, this.get(id)?.cells ?? sent)
    this.#made.set(id, { rowId, sent, left, unsent: null })
    this.drop(id)
    return left
  }

  drop(id: string): void {
    this.rows.set(this.rows.get().filter((row) => row.id !== id))
  }

  /** Drops those in which nothing is written, all but one. */
  dropBlank(except: string | null): void {
    const left = this.rows.get().filter((row) => row.id === except || !isBlank(row))
    if (left.length < this.count) this.rows.set(left)
  }

  #change(id: string, change: Partial<NewRow>): void {
    this.rows.set(this.rows.get().map((row) => (row.id === id ? { ...row, ...change } : row)))
  }
}

/** The cells that are others now. */
export const changed = (before: Cells, now: Cells): Cells =>
  Object.fromEntries(changedKeys(before, now).map((key) => [key, now[key] ?? null]))

/** Whether nothing was written into it. */
export const isBlank = ({ cells, asked }: NewRow): boolean =>
  Object.keys(cells).length === 0 && asked === null

/** Whether what a row was refused for is as it was. */
export const stands = (trouble: Trouble, cells: Cells): boolean =>
  Object.entries(trouble.cells).every(([key, value]) => isSame(value, cells[key]))
