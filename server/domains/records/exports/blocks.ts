import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { isLink, natureOf } from '../../../../shared/column-types.ts'
import { unresolvedText } from '../../../../shared/unresolved-names.ts'
import type { UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { overloaded } from '../../../platform/database/failures.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { giveWay } from '../../../platform/http/courtesy.ts'
import { Turns } from '../../../platform/sharing/turns.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import { locateToRead } from '../definitions/locate.ts'
import type { Place } from '../filters/order.rules.ts'
import { expandLinks } from '../links/links.ts'
import type { OpenListing } from '../listing/figures.ts'
import { isoTime } from '../listing/listed-rows.rules.ts'
import { openListing, pageOf, type RowsQuery } from '../listing/listing.ts'
import { viewFor } from '../policies/view-as.ts'
import { unresolvedOut } from '../rows/unresolved.rules.ts'
import type { ExportContext } from './export-cells.rules.ts'
import { listOwnIds } from './own-ids.sql.ts'
import { namesOf } from './people-names.rules.ts'
import { sendersOf } from './senders.ts'

/** The rows read in one transaction, as the caller sees them, and the context in which their cells are read. */
export interface Block {
  view: DefinitionView
  columns: readonly Column[]
  context: ExportContext
  /** The cells of each row, by column key. */
  rows: readonly Record<string, unknown>[]
  /** What each row can be named by in an import: its own id, or else its id. */
  ownIds: readonly string[]
  /** The average length of the stored cells of a row, as text. */
  rowChars: number
  /** How many rows the definition has, filtered or not. */
  rowCount: number
  next: Place | null
}

/** How cells are read. */
export interface ReadingOptions {
  /** Whether links are read as own ids, not as titles. */
  ids: boolean
  /** What the addresses of boards and pages end in; `null` if there are none. */
  mailDomain: string | null
}

const FIRST_ROWS = 100
/** A block is written in one go, while requests wait: this many rows of twenty columns take about 3 ms. */
const MOST_ROWS = 250
/** How much text a block should have: a row can have a few bytes or a million. */
const BLOCK_CHARS = 250_000

/**
 * PostgreSQL reads one block of a workspace after the other: several at the same time would leave it nothing for other work.
 * Of two places, one workspace takes one, so another one need not wait for its blocks, which can take seconds.
 */
const turns = new Turns({
  atOnce: 2,
  mostWaiting: 64,
  mostWaitMs: 60_000,
  refuse: () => overloaded(),
})

/**
 * The first block, and a generator of all blocks, including the first. Each is read in its own transaction when it is
 * asked for, so that a slow reader holds no transaction open: that would delay feeds of events and vacuuming.
 *
 * @throws Refusal if the request is wrong; later blocks fail if the columns have changed.
 */
export async function openBlocks(
  db: Database,
  actor: UserActor,
  address: DefinitionAddress,
  query: RowsQuery,
  options: ReadingOptions,
): Promise<{ first: Block; blocks: AsyncGenerator<Block> }> {
  const first = await db.readWorkspace(actor, async (tx) => {
    const open = await openListing(tx, actor, address, query)
    return { open, block: await readBlock(tx, open, undefined, FIRST_ROWS, options) }
  })
  const read = (after: Place, limit: number) =>
    db.readWorkspace(actor, async (tx) => {
      const { definition } = await locateToRead(tx, address)
      const view = await viewFor(tx, actor, definition, query.as)
      if (!hasSameColumns(view, first.open.view)) throw new Error('a column went during an export')
      return readBlock(tx, { ...first.open, definition, view }, after, limit, options)
    })
  return { first: first.block, blocks: following(first.block, read) }
}

/** Whether every column of a view is still visible and unchanged: filters and orders use these columns too. */
const hasSameColumns = (now: DefinitionView, before: DefinitionView): boolean =>
  before.columns.every(({ id, slot }) => {
    const column = now.ofSlot(slot)
    return column?.id === id && column.slot === slot
  })

async function* following(
  first: Block,
  read: (after: Place, limit: number) => Promise<Block>,
): AsyncGenerator<Block> {
  for (let block = first; ; ) {
    yield block
    if (!block.next) return
    await giveWay()
    const wanted = Math.ceil(BLOCK_CHARS / block.rowChars)
    const limit = Math.min(MOST_ROWS, block.rows.length * 4, wanted)
    block = await turns.take(block.view.actor.workspaceId, () => read(block.next!, limit))
  }
}

async function readBlock(
  tx: Tx,
  open: OpenListing,
  after: Place | undefined,
  limit: number,
  { ids, mailDomain }: ReadingOptions,
): Promise<Block> {
  const { definition, view, listing } = open
  const { columns } = listing
  const namesPeople = columns.some(({ type }) => /^(?:person|created_by|updated_by)$/.test(type))
  const namesSenders = columns.some((column) => natureOf(column) === 'actor')
  const [{ rows, next }, people, senders] = await Promise.all([
    pageOf(tx, open, after, limit),
    namesPeople ? listPeople(tx) : [],
    namesSenders ? sendersOf(tx, view.actor, definition.id, mailDomain) : new Map(),
  ])
  const stored = rows.map(({ id, cells }) => ({ id, cells: JSON.parse(cells) as StoredCells }))
  const linking = columns.filter(({ type }) => isLink(type))
  const namesOfLinked = ids ? ownIdsOf : titlesOf
  const titles = await namesOfLinked(tx, { ...view, columns: linking }, stored)
  return {
    view,
    columns,
    context: { people: namesOf(people), senders, titles, ...definition.locale },
    ownIds: rows.map((row) => namingId(row.id, row.external_id)),
    rows: rows.map((row, i) =>
      withNames(
        view.project(stored[i]!.cells, {
          position: row.position,
          createdAt: new Date(isoTime(row.created_at)),
          createdBy: row.created_by,
          updatedAt: new Date(isoTime(row.updated_at)),
          updatedBy: row.updated_by,
        }),
        unresolvedOut(columns, stored[i]!.cells),
      ),
    ),
    rowChars: rows.reduce((sum, { cells }) => sum + cells.length, 0) / (rows.length || 1),
    rowCount: definition.rowCount,
    next,
  }
}

/** Cells with the names in them that lead nowhere yet, which stand where a title or a person's name would. */
function withNames(
  cells: Record<string, unknown>,
  unresolved: ReturnType<typeof unresolvedOut>,
): Record<string, unknown> {
  if (!unresolved) return cells
  const named = Object.entries(unresolved).map(([key, names]) => [
    key,
    [...((cells[key] as string[] | undefined) ?? []), ...names.map(unresolvedText)],
  ])
  return { ...cells, ...Object.fromEntries(named) }
}

type Stored = readonly { id: string; cells: StoredCells }[]

/** By id of the linked row; rows in the trash, and rows without a text that the caller can see, have no title. */
async function titlesOf(tx: Tx, view: DefinitionView, rows: Stored): Promise<Map<string, string>> {
  if (view.columns.length === 0) return new Map()
  const links = await expandLinks(tx, view, rows)
  return new Map(
    [...links.values()]
      .flatMap((byColumn) => Object.values(byColumn).flat())
      .flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
  )
}

/** By id of the linked row; those without an own id are named by their ids anyway. */
async function ownIdsOf(
  tx: Tx,
  { columns }: DefinitionView,
  rows: Stored,
): Promise<Map<string, string>> {
  const linked = rows.flatMap(({ cells }) =>
    columns.flatMap(({ slot }) => (cells[slot] ?? []) as string[]),
  )
  const found = linked.length === 0 ? [] : await listOwnIds(tx, [...new Set(linked)])
  return new Map(found.map(({ id, externalId }) => [id, namingId(id, externalId)]))
}

/** Commas separate several rows, and white space around is removed: a row with such an own id is named by its id. */
const namingId = (id: string, ownId: string | null): string =>
  ownId === null || ownId.includes(',') || ownId.trim() !== ownId ? id : ownId
