import { type Actor, mayAddRows } from '../../../../platform/actor.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import type { LinkReference } from '../../cells/references.ts'
import { cellContext } from '../../definitions/cell-context.ts'
import { findView } from '../../definitions/definition-views.ts'
import { lockCounter } from '../../definitions/definitions.sql.ts'
import { holdersOfUniques } from '../../uniques/uniques.sql.ts'
import {
  type Asked,
  type KnownRows,
  type LinkedBoard,
  linkedBoard,
  makesRow,
  uniqueText,
} from '../linked-rows.rules.ts'
import { findOwnIds } from '../own-ids.ts'

/** The linked board. If a link may make a row there, it is read under its lock. */
export async function openBoard(
  tx: Tx,
  actor: Actor,
  id: string,
  links: ReadonlyMap<string, LinkReference>,
): Promise<LinkedBoard | undefined> {
  if (mayAddRows(actor, id) && [...links.values()].some(makesRow)) await lockCounter(tx, id)
  const view = await findView(tx, actor, { id })
  return view && linkedBoard(view, await cellContext(tx, view.definition))
}

/** A reference to a row of a board, and what it asks for. */
export interface Question {
  text: string
  link: LinkReference
  asked: Asked
}

/** The rows outside the request that references to a board ask for. */
export async function findStored(
  tx: Tx,
  { board, questions }: { board: LinkedBoard; questions: readonly Question[] },
): Promise<KnownRows> {
  const { id, kind } = board.view.definition
  const ownIds = new Set<string>()
  const values = new Map<string, { columnId: string; hash: Buffer }>()
  for (const { asked } of questions) {
    if ('refusal' in asked) continue
    if (asked.ownId !== undefined && kind === 'page') ownIds.add(asked.ownId)
    for (const unique of asked.uniques) {
      values.set(uniqueText(unique), { columnId: unique.column.id, hash: unique.hash })
    }
  }
  const [owners, uniques] = await Promise.all([
    ownIds.size > 0 ? findOwnIds(tx, id, [...ownIds]) : [],
    values.size > 0 ? holdersOfUniques(tx, [...values.values()]) : new Map<string, string>(),
  ])
  const known = new Map<string, string | null>()
  for (const { externalId, rowId, trashed } of owners) known.set(externalId, trashed ? null : rowId)
  return { ownIds: known, uniques }
}
