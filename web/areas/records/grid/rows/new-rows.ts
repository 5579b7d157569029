import type { Failure } from '../../../../../sdk/client.ts'
import { randomKey } from '../../../../../sdk/random-key.ts'
import { Refused } from '../../../../service/api.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import { signal } from '../../list/signal.ts'
import type { Cells } from '../../list/types.ts'
import { placeOfIssue, type Refusal } from './changes.rules.ts'
import { changedKeys, isSame } from './live.rules.ts'

/** A row that somebody is filling in and the service has not created yet. */
export interface NewRow {
  /** Its id here, even after the service has given it another one; also the idempotency key it is created with. */
  readonly id: string
  readonly cells: Cells
  /** The cells of the request that creates it, while it is possible that the request succeeded. */
  readonly asked: Cells | null
  readonly trouble: Trouble | null
}

export interface KeptRows {
  rows: readonly NewRow[]
  made: readonly [id: string, made: Made][]
}

/** Why a row was not created. */
export interface Trouble {
  refusal: Refusal
  /** The refused cells; none if they are not the reason. */
  cells: Cells
}

export interface Made {
  rowId: string
  /** The cells that have been sent. */
  sent: Cells
  /** The cells written since then, which are being sent. */
  left: Cells
}

/** Rows being filled in; they come after the others, in the order they were started. */
export class NewRows {
  readonly rows = signal<readonly NewRow[]>([])
  /** Rows whose creation was undone before the service did it. */
  #hidden = new Map<string, NewRow>()
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
    return this.rows.get().find((row) => row.id === id) ?? this.#hidden.get(id)
  }

  made(id: string): Made | undefined {
    return this.#made.get(id)
  }

  /** Everything filled in here that the service does not have yet, and the created rows among `ids`. */
  kept(ids: ReadonlySet<string>): KeptRows {
    const rows = [...this.rows.get(), ...this.#hidden.values()].filter((row) => !isBlank(row))
    return { rows, made: [...this.#made].filter(([id]) => ids.has(id)) }
  }

  /** Goes on with rows that were filled in before the page was loaded. */
  goOn({ rows, made }: KeptRows): void {
    for (const [id, one] of made) this.#made.set(id, one)
    this.add(rows)
  }

  add(rows: readonly NewRow[]): void {
    this.rows.set([...this.rows.get(), ...rows])
  }

  /** Shows a row no more, or again, whose creation is undone or redone before it is its turn. */
  hide(id: string, isHidden: boolean): void {
    const row = this.get(id)
    if (!row || this.#hidden.has(id) === isHidden) return
    this.drop(id)
    if (isHidden) this.#hidden.set(id, row)
    else this.add([row])
  }

  /** The service's id of a row that was started here and has been created, or else the same id. */
  idOf(id: string): string {
    return this.#made.get(id)?.rowId ?? id
  }

  /** Whether a row is the one started last. */
  isLast(id: string | null): boolean {
    return this.#last !== null && id !== null && this.idOf(id) === this.idOf(this.#last)
  }

  /** Whether a row is being filled in and nothing is in it yet. */
  isBlank(id: string): boolean {
    const row = this.get(id)
    return row !== undefined && isBlank(row)
  }

  /** Starts a row; if the last one is still blank, it is used. */
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

  /** Notes that a row is being created with these cells, whatever was wrong before. */
  ask(id: string, asked: Cells): void {
    this.#change(id, { asked, trouble: null })
  }

  /**
   * Keeps why a row was not created. A failure without issues may have succeeded after all, so the same request is
   * repeated.
   *
   * @returns the first refusal.
   */
  refuse(id: string, asked: Cells, failure: Failure): Refusal {
    const refusals = failure.issues.map(
      ({ path, ...why }): Refusal => ({ rowId: id, key: placeOfIssue(path)?.key ?? null, ...why }),
    )
    const { message } = new Refused(failure)
    const [refusal = { rowId: id, key: null, message }] = refusals
    this.turnDown(id, refusals, refusals.length > 0 ? null : asked, refusal)
    return refusal
  }

  /** Keeps a row as it was filled in, with what is wrong with it. */
  turnDown(id: string, refusals: readonly Refusal[], asked: Cells | null, refusal: Refusal): void {
    const cells: Cells = {}
    for (const { key } of refusals) if (key !== null) cells[key] = this.get(id)?.cells[key]
    this.#change(id, { trouble: { refusal, cells }, asked })
  }

  /**
   * Removes a row from the new ones, since it has been created.
   *
   * @returns the cells written since the request.
   */
  settle(id: string, rowId: string, sent: Cells): Cells {
    const left = changed(sent, this.get(id)?.cells ?? sent)
    this.#made.set(id, { rowId, sent, left })
    this.drop(id)
    return left
  }

  drop(id: string): void {
    this.#hidden.delete(id)
    this.rows.set(this.rows.get().filter((row) => row.id !== id))
  }

  /** Drops the blank ones, except one. */
  dropBlank(except: string | null): void {
    const left = this.rows.get().filter((row) => row.id === except || !isBlank(row))
    if (left.length < this.count) this.rows.set(left)
  }

  #change(id: string, change: Partial<NewRow>): void {
    const hidden = this.#hidden.get(id)
    if (hidden) this.#hidden.set(id, { ...hidden, ...change })
    this.rows.set(this.rows.get().map((row) => (row.id === id ? { ...row, ...change } : row)))
  }
}

/** The cells that have changed. */
export const changed = (before: Cells, now: Cells): Cells =>
  Object.fromEntries(changedKeys(before, now).map((key) => [key, now[key] ?? null]))

/** Whether it is blank. */
export const isBlank = ({ cells, asked }: NewRow): boolean =>
  Object.keys(cells).length === 0 && asked === null

/** Whether the refused cells are unchanged. */
export const stands = (trouble: Trouble, cells: Cells): boolean =>
  Object.entries(trouble.cells).every(([key, value]) => isSame(value, cells[key]))
