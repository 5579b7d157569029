import type { Tx } from '../../../platform/database/tx.ts'
import type { LinkTarget } from '../cells/column.ts'
import { boardMarks, keepLinkedRows } from '../links/links.sql.ts'

/** By the ids of boards: changes whenever a row joins, leaves or returns to the board. */
export type BoardMarks = ReadonlyMap<string, string>

/** After this many rows, everything is forgotten: about 4 MiB. */
const MOST_TARGETS = 20_000

/** Rows found while boards had these marks: by the boards' ids, then by `linkText`. */
interface Memories {
  marks: BoardMarks
  targets: Map<string, Map<string, LinkTarget>>
}

/**
 * Which rows of other boards own ids and row ids lead to, as the blocks of an import find it one after the other: most
 * files name the same rows over and over. The memory holds as long as the boards have the same marks. Values of
 * unique columns are not remembered, because any edit can move one to another row.
 */
export class LinkMemory {
  #now: Memories = { marks: new Map(), targets: new Map() }

  get marks(): BoardMarks {
    return this.#now.marks
  }

  of(definitionId: string): ReadonlyMap<string, LinkTarget> | undefined {
    return this.#now.targets.get(definitionId)
  }

  /**
   * Forgets everything if boards have other marks. Comes before what is then looked up, so that this holds at least as long
   * as the marks.
   *
   * @returns the memories to add to. They are others' no more if another block has to forget them in the meantime.
   */
  async refresh(tx: Tx, definitionIds: readonly string[]): Promise<Memories> {
    const all = [...new Set([...this.marks.keys(), ...definitionIds])]
    const marks = await marksOf(tx, all)
    const { targets } = this.#now
    const count = targets.values().reduce((sum, { size }) => sum + size, 0)
    const holds = count < MOST_TARGETS && haveSame(this.marks, marks)
    this.#now = { marks, targets: holds ? targets : new Map() }
    return this.#now
  }

  /** After a block has made rows on boards that it holds the locks of: that takes nothing away from what is remembered. */
  async renew(tx: Tx): Promise<void> {
    this.#now = { ...this.#now, marks: await marksOf(tx, [...this.marks.keys()]) }
  }
}

export function keepTarget(
  { targets }: Memories,
  definitionId: string,
  text: string,
  target: LinkTarget,
): void {
  const known = targets.get(definitionId)
  if (known) known.set(text, target)
  else targets.set(definitionId, new Map([[text, target]]))
}

/** Whether boards still have these marks; if so, what was found with them stays until the transaction ends. */
export async function confirmMarks(tx: Tx, marks: BoardMarks): Promise<boolean> {
  if (marks.size === 0) return true
  keepLinkedRows(tx)
  return haveSame(marks, await marksOf(tx, [...marks.keys()]))
}

const marksOf = (tx: Tx, ids: readonly string[]): Promise<BoardMarks> | BoardMarks =>
  ids.length === 0 ? new Map() : boardMarks(tx, ids)

const haveSame = (known: BoardMarks, current: BoardMarks): boolean =>
  [...known].every(([id, mark]) => current.get(id) === mark)
