import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { type ImportFault, shownFault } from '../../records/rows/imported-rows.rules.ts'

/** The problem with values of one column for one reason, or with rows as a whole. */
export interface Problem extends ImportFault {
  effect: 'refused' | 'left_empty' | 'kept' | 'shortened'
  count: number
  where: { line: number; sent: string }[]
}

/** As many cells as one import can correct. */
const MOST_CELLS = 10_000
/** Reasons are few, but a row's own problem has a message with numbers and no reason. */
const MOST_PROBLEMS = 1000

/** Counts what is wrong with the rows of a file, by column and reason. */
export class Problems {
  readonly #found = new Map<string, Problem>()
  #cells = 0

  add(
    effect: Problem['effect'],
    { sent: _, keptIn: _in, ...fault }: ImportFault & { sent?: string },
    line: number,
    sent: string,
  ): void {
    const { column, message, reason = message } = fault
    const name = `${effect} ${column} ${reason}`
    let problem = this.#found.get(name)
    if (!problem) {
      if (this.#found.size === MOST_PROBLEMS) return
      problem = { ...fault, effect, count: 0, where: [] }
      this.#found.set(name, problem)
    }
    problem.count++
    if (this.#cells === MOST_CELLS) return
    this.#cells++
    problem.where.push({ line, sent })
  }

  /** For a reader, with the keys of columns; the most frequent first. */
  shownTo(view: DefinitionView): Problem[] {
    return [...this.#found.values()]
      .sort((a, b) => b.count - a.count)
      .flatMap((problem) =>
        shownFault(view, problem).map((shown) => ({ ...problem, column: shown.column })),
      )
  }
}
