import type { Actor } from '../../../../platform/actor.ts'
import { newId } from '../../../../platform/ids.ts'
import type { CellContext, LinkTarget } from '../../cells/column.ts'
import { type Definition, viewOf } from '../../definitions/definition.rules.ts'
import {
  draftLinkedRow,
  type KnownRows,
  type LinkedBoard,
  type LinkedDraft,
  namesRows,
  uniqueOf,
  uniqueText,
} from '../linked-rows.rules.ts'
import type { SentCells } from '../rows.rules.ts'
import type { Question } from './stored.ts'

/** A row that the same request makes, so that others of its rows can link to it. */
export interface RowInMaking {
  id: string
  externalId?: string | undefined
  cells: SentCells
  /** Its unique values as `uniqueText`, in place of cells. */
  values?: readonly string[]
}

/** The ids and values by which the rows of a request can be named; if two have the same value, the first counts. */
export function knownOf(
  definition: Definition,
  context: CellContext,
  actor: Actor,
  making: readonly RowInMaking[],
): KnownRows {
  const view = viewOf(definition, actor)
  const ownIds = new Map<string, string>()
  const uniques = new Map<string, string>()
  for (const { id, externalId, cells, values = [] } of making) {
    if (externalId !== undefined && !ownIds.has(externalId)) ownIds.set(externalId, id)
    const sent = Object.entries(cells).flatMap(([name, value]) => {
      const column = view.find(name)
      if (!column || !namesRows(column) || !view.mayWrite(column)) return []
      return uniqueOf(column, value, context).map(uniqueText)
    })
    for (const text of [...values, ...sent]) if (!uniques.has(text)) uniques.set(text, id)
  }
  return { ownIds, uniques }
}

/** The rows that links make, by the ids that they will have. */
export type LinkedDrafts = ReadonlyMap<string, { board: LinkedBoard; draft: LinkedDraft }>

/** The rows that the links of a request make. Links that ask for the same new row get the same one. */
export class RowsOfLinks {
  readonly drafts = new Map<string, { board: LinkedBoard; draft: LinkedDraft }>()
  readonly #ids = new Map<string, string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  targetOf(board: LinkedBoard, { link, asked }: Question, known: KnownRows): LinkTarget {
    const draft = draftLinkedRow(board, link, known, this.drafts.size, this.#most)
    if ('refusal' in draft) return draft
    const uniques = 'refusal' in asked ? [] : asked.uniques.map(uniqueText)
    const name = JSON.stringify([board.view.definition.id, draft.externalId, uniques])
    const rowId = this.#ids.get(name) ?? newId()
    this.#ids.set(name, rowId)
    this.drafts.set(rowId, this.drafts.get(rowId) ?? { board, draft })
    return { rowId }
  }
}
