import { setImmediate as turn } from 'node:timers/promises'
import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import {
  type Actor,
  mayAddRows,
  onlySends,
  readsNothing,
  systemActor,
} from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { CellContext, LinkTarget } from '../cells/column.ts'
import {
  filesToLookUp,
  isId,
  type LinkReference,
  linksToLookUp,
  linkText,
  targetOfText,
} from '../cells/references.ts'
import { cellContext } from '../definitions/cell-context.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import { findView } from '../definitions/definition-views.ts'
import { lockCounter } from '../definitions/definitions.sql.ts'
import { holdFiles } from '../files/files.ts'
import { keepLinkedRows, listLiveRows } from '../links/links.sql.ts'
import { holdersOfUniques } from '../uniques/uniques.sql.ts'
import { type BoardMarks, type LinkMemory, remember } from './link-memory.ts'
import {
  type Asked,
  askedFor,
  draftOf,
  type KnownRows,
  type LinkedBoard,
  type LinkedDraft,
  linkedBoard,
  makesRow,
  namesRows,
  targetOf,
  uniqueOf,
  valueText,
} from './linked-rows.rules.ts'
import { OWN_ID } from './own-id-column.rules.ts'
import { findOwnIds } from './own-ids.ts'
import type { SentCells } from './rows.rules.ts'
import { namesOthers } from './unresolved.rules.ts'

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
export interface References
  extends Pick<CellContext, 'linkable' | 'files' | 'onlyUploads' | 'keepsUnresolved'> {
  drafts: LinkedDrafts
  /** What must still be so when the cells are stored, if they were looked up for an import. */
  marks: BoardMarks
}

/** The sent cells whose values name rows or files. */
export function referringCells(
  definition: Definition,
  sent: readonly SentCells[],
): { column: Column; value: unknown }[] {
  const refers = ({ type }: Column) => type === 'link' || type === 'file'
  if (!definition.columns.some(refers)) return []
  const { find } = viewOf(definition, systemActor(definition.workspaceId))
  const columns = new Map<string, Column | null>()
  const found: { column: Column; value: unknown }[] = []
  // Plain loops: they run for every cell of a file.
  for (const cells of sent) {
    for (const name in cells) {
      let column = columns.get(name)
      if (column === undefined) {
        const named = find(name)
        column = named && refers(named) ? named : null
        columns.set(name, column)
      }
      if (column === null) continue
      const value = cells[name]
      if (value !== null && value !== '') found.push({ column, value })
    }
  }
  return found
}

/** How many names of rows and people there are in cells. */
export function countNames(definition: Definition, sent: readonly SentCells[]): number {
  const naming = definition.columns.filter(namesOthers)
  if (naming.length === 0) return 0
  const { find } = viewOf({ ...definition, columns: naming }, systemActor(definition.workspaceId))
  let count = 0
  for (const cells of sent) {
    for (const name in cells) {
      const column = find(name)
      if (column?.type === 'link') count += linksToLookUp(column, cells[name]).length
      else if (column && cells[name] !== null && cells[name] !== '') count++
    }
  }
  return count
}

/**
 * What cells name if an import remembers all of it, and no rows of their own board; then nothing has to be looked up.
 */
export function remembered(
  definition: Definition,
  sent: readonly SentCells[],
  memory: LinkMemory,
): References | undefined {
  const cells = referringCells(definition, sent)
  for (const { column, value } of cells) {
    const { definitionId } = column.settings
    if (column.type !== 'link' || definitionId === undefined || definitionId === definition.id) {
      return undefined
    }
    const known = memory.of(definitionId)
    if (!known || column.linked?.deleted) return undefined
    if (targetOfText(value, known)) continue
    for (const link of linksToLookUp(column, value)) {
      if (!known.has(linkText(link))) return undefined
    }
  }
  return {
    linkable: linkableOf(definition, (id) => memory.of(id)),
    drafts: new Map(),
    marks: cells.length === 0 ? new Map() : memory.marks,
  }
}

function linkableOf(
  { columns }: Definition,
  targetsOf: (definitionId: string) => ReadonlyMap<string, LinkTarget> | undefined,
): NonNullable<CellContext['linkable']> {
  return new Map(
    columns.flatMap(({ id, settings }) => {
      const ofBoard = targetsOf(settings.definitionId ?? '')
      return ofBoard ? [[id, ofBoard]] : []
    }),
  )
}

/**
 * Whether cells name rows of their own board otherwise than by row id: perhaps rows that the same write makes. Where rows
 * come with own ids, what looks like a row id can be one.
 */
export const namesOwnRows = (definition: Definition, sent: readonly SentCells[]): boolean => {
  const isOwn = ({ settings }: Column) => settings.definitionId === definition.id
  if (!definition.columns.some(isOwn)) return false
  const cells = referringCells(definition, sent).filter(({ column }) => isOwn(column))
  const haveOwnIds = sent.some((row) => OWN_ID in row)
  return [...linksOf(cells).values()].some((links) =>
    [...links.values()].some(({ by }) => haveOwnIds || by !== 'id'),
  )
}

