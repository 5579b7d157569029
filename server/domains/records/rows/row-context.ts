import { setImmediate as turn } from 'node:timers/promises'
import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { isLink } from '../../../../shared/column-types.ts'
import { MOST_ROWS } from '../../../../shared/limits.ts'
import { type Actor, onlySends, readsNothing } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CellContext, LinkTarget } from '../cells/column.ts'
import {
  isId,
  type LinkReference,
  linksToLookUp,
  linkText,
  targetOfText,
} from '../cells/references.ts'
import { cellContext } from '../definitions/cell-context.ts'
import { type Definition, viewOf } from '../definitions/definition.rules.ts'
import { holdFiles } from '../files/files.ts'
import { keepLinkedRows, listLiveRows } from '../links/links.sql.ts'
import { type BoardMarks, keepTarget, type LinkMemory } from './link-memory.ts'
import {
  askedFor,
  findLinkedRow,
  type KnownRows,
  type LinkedBoard,
  linkedBoard,
} from './linked-rows.rules.ts'
import { findOwnIds } from './own-ids.ts'
import { knownOf, type LinkedDrafts, type RowInMaking, RowsOfLinks } from './references/making.ts'
import { filesOf, isNamed, type Links, linksOf, referringCells } from './references/sent.rules.ts'
import { findStored, openBoard, type Question } from './references/stored.ts'
import type { SentCells } from './rows.rules.ts'

/** How many different rows a request can name other than by their ids: each is read as a value of several columns. */
const MOST_NAMED = 10_000
/** How many are read before others get a turn. */
const AT_ONCE = 250

/** The rows and files that cells name, looked up. */
export interface References
  extends Pick<CellContext, 'linkable' | 'files' | 'onlyUploads' | 'keepsUnresolved'> {
  drafts: LinkedDrafts
  /** The marks that boards must still have when the cells are stored, if they were looked up for an import. */
  marks: BoardMarks
}

/** Rows whose cells can name others, and the request that they are of. */
export interface NamingRows {
  sent: readonly SentCells[]
  /** The writer. It decides which files can be put into cells (`mayUse`), and which columns can name rows. */
  actor: Actor
  /** The rows that the request makes, which its cells can name too. */
  making?: readonly RowInMaking[] | undefined
  /** How many rows its links can make. */
  mostMade?: number | undefined
  /** The rows that an import has looked up before. More are added. */
  memory?: LinkMemory | undefined
}

/** The context for converting cells, and what was looked up for them. */
export type RowContext = CellContext & References

/**
 * The context for converting cells. The rows and files that they name are looked up in one query for each way of naming them,
 * whatever the number of cells.
 */
export async function contextOf(
  tx: Tx,
  definition: Definition,
  rows: NamingRows,
): Promise<RowContext> {
  const { sent, actor, making = [] } = rows
  const context = await cellContext(tx, definition)
  const cells = referringCells(definition, sent)
  const links = linksOf(cells)
  if (links.size > 0) keepLinkedRows(tx)
  const memories = await rows.memory?.refresh(tx, othersThan(definition, links))
  const kept = memories && takeRemembered(links, memories.targets)
  const rowIds = new Set<string>()
  for (const ofBoard of links.values()) {
    for (const link of ofBoard.values()) if (link.by === 'id') rowIds.add(link.id)
  }
  const [found, files, { targets, lasting, drafts }] = await Promise.all([
    rowIds.size > 0 ? listLiveRows(tx, [...rowIds]) : [],
    holdFiles(tx, actor, filesOf(cells)),
    lookUpNamed(tx, definition, context, rows, links),
  ])
  for (const { id, definitionId } of found) {
    const text = linkText({ by: 'id', id })
    if (!links.get(definitionId)?.has(text)) continue
    const ofBoard = targets.get(definitionId) ?? new Map()
    targets.set(definitionId, ofBoard.set(text, { rowId: id }))
    lasting.push({ definitionId, text })
  }
  await findByIdsAsOwnIds(tx, definition, links, making, targets)
  for (const { definitionId, text } of memories ? lasting : []) {
    const target = targets.get(definitionId)!.get(text)!
    if (definitionId !== definition.id) keepTarget(memories!, definitionId, text, target)
  }
  for (const [id, ofBoard] of kept ?? []) {
    targets.set(id, new Map([...(targets.get(id) ?? []), ...ofBoard]))
  }
  return {
    ...context,
    linkable: linkableOf(definition, (id) => targets.get(id)),
    marks: memories?.marks ?? new Map(),
    onlyUploads: onlySends(actor),
    keepsUnresolved: readsNothing(actor),
    drafts,
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

interface Named {
  /** By the id of the linked definition, then by `linkText`. */
  targets: Map<string, Map<string, LinkTarget>>
  drafts: LinkedDrafts
  /** The references that lead to the same rows as long as these stay outside the trash: those by own ids. */
  lasting: { definitionId: string; text: string }[]
}

/** Finds the rows that links name by own ids and unique values. */
async function lookUpNamed(
  tx: Tx,
  definition: Definition,
  context: CellContext,
  { actor, making = [], mostMade = MOST_ROWS }: NamingRows,
  links: Links,
): Promise<Named> {
  const named = [...links].filter(([, ofBoard]) => [...ofBoard.values()].some(isNamed))
  const targets = new Map(named.map(([id]) => [id, new Map<string, LinkTarget>()]))
  const opened = named.map(([id, ofBoard]) =>
    id === definition.id
      ? linkedBoard(viewOf(definition, actor), context)
      : openBoard(tx, actor, id, ofBoard),
  )
  const boards = (await Promise.all(opened)).filter((board) => board !== undefined)
  const open = await questionsTo(boards, links, targets)
  const stored = await Promise.all(open.map((board) => findStored(tx, board)))
  const none: KnownRows = { ownIds: new Map(), uniques: new Map() }
  const made = new RowsOfLinks(mostMade)
  const lasting: Named['lasting'] = []
  for (const [at, { board, questions }] of open.entries()) {
    const { id } = board.view.definition
    const known = stored[at]!
    const ofRequest = id === definition.id ? knownOf(definition, context, actor, making) : none
    for (const question of questions) {
      const { text, link, asked } = question
      const found = findLinkedRow(board, link, asked, known, ofRequest)
      targets.get(id)!.set(text, found ?? made.targetOf(board, question, known))
      const ownId = 'ownId' in asked ? asked.ownId : undefined
      if (ownId !== undefined && known.ownIds.get(ownId)) lasting.push({ definitionId: id, text })
    }
  }
  return { targets, drafts: made.drafts, lasting }
}

/**
 * Reads which rows links ask for by own ids and unique values. Links beyond the most that a request can have are refused
 * in `targets`.
 */
async function questionsTo(
  boards: readonly LinkedBoard[],
  links: Links,
  targets: Named['targets'],
): Promise<{ board: LinkedBoard; questions: Question[] }[]> {
  const asked: { board: LinkedBoard; questions: Question[] }[] = []
  let count = 0
  for (const board of boards) {
    const { id } = board.view.definition
    const questions: Question[] = []
    asked.push({ board, questions })
    for (const [text, link] of links.get(id)!) {
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
  return asked
}

/**
 * The rows that cells name, if an import remembers them all, and none is of their own board: then nothing has to be looked up.
 */
export function linkedFromMemory(
  definition: Definition,
  sent: readonly SentCells[],
  memory: LinkMemory,
): References | undefined {
  const cells = referringCells(definition, sent)
  for (const { column, value } of cells) {
    const { definitionId } = column.settings
    if (!isLink(column.type) || definitionId === undefined || definitionId === definition.id) {
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
