import { setImmediate as turn } from 'node:timers/promises'
import { cellRefusal } from '../../../../contract/cell-refusals.ts'
import { type Actor, mayAddRows, onlySends, systemActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { CellContext, LinkTarget } from '../cells/column.ts'
import { filesToLookUp, type LinkReference, linksToLookUp, linkText } from '../cells/references.ts'
import { cellContext } from '../definitions/cell-context.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import { findView } from '../definitions/definition-views.ts'
import { lockCounter } from '../definitions/definitions.sql.ts'
import { holdFiles } from '../files/files.ts'
import { listLiveRows } from '../links/links.sql.ts'
import { holdersOfUniques } from '../uniques/uniques.sql.ts'
import {
  type Asked,
  askedFor,
  draftOf,
  type KnownRows,
  type LinkedBoard,
  type LinkedDraft,
  makesRow,
  namesRows,
  targetOf,
  uniqueOf,
  valueText,
} from './linked-rows.rules.ts'
import { findOwnIds } from './own-ids.ts'
import type { SentCells } from './rows.rules.ts'

/** How many different rows a request can name other than by their ids: each is read as a value of several columns. */
const MOST_NAMED = 10_000
/** How many are read before others get a turn. */
const AT_ONCE = 250

/** A row that the same request makes, so that others of its rows can link to it. */
export interface RowInMaking {
  id: string
  externalId?: string | undefined
  cells: SentCells
  /** Its unique values as `valueText`, in place of cells. */
  values?: readonly string[]
}

/** What links make, by the ids that the rows will have. */
export type LinkedDrafts = ReadonlyMap<string, { board: LinkedBoard; draft: LinkedDraft }>

/** What is looked up for cells that name rows and files. */
export interface References extends Pick<CellContext, 'linkable' | 'files' | 'onlyUploads'> {
  drafts: LinkedDrafts
}

/** The sent cells whose values name rows or files. */
export function referringCells(
  definition: Definition,
  sent: readonly SentCells[],
): { column: Column; value: unknown }[] {
  const refers = ({ type }: Column) => type === 'link' || type === 'file'
  if (!definition.columns.some(refers)) return []
  const { find } = viewOf(definition, systemActor(definition.workspaceId))
  return sent.flatMap((cells) =>
    Object.entries(cells).flatMap(([name, value]) => {
      const column = find(name)
      return column && refers(column) && value !== null && value !== '' ? [{ column, value }] : []
    }),
  )
}

/** Whether cells name rows of their own board otherwise than by id: perhaps rows that the same write makes. */
export const namesOwnRows = (definition: Definition, sent: readonly SentCells[]): boolean =>
  linksOf(referringCells(definition, sent)).some(
    ({ column, links }) =>
      column.settings.definitionId === definition.id &&
      [...links.values()].some(({ by }) => by !== 'id'),
  )

/**
 * Looks up the rows and files that cells name, in one query for each way of naming them, whatever the number of cells.
 *
 * @param context the context in which the cells are read.
 * @param actor who writes, and so which files can be put into cells (`mayUse`), and which columns can name rows;
 *   without one, rows are named by their ids only.
 * @param making the rows that the same request makes.
 * @param mostMade how many rows its links can make.
 */
export async function lookUpReferences(
  tx: Tx,
  definition: Definition,
  context: CellContext,
  sent: readonly SentCells[],
  actor: Actor | undefined,
  making: readonly RowInMaking[],
  mostMade: number,
): Promise<References> {
  const cells = referringCells(definition, sent)
  const linkColumns = linksOf(cells)
  const links = linkColumns.flatMap(({ links }) => [...links.values()])
  const rowIds = new Set(links.flatMap((link) => (link.by === 'id' ? link.id : [])))
  const fileIds = new Set(
    cells.flatMap(({ column, value }) => (column.type === 'file' ? filesToLookUp(value) : [])),
  )
  const [rows, files, named] = await Promise.all([
    rowIds.size > 0 ? listLiveRows(tx, [...rowIds]) : [],
    actor ? holdFiles(tx, actor, [...fileIds]) : [],
    actor ? lookUpNamed(tx, definition, context, linkColumns, actor, making, mostMade) : undefined,
  ])
  const homes = new Map(rows.map((row) => [row.id, row.definitionId]))
  const linkable = new Map(
    linkColumns.map(({ column: { id, settings }, links }) => [
      id,
      new Map(
        [...links].flatMap(([text, link]): [string, LinkTarget][] => {
          const target =
            link.by !== 'id'
              ? named?.targets.get(`${settings.definitionId} ${text}`)
              : homes.get(link.id) === settings.definitionId
                ? { rowId: link.id }
                : undefined
          return target ? [[text, target]] : []
        }),
      ),
    ]),
  )
  return {
    linkable,
    onlyUploads: actor !== undefined && onlySends(actor),
    drafts: named?.drafts ?? new Map(),
    files: new Map(
      files.map(({ id, name, size, type, sha256 }) => [
        id,
        { cell: { id, name, size: Number(size), type }, sha256 },
      ]),
    ),
  }
}

interface LinkColumn {
  column: Column
  /** By `linkText`. */
  links: Map<string, LinkReference>
}

/** What is named in the cells of each link column. */
function linksOf(cells: readonly { column: Column; value: unknown }[]): LinkColumn[] {
  const found = new Map<Column, LinkColumn>()
  for (const { column, value } of cells) {
    if (column.type !== 'link' || column.linked?.deleted) continue
    const known = found.get(column) ?? { column, links: new Map() }
    found.set(column, known)
    for (const link of linksToLookUp(column, value)) known.links.set(linkText(link), link)
  }
  return [...found.values()]
}

interface Named {
  /** By the id of the linked definition and `linkText`. */
  targets: Map<string, LinkTarget>
  drafts: LinkedDrafts
}

/** Finds the rows that links name by own ids and unique values. */
async function lookUpNamed(
  tx: Tx,
  definition: Definition,
  context: CellContext,
  columns: readonly LinkColumn[],
  actor: Actor,
  making: readonly RowInMaking[],
  mostMade: number,
): Promise<Named> {
  const byBoard = namesByBoard(columns)
  const asked: { board: LinkedBoard; link: LinkReference; asked: Asked }[] = []
  const targets = new Map<string, LinkTarget>()
  for (const [definitionId, links] of byBoard) {
    const own = { view: viewOf(definition, actor), context }
    const board =
      definitionId === definition.id ? own : await openBoard(tx, actor, definitionId, links)
    if (!board) continue
    for (const [text, link] of links) {
      if (asked.length === MOST_NAMED) {
        const refusal = cellRefusal('too_many_names', { most: MOST_NAMED })
        targets.set(`${definitionId} ${text}`, { refusal })
        continue
      }
      asked.push({ board, link, asked: askedFor(board, link) })
      if (asked.length % AT_ONCE === 0) await turn()
    }
  }
  const stored = await findStored(tx, asked)
  const none: KnownRows = { ownIds: new Map(), uniques: new Map() }
  const made = byBoard.has(definition.id) ? knownOf(definition, context, actor, making) : none
  const drafts = new Map<string, { board: LinkedBoard; draft: LinkedDraft }>()
  const ids = new Map<string, string>()
  for (const { board, link, asked: question } of asked) {
    const { id } = board.view.definition
    const known = stored.get(id) ?? none
    const found = targetOf(board, link, question, known, id === definition.id ? made : none)
    const target = found ?? draftTarget(board, link, question, known)
    targets.set(`${id} ${linkText(link)}`, target)
  }
  return { targets, drafts }

  /** Links that ask for the same new row get the same one. */
  function draftTarget(
    board: LinkedBoard,
    link: LinkReference,
    question: Asked,
    known: KnownRows,
  ): LinkTarget {
    const draft = draftOf(board, link, known, drafts.size, mostMade)
    if ('refusal' in draft) return draft
    const uniques = 'refusal' in question ? [] : question.uniques.map(valueText)
    const name = JSON.stringify([board.view.definition.id, draft.externalId, uniques])
    const rowId = ids.get(name) ?? newId()
    ids.set(name, rowId)
    drafts.set(rowId, drafts.get(rowId) ?? { board, draft })
    return { rowId }
  }
}

/** The references that are not row ids, by the definition that they lead to. */
function namesByBoard(columns: readonly LinkColumn[]): Map<string, Map<string, LinkReference>> {
  const byBoard = new Map<string, Map<string, LinkReference>>()
  for (const { column, links } of columns) {
    const { definitionId } = column.settings
    for (const [text, link] of links) {
      if (link.by === 'id' || definitionId === undefined) continue
      const known = byBoard.get(definitionId) ?? new Map()
      byBoard.set(definitionId, known.set(text, link))
    }
  }
  return byBoard
}

/** The linked board. If a link may make a row there, it is read under its lock. */
async function openBoard(
  tx: Tx,
  actor: Actor,
  id: string,
  links: ReadonlyMap<string, LinkReference>,
): Promise<LinkedBoard | undefined> {
  if (mayAddRows(actor, id) && [...links.values()].some(makesRow)) await lockCounter(tx, id)
  const view = await findView(tx, actor, { id })
  return view && { view, context: await cellContext(tx, view.definition) }
}

/** The rows outside the request that the references ask for, by definition. */
async function findStored(
  tx: Tx,
  questions: readonly { board: LinkedBoard; asked: Asked }[],
): Promise<Map<string, KnownRows>> {
  const ownIds = new Map<string, { definitionId: string; externalId: string }>()
  const values = new Map<string, { columnId: string; hash: Buffer }>()
  for (const { board, asked } of questions) {
    if ('refusal' in asked) continue
    const { id: definitionId, kind } = board.view.definition
    const { ownId: externalId, uniques } = asked
    if (externalId !== undefined && kind === 'page') {
      ownIds.set(`${definitionId} ${externalId}`, { definitionId, externalId })
    }
    for (const unique of uniques) {
      values.set(valueText(unique), { columnId: unique.column.id, hash: unique.hash })
    }
  }
  const [owners, uniques] = await Promise.all([
    ownIds.size > 0 ? findOwnIds(tx, [...ownIds.values()]) : [],
    values.size > 0 ? holdersOfUniques(tx, [...values.values()]) : new Map<string, string>(),
  ])
  const asked = new Set(questions.map(({ board }) => board.view.definition.id))
  return new Map(
    [...asked].map((id) => {
      const own = owners.flatMap(({ definitionId, externalId, rowId, trashed }) =>
        definitionId === id ? [[externalId, trashed ? null : rowId] as const] : [],
      )
      return [id, { ownIds: new Map(own), uniques }]
    }),
  )
}

/** What the rows of a request can be named by; if two have the same value, the first counts. */
function knownOf(
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
      return uniqueOf(column, value, context).map(valueText)
    })
    for (const text of [...values, ...sent]) if (!uniques.has(text)) uniques.set(text, id)
  }
  return { ownIds, uniques }
}