/**
 * Looks up the rows and files that cells name, in one query for each way of naming them, whatever the number of cells.
 *
 * @param context the context in which the cells are read.
 * @param actor who writes, and so which files can be put into cells (`mayUse`), and which columns can name rows;
 *   without one, rows are named by their ids only.
 * @param making the rows that the same request makes.
 * @param mostMade how many rows its links can make.
 * @param memory what an import has looked up before; what it can remember is added.
 */
export async function lookUpReferences(
  tx: Tx,
  definition: Definition,
  context: CellContext,
  sent: readonly SentCells[],
  actor: Actor | undefined,
  making: readonly RowInMaking[],
  mostMade: number,
  memory?: LinkMemory,
): Promise<References> {
  const cells = referringCells(definition, sent)
  const links = linksOf(cells)
  if (links.size > 0) keepLinkedRows(tx)
  const memories = await memory?.refresh(tx, othersThan(definition, links))
  const kept = memories && takeRemembered(links, memories.targets)
  const rowIds = new Set<string>()
  for (const ofBoard of links.values()) {
    for (const link of ofBoard.values()) if (link.by === 'id') rowIds.add(link.id)
  }
  const fileIds = new Set(
    cells.flatMap(({ column, value }) => (column.type === 'file' ? filesToLookUp(value) : [])),
  )
  const [rows, files, named] = await Promise.all([
    rowIds.size > 0 ? listLiveRows(tx, [...rowIds]) : [],
    actor ? holdFiles(tx, actor, [...fileIds]) : [],
    actor ? lookUpNamed(tx, definition, context, links, actor, making, mostMade) : undefined,
  ])
  const targets = named?.targets ?? new Map<string, Map<string, LinkTarget>>()
  for (const { id, definitionId } of rows) {
    const text = linkText({ by: 'id', id })
    if (!links.get(definitionId)?.has(text)) continue
    const ofBoard = targets.get(definitionId) ?? new Map()
    targets.set(definitionId, ofBoard.set(text, { rowId: id }))
    named?.lasting.push({ definitionId, text })
  }
  if (actor) await findByIdsAsOwnIds(tx, definition, links, making, targets)
  for (const { definitionId, text } of (memories && named?.lasting) ?? []) {
    const target = targets.get(definitionId)!.get(text)!
    if (definitionId !== definition.id) remember(memories!, definitionId, text, target)
  }
  for (const [id, ofBoard] of kept ?? []) {
    targets.set(id, new Map([...(targets.get(id) ?? []), ...ofBoard]))
  }
  return {
    linkable: linkableOf(definition, (id) => targets.get(id)),
    marks: memories?.marks ?? new Map(),
    onlyUploads: actor !== undefined && onlySends(actor),
    keepsUnresolved: actor !== undefined && readsNothing(actor),
    drafts: named?.drafts ?? new Map(),
    files: new Map(
      files.map(({ id, name, size, type, sha256 }) => [
        id,
        { cell: { id, name, size: Number(size), type }, sha256 },
      ]),
    ),
  }
}

/**
 * Finds rows that have what looks like a row id as their own id: in an export, that is what stands for a row without an
 * own id.
 */
async function findByIdsAsOwnIds(
  tx: Tx,
  definition: Definition,
  links: Links,
  making: readonly RowInMaking[],
  targets: Map<string, Map<string, LinkTarget>>,
): Promise<void> {
  for (const [definitionId, ofBoard] of links) {
    const found = targets.get(definitionId) ?? new Map<string, LinkTarget>()
    const open = [...ofBoard].flatMap(([text, link]) =>
      link.by === 'id' && isId(link.id) && !found.has(text) ? link.id : [],
    )
    if (open.length === 0) continue
    const made = definitionId === definition.id ? making : []
    const madeBy = new Map(made.map(({ id, externalId }) => [externalId, id]))
    for (const id of open) {
      const rowId = madeBy.get(id)
      if (rowId !== undefined) found.set(linkText({ by: 'id', id }), { rowId })
    }
    for (const { externalId, rowId, trashed } of await findOwnIds(tx, definitionId, open)) {
      if (!trashed) found.set(linkText({ by: 'id', id: externalId }), { rowId })
    }
    targets.set(definitionId, found)
  }
}

/** The boards that links lead to, without their own one. */
const othersThan = (definition: Definition, links: Links): string[] =>
  [...links.keys()].filter((id) => id !== definition.id)

