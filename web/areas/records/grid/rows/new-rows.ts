import type { Failure } from '../../../../../sdk/client.ts'
import { randomKey } from '../../../../../sdk/random-key.ts'
import { Refused } from '../../../../service/api.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import { signal } from '../../list/signal.ts'
import type { Cells } from '../../list/types.ts'
import { placeOfIssue, type Refusal } from './changes.rules.ts'
import { isSame } from './live.rules.ts'
import type { Made } from './pending.rules.ts'

/** A row that somebody is filling in and the service has not created yet. */
export interface NewRow {
  /** Its id here, even after the service has given it another one; also the idempotency key it is created with. */
  readonly id: string
  readonly cells: Cells
  /** The cells of the request that creates it, while it is possible that the request succeeded. */
  readonly asked: Cells | null
  readonly trouble: Trouble | null
}

/** A new row, with the cells that it is created with. */
export type NewCells = Pick<NewRow, 'id' | 'cells'>

export interface KeptRows {
  rows: readonly NewRow[]
  made: readonly [id: string, made: Made][]
  /** Missing from what 0.2.0 has kept. */
  creations?: readonly Creation[]
}

/** A request that creates several rows, by its idempotency key. */
interface Creation {
  key: string
  rows: readonly NewCells[]
}

/** Why a row was not created. */
export interface Trouble {
  refusal: Refusal
  /** The refused cells; none if they are not the reason. */
  cells: Cells
}

/** Rows being filled in; they come after the others, in the order they were started. */
export class NewRows {
  /** The rows that are shown. */
  readonly rows = signal<readonly NewRow[]>([])
  #all: readonly NewRow[] = []
  /** Rows whose creation was undone before the service did it. */
  #hidden: ReadonlySet<string> = new Set()
  #made = new Map<string, Made>()
  /** Requests that may have succeeded: each is made again as it is, until its answer is there. */
  #creations: readonly Creation[] = []
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
    return this.#all.find((row) => row.id === id)
  }

  made(id: string): Made | undefined {
    return this.#made.get(id)
  }

  /** Everything filled in here that the service does not have yet, and the created rows among `ids`. */
  kept(ids: ReadonlySet<string>): KeptRows {
    const rows = this.#all.filter((row) => !isBlank(row))
    const made = [...this.#made].filter(([id]) => ids.has(id))
    return { rows, made, creations: this.#creations }
  }

  /** Goes on with rows that were filled in before the page was loaded. */
  goOn({ rows, made, creations = [] }: KeptRows): void {
    this.#creations = [...this.#creations, ...creations]
    for (const [id, one] of made) this.#made.set(id, one)
    this.add(rows)
  }

  add(rows: readonly NewRow[]): void {
    this.#set([...this.#all, ...rows])
  }

  /** Shows all but those whose creation is undone. */
  hide(ids: ReadonlySet<string>): void {
    if (isSame([...ids], [...this.#hidden])) return
    this.#hidden = ids
    this.#set(this.#all)
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
    this.add([row])
  }

  write(id: string, key: string, value: unknown): void {
    const row = this.get(id)
    if (!row) return
    const { [key]: _, ...cells } = row.cells
    if (!isEmpty(value)) cells[key] = value
    const isMended = row.trouble !== null && key in row.trouble.cells
    this.#change(id, { cells, ...(isMended ? { trouble: null } : {}) })
  }

  /** The request that creates a row together with others, if there is one. */
  creationOf(id: string): Creation | undefined {
    return this.#creations.find(({ rows }) => rows.some((row) => row.id === id))
  }

  /** Notes that rows are being created with these cells, whatever was wrong before. */
  ask(key: string, rows: readonly NewCells[]): void {
    if (rows.length > 1)
      this.#creations = [...this.#creations.filter((one) => one.key !== key), { key, rows }]
    for (const { id, cells } of rows) this.#change(id, { asked: cells, trouble: null })
  }

  /** Notes that a request was refused, so that it has created none of its rows. */
  giveUp(key: string): void {
    const rows = this.#creations.find((one) => one.key === key)?.rows ?? []
    this.#creations = this.#creations.filter((one) => one.key !== key)
    for (const { id } of rows) this.#change(id, { asked: null })
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

  /** Removes a row from the new ones, since it has been created. */
  settle(id: string, rowId: string, sent: Cells): void {
    this.#made.set(id, { rowId, sent })
    this.#creations = this.#creations.filter(({ rows }) => !rows.some((row) => row.id === id))
    this.drop(id)
  }

  drop(id: string): void {
    this.#set(this.#all.filter((row) => row.id !== id))
  }

  /** Drops the blank ones, except one. */
  dropBlank(except: string | null): void {
    const left = this.#all.filter((row) => row.id === except || !isBlank(row))
    if (left.length < this.#all.length) this.#set(left)
  }

  #change(id: string, change: Partial<NewRow>): void {
    this.#set(this.#all.map((row) => (row.id === id ? { ...row, ...change } : row)))
  }

  #set(rows: readonly NewRow[]): void {
    this.#all = rows
    this.rows.set(rows.filter(({ id }) => !this.#hidden.has(id)))
  }
}

/** Whether it is blank. */
export const isBlank = ({ cells, asked }: NewRow): boolean =>
  Object.keys(cells).length === 0 && asked === null

/** Whether the refused cells are unchanged. */
export const stands = (trouble: Trouble, cells: Cells): boolean =>
  Object.entries(trouble.cells).every(([key, value]) => isSame(value, cells[key]))
