import { type CellRefusal, cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import { holdsFiles, isLink } from '../../../../shared/column-types.ts'
import { mayAddRows, mayReuseOwnIds } from '../../../platform/actor.ts'
import type { CellContext, LinkTarget } from '../cells/column.ts'
import { convertCell } from '../cells/convert.ts'
import { type LinkReference, linkShown, ownIdOf } from '../cells/references.ts'
import { listed, named } from '../cells/words.ts'
import type { Column, DefinitionView } from '../definitions/definition.rules.ts'
import { type UniqueValue, uniqueHash } from '../uniques/uniques.rules.ts'
import { planRows, type SentCells } from './rows.rules.ts'

/** A board or page that links lead to, as the writer sees it. */
export interface LinkedBoard {
  view: DefinitionView
  /** The context in which its cells are read. */
  context: CellContext
  /** Its columns whose values name rows. */
  naming: readonly Column[]
}

export const linkedBoard = (view: DefinitionView, context: CellContext): LinkedBoard => ({
  view,
  context,
  naming: view.columns.filter(namesRows),
})

/** What a reference asks for. One that nothing could match asks for nothing. */
export type Asked =
  | { ownId: string | undefined; uniques: readonly UniqueValue[] }
  | { refusal: CellRefusal }

/** Which rows have own ids and unique values. */
export interface KnownRows {
  /** By own id; null for a row in the trash. */
  ownIds: ReadonlyMap<string, string | null>
  /** By `uniqueText`. */
  uniques: ReadonlyMap<string, string>
}

/** A row to be made, because a link says so and there is none. */
export interface LinkedDraft {
  externalId: string | undefined
  cells: SentCells
}

/** A unique column's value, as text. */
export const uniqueText = ({ column, hash }: UniqueValue): string =>
  `${column.id} ${hash.toString('hex')}`

/** Whether links can name rows by their values in this column: no row is named by what it links to or by its files. */
export const namesRows = ({ unique, type }: Column): boolean =>
  unique && !isLink(type) && !holdsFiles(type)

/** What a reference that is not a row id asks for. Columns that the writer cannot see do not exist. */
export function askedFor({ view, context, naming }: LinkedBoard, link: LinkReference): Asked {
  if (link.by === 'id') return { ownId: undefined, uniques: [] }
  if (link.by === 'ownId') return { ownId: link.externalId, uniques: [] }
  if (link.by === 'text') {
    return {
      ownId: ownIdOf(link.text),
      uniques: naming.flatMap((column) => uniqueOf(column, link.text, context)),
    }
  }
  const column = view.find(link.column)
  if (column && namesRows(column)) {
    return { ownId: undefined, uniques: uniqueOf(column, link.value, context) }
  }
  const refusal = cellRefusal('no_unique_column', {
    column: named(link.column),
    board: view.definition.name,
  })
  return { refusal }
}

/** A value as a unique column would hold it; empty if it cannot. */
export function uniqueOf(column: Column, sent: unknown, context: CellContext): UniqueValue[] {
  const conversion = convertCell(column, sent, { ...context, keepsAll: true })
  return conversion.kind === 'stored'
    ? [{ column, hash: uniqueHash(column, conversion.value) }]
    : []
}

/**
 * The row that a reference leads to. An own id comes before unique values, and a row that is stored before one that the
 * same request makes.
 *
 * @returns the row, a refusal, or undefined if there is no such row.
 */
export function findLinkedRow(
  { view }: LinkedBoard,
  link: LinkReference,
  asked: Asked,
  stored: KnownRows,
  making: KnownRows,
): LinkTarget | undefined {
  if ('refusal' in asked) return asked
  const { ownId, uniques } = asked
  if (ownId !== undefined) {
    const owner = stored.ownIds.get(ownId) ?? making.ownIds.get(ownId)
    if (owner) return { rowId: owner }
  }
  if (uniques.length === 0) return undefined
  const found = uniques.map(uniqueText).flatMap((value) => {
    const row = stored.uniques.get(value) ?? making.uniques.get(value)
    return row === undefined ? [] : [row]
  })
  const rows = new Set(found)
  if (rows.size > 1) {
    const { name: board } = view.definition
    return {
      refusal: cellRefusal('several_rows', { sent: linkShown(link), count: rows.size, board }),
    }
  }
  const [rowId] = rows
  return rowId === undefined ? undefined : { rowId }
}

/**
 * The row that a reference makes if there is none, or why it leads nowhere.
 *
 * @param before how many rows the request's links make already, and the most that they can make.
 */
export function draftLinkedRow(
  board: LinkedBoard,
  link: LinkReference,
  stored: KnownRows,
  before: number,
  most: number,
): LinkedDraft | { refusal: CellRefusal } {
  const { definition, actor } = board.view
  const sent = linkShown(link)
  if (!makesRow(link)) {
    return { refusal: cellRefusal('no_such_row', { sent, board: definition.name }) }
  }
  const refused = (why: string) => ({
    refusal: cellRefusal('row_not_made', { sent, board: definition.name, why }),
  })
  if (!mayAddRows(actor, definition.id)) {
    return refused('a key can add rows only to its own board or page')
  }
  if (before >= most) return refused(`the links of a request make at most ${most} rows`)
  const externalId = link.by === 'ownId' ? link.externalId : undefined
  if (externalId !== undefined && definition.kind !== 'page') {
    return refused('only rows of pages have own ids')
  }
  if (externalId !== undefined && stored.ownIds.has(externalId) && !mayReuseOwnIds(actor)) {
    return refused('the row with this id is in the trash')
  }
  const cells = link.by === 'unique' ? { [link.column]: link.value } : {}
  const plan = planRows(board.view, board.context, [cells], { misfits: 'refuse' })
  const [error] = plan.errors
  if (error) return refused(error.message)
  for (const [column, labels] of plan.newOptions) {
    const options = (column.settings.options ?? []).map(({ label }) => label)
    const why = cellRefusal('unknown_option', {
      sent: listed([...labels.values()], 1),
      options: listed(options, 10),
    })
    return refused(`${column.key}: ${messageOf(why)}`)
  }
  return { externalId, cells }
}

export const makesRow = (link: LinkReference): boolean =>
  (link.by === 'ownId' || link.by === 'unique') && link.create