/** Takes the links out that an import remembers. @returns where they lead, by the boards' ids. */
function takeRemembered(
  links: Map<string, Map<string, LinkReference>>,
  targets: ReadonlyMap<string, ReadonlyMap<string, LinkTarget>>,
): Map<string, Map<string, LinkTarget>> {
  const taken = new Map<string, Map<string, LinkTarget>>()
  for (const [id, known] of targets) {
    const ofBoard = links.get(id)
    if (!ofBoard) continue
    const found = new Map<string, LinkTarget>()
    for (const text of ofBoard.keys()) {
      const target = known.get(text)
      if (target) found.set(text, target)
    }
    for (const text of found.keys()) ofBoard.delete(text)
    taken.set(id, found)
  }
  return taken
}

/** What cells name, by the definition that they link to, then by `linkText`. */
type Links = ReadonlyMap<string, ReadonlyMap<string, LinkReference>>

function linksOf(
  cells: readonly { column: Column; value: unknown }[],
): Map<string, Map<string, LinkReference>> {
  const found = new Map<string, Map<string, LinkReference>>()
  for (const { column, value } of cells) {
    const { definitionId } = column.settings
    if (column.type !== 'link' || column.linked?.deleted || definitionId === undefined) continue
    let links = found.get(definitionId)
    if (!links) {
      links = new Map()
      found.set(definitionId, links)
    }
    for (const link of linksToLookUp(column, value)) links.set(linkText(link), link)
  }
  return found
}

interface Named {
  /** By the id of the linked definition, then by `linkText`. */
  targets: Map<string, Map<string, LinkTarget>>
  drafts: LinkedDrafts
  /** The references that lead to the same rows as long as these stay outside the trash: those by own ids. */
  lasting: { definitionId: string; text: string }[]
}

/** A reference to a row of a board, and what it asks for. */
interface Question {
  text: string
  link: LinkReference
  asked: Asked
}

/** Finds the rows that links name by own ids and unique values. */
async function lookUpNamed(
  tx: Tx,
  definition: Definition,
  context: CellContext,
  links: Links,
  actor: Actor,
  making: readonly RowInMaking[],
  mostMade: number,
): Promise<Named> {
  const named = [...links].filter(([, ofBoard]) => [...ofBoard.values()].some(isNamed))
  const boards = await Promise.all(
    named.map(([id, ofBoard]) =>
      id === definition.id
        ? linkedBoard(viewOf(definition, actor), context)
        : openBoard(tx, actor, id, ofBoard),
    ),
  )
  const targets = new Map(named.map(([id]) => [id, new Map<string, LinkTarget>()]))
  const open: { board: LinkedBoard; questions: Question[] }[] = []
  let count = 0
  for (const [at, [id, ofBoard]] of named.entries()) {
    const board = boards[at]
    if (!board) continue
    const questions: Question[] = []
    open.push({ board, questions })
    for (const [text, link] of ofBoard) {
      if (!isNamed(link)) continue
      if (count === MOST_NAMED) {
        const refusal = cellRefusal('too_many_names', { most: MOST_NAMED })
        targets.get(id)!.set(text, { refusal })
        continue
      }
      questions.push({ text, link, asked: askedFor(board, link) })
      if (++count % AT_ONCE === 0) await turn()
    }
  }
  const stored = await Promise.all(open.map((board) => findStored(tx, board)))
  const none: KnownRows = { ownIds: new Map(), uniques: new Map() }
  const drafts = new Map<string, { board: LinkedBoard; draft: LinkedDraft }>()
  const ids = new Map<string, string>()
  const lasting: Named['lasting'] = []
  for (const [at, { board, questions }] of open.entries()) {
    const { id } = board.view.definition
    const known = stored[at]!
    const made = id === definition.id ? knownOf(definition, context, actor, making) : none
    const ofBoard = targets.get(id)!
    for (const { text, link, asked } of questions) {
      const found = targetOf(board, link, asked, known, made)
      ofBoard.set(text, found ?? draftTarget(board, link, asked, known))
      const ownId = 'ownId' in asked ? asked.ownId : undefined
      if (ownId !== undefined && known.ownIds.get(ownId)) lasting.push({ definitionId: id, text })
    }
  }
  return { targets, drafts, lasting }

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

const isNamed = ({ by }: LinkReference): boolean => by !== 'id'

/** The linked board. If a link may make a row there, it is read under its lock. */
async function openBoard(
  tx: Tx,
  actor: Actor,
  id: string,
  links: ReadonlyMap<string, LinkReference>,
): Promise<LinkedBoard | undefined> {
  if (mayAddRows(actor, id) && [...links.values()].some(makesRow)) await lockCounter(tx, id)
  const view = await findView(tx, actor, { id })
  return view && linkedBoard(view, await cellContext(tx, view.definition))
}

/** The rows outside the request that references to a board ask for. */
async function findStored(
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
      values.set(valueText(unique), { columnId: unique.column.id, hash: unique.hash })
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
