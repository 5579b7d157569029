import { createHash } from 'node:crypto'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, seatOf } from '../../../platform/actor.ts'
import { type Tx, type Unawaited, withCommit } from '../../../platform/database/tx.ts'
import { writeAll } from '../../../platform/http/courtesy.ts'
import { DEFAULT_LIMIT, encodeCursor } from '../../../platform/http/cursor.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { type DefinitionView, type StoredCells, viewOf } from '../definitions/definition.rules.ts'
import { findVersion } from '../definitions/definitions.sql.ts'
import { locateToRead, recallAt } from '../definitions/locate.ts'
import { type Place, phasesOf, signatureOf } from '../filters/order.rules.ts'
import { placeIn, placeOf } from '../filters/place.rules.ts'
import { rangedTarget } from '../indexes/column-indexes.rules.ts'
import { announceIndexes, indexedRange } from '../indexes/column-indexes.ts'
import { expandLinks } from '../links/links.ts'
import { hiddenColumns, viewFor } from '../policies/view-as.ts'
import { searchCandidates } from '../texts/row-texts.ts'
import { groupFigure, isEnd, totalFigure } from './figures.rules.ts'
import { figureOf, type OpenListing } from './figures.ts'
import { type KeptPage, keptPages } from './kept-pages.ts'
import { rowWriter } from './listed-rows.rules.ts'
import { isAll, isPlain, type Listing, type ListingQuery, planListing } from './listing.rules.ts'
import * as sql from './listing.sql.ts'
import { findPlace, phaseCounts } from './offsets.ts'
import { markOf } from './page-marks.rules.ts'
import { type PageSql, pageSql } from './page-sql.rules.ts'
import { savedQuery } from './saved-views.ts'

export interface RowsQuery extends ListingQuery {
  limit?: number
  cursor?: string
  offset?: number
  count?: boolean
  trashed?: boolean
  as?: string
  /** The id of a saved view. */
  view?: string
  expand?: 'links'
}

/** How the answer ends that has a page and nothing else. */
const END = Buffer.from('}')

/** The most groups in an answer. */
export const MAX_GROUPS = 1000

/**
 * A page of rows as the bytes of its JSON. The transaction does not wait for a plain list, so that COMMIT is sent together with
 * its last statement.
 *
 * @throws Refusal not_found, forbidden, unknown_reference, unknown_column, invalid_request, invalid_cursor.
 */
export async function listRows(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: RowsQuery,
): Promise<Unawaited<Buffer> | Buffer> {
  if (query.offset !== undefined && query.cursor !== undefined) {
    throw invalid('query.offset', why('not_with', { field: 'cursor' }))
  }
  const ahead = planAhead(tx, actor, address, query)
  const state = ahead && (await stateOf(tx, ahead))
  if (state === 'same') return Buffer.concat([ahead!.kept!.page!.body, END])
  const planned = state === 'other definition' ? undefined : ahead
  const opened = planned?.opened ?? (await openListing(tx, actor, address, query))
  const { view, listing, definition } = opened
  const after = query.offset
    ? await findPlace(tx, opened, query.offset)
    : placeAt(listing, query.cursor)
  const place = after === 'end' ? undefined : { after, limit: query.limit ?? DEFAULT_LIMIT }
  const keepable = place && !query.expand && tx.showsWriters
  const kept = planned
    ? planned.kept && { ...planned.kept, page: undefined }
    : keepable
      ? findKept(opened, place)
      : undefined
  const isFirst = !query.cursor && !query.offset
  const found = Promise.all([
    place ? writePage(tx, opened, place, query, kept) : Buffer.from('{"data":[],"nextCursor":null'),
    query.count ? totalOf(tx, opened) : undefined,
    listing.group && isFirst ? groupsOf(tx, opened) : undefined,
    listing.totals.length > 0 && isFirst ? totalsOf(tx, opened) : undefined,
    announceIndexes(tx, definition, listing),
  ])
  const text = withCommit(
    found.then(([page, total, groups, totals]) => {
      const more = {
        ...(total === undefined ? {} : { total }),
        ...groups,
        ...(totals ? { totals } : {}),
        ...(query.as ? { hiddenColumns: hiddenColumns(definition, view) } : {}),
      }
      const rest = JSON.stringify(more).slice(1)
      return Buffer.concat([page, Buffer.from(rest === '}' ? rest : `,${rest}`)])
    }),
  )
  const isOneStatement =
    isPlain(listing) && listing.totals.length === 0 && !query.expand && !kept?.page
  if (!isOneStatement) await text.result
  return text
}

/**
 * Asks for the indexes of a list that took too long. The list asked for them too, but that was rolled back with it, so
 * the next list would take just as long.
 */
export async function askForIndexes(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: RowsQuery,
): Promise<void> {
  const { definition, listing } = await openListing(tx, actor, address, query)
  await announceIndexes(tx, definition, listing, true)
}

/** Where a page begins, and how many rows it has at most. */
interface PagePlace {
  after: Place | undefined
  limit: number
}

/** A page as it can be kept: under a name, with the statement that finds its mark. */
interface Keepable {
  name: string
  statement: PageSql
  page: KeptPage | undefined
}

/** A list that was planned with the definition in memory. */
interface Ahead {
  opened: OpenListing
  kept: Keepable | undefined
}

/** Undefined if planning it takes a question, or if it answers more than a page. A refusal may come from an old definition. */
function planAhead(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: RowsQuery,
): Ahead | undefined {
  const { as, view: saved, search, expand, count, offset, group, totals } = query
  if (as || saved || search || expand || count || offset || group || totals) return undefined
  const definition = tx.showsWriters ? recallAt(tx, address) : undefined
  if (!definition) return undefined
  const view = viewOf(definition, actor)
  const context = {
    view,
    get now(): Date {
      throw new NeedsTime()
    },
    timeZone: definition.locale.timeZone,
    me: seatOf(actor),
  }
  try {
    const listing = planListing(query, undefined, context)
    if (rangedTarget(listing)) return undefined
    const opened = { definition, view, listing }
    const after = placeAt(listing, query.cursor)
    return { opened, kept: findKept(opened, { after, limit: query.limit ?? DEFAULT_LIMIT }) }
  } catch (error) {
    if (error instanceof Refusal || error instanceof NeedsTime) return undefined
    throw error
  }
}

/** Only the database knows the time. */
class NeedsTime extends Error {}

/** Whether the plan still counts, and its page if one is kept, found out in one exchange. */
async function stateOf(
  tx: Tx,
  { opened: { definition, listing }, kept }: Ahead,
): Promise<'same' | 'other rows' | 'other definition'> {
  const [current, mark] = await Promise.all([
    findVersion(tx, definition.id),
    kept?.page && sql.findMark(tx, kept.statement),
    kept?.page && announceIndexes(tx, definition, listing),
  ])
  if (current?.version !== definition.version) return 'other definition'
  return kept?.page && mark === kept.page.mark ? 'same' : 'other rows'
}

/** Undefined for rows that an index found first: their ids change with every one of them. */
function findKept(
  { definition, view, listing }: OpenListing,
  { after, limit }: PagePlace,
): Keepable | undefined {
  if (listing.among) return undefined
  const [phase] = phasesOf(listing.order, after)
  const statement = pageSql(view, listing, phase, after, limit + 1)
  const slots = listing.columns.map(({ slot }) => slot)
  const { rows, values } = statement
  const depends = [definition.id, definition.version, slots, rows, values]
  const name = createHash('sha1').update(JSON.stringify(depends)).digest('base64')
  return { name, statement, page: keptPages.find(name) }
}

/** The page's rows and its cursor, as an answer begins. */
async function writePage(
  tx: Tx,
  opened: OpenListing,
  { after, limit }: PagePlace,
  query: RowsQuery,
  kept: Keepable | undefined,
): Promise<Buffer> {
  if (kept?.page && (await sql.findMark(tx, kept.statement)) === kept.page.mark) {
    return kept.page.body
  }
  const { definition, view, listing } = opened
  const { rows, next, read } = await pageOf(tx, opened, after, limit)
  const links = query.expand ? await linksOf(tx, view, listing, rows) : undefined
  const bare = rowWriter(view, listing.columns)
  const write = links
    ? (row: sql.ListedRow) =>
        `${bare(row).slice(0, -1)},"links":${JSON.stringify(links.get(row.id) ?? {})}}`
    : bare
  const written = await writeAll(definition.workspaceId, rows, ({ cells }) => cells.length, write)
  const cursor = JSON.stringify(next && encodeCursor(cursorOf(listing, next)))
  const body = Buffer.from(`{"data":[${written.join(',')}],"nextCursor":${cursor}`)
  if (kept && read) keptPages.keep(kept.name, () => ({ mark: markOf(read), body }))
  return body
}

/** What the rows of a page link to, in the columns that the answer has. */
const linksOf = (
  tx: Tx,
  view: DefinitionView,
  { columns }: Listing,
  rows: readonly sql.ListedRow[],
) =>
  expandLinks(
    tx,
    { ...view, columns },
    rows.map(({ id, cells }) => ({ id, cells: JSON.parse(cells) as StoredCells })),
  )

/** Decides what a list answers to this reader. */
export async function openListing(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: RowsQuery,
): Promise<OpenListing> {
  const { definition, now } = await locateToRead(tx, address)
  const view = await viewFor(tx, actor, definition, query.as)
  const saved = query.view ? await savedQuery(tx, actor, view, query.view) : undefined
  const listing = planListing(query, saved, {
    view,
    now,
    timeZone: definition.locale.timeZone,
    me: seatOf(actor),
  })
  const among = await candidatesOf(tx, { definition, view, listing }, query.count ?? false)
  return { definition, view, listing: { ...listing, among } }
}

/** With more rows than this in a range, reading the board finds a page of them as quickly. */
const MOST_IN_RANGE = 5_000

/** The only rows that can be in a list, if an index finds them and there are few. */
async function candidatesOf(
  tx: Tx,
  { definition, view, listing }: OpenListing,
  isCounted: boolean,
): Promise<readonly string[] | undefined> {
  const { search, trashed } = listing
  if (trashed) return undefined
  if (search !== undefined) {
    return searchCandidates(tx, view, definition.rowCount, search, isCounted)
  }
  const ranged = await indexedRange(tx, definition, listing)
  return ranged && sql.findFew(tx, view, listing, ranged, MOST_IN_RANGE)
}

/**
 * Up to `limit` rows after a place, and the place of the last one if there are more.
 *
 * @returns `read` has all rows that were read, if they are of one phase and there are any.
 */
export async function pageOf(
  tx: Tx,
  opened: OpenListing,
  after: Place | undefined,
  limit: number,
): Promise<{ rows: sql.ListedRow[]; next: Place | null; read?: sql.ListedRow[] }> {
  const { view, listing } = opened
  const rows: sql.ListedRow[] = []
  const phases = phasesOf(listing.order, after)
  // Only a page that goes beyond one option asks which others have rows.
  let counts: Awaited<ReturnType<typeof phaseCounts>> | undefined
  let asked = 0
  for (const phase of phases) {
    const wanted = limit + 1 - rows.length
    if (wanted <= 0) break
    asked++
    if (listing.order.ranks && phase !== phases[0]) {
      counts ??= await phaseCounts(tx, opened)
      if (counts(phase!) === 0) continue
    }
    const more = await (isPlain(listing)
      ? sql.listRowsByPosition(tx, view.definition.id, after?.position ?? 0, wanted)
      : sql.listRows(tx, pageSql(view, listing, phase, after, wanted)))
    rows.push(...more)
  }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    rows: items,
    next: rows.length > limit && last ? placeOf(listing.order, last) : null,
    ...(asked === 1 && rows.length > 0 && { read: rows }),
  }
}

/** A list by position only has a plain cursor. */
const cursorOf = ({ order }: Listing, { position, values }: Place) =>
  order.keys.length === 0 && !order.descending
    ? [position]
    : [signatureOf(order), position, ...values]

/** @throws Refusal invalid_cursor */
const placeAt = ({ order }: Listing, cursor: string | undefined): Place | undefined =>
  cursor === undefined ? undefined : placeIn(cursor, order)

/** The number of rows outside the trash is stored; other numbers are counted. */
async function totalOf(tx: Tx, opened: OpenListing): Promise<number> {
  if (isAll(opened.listing)) return opened.definition.rowCount
  const [all] = await figureOf(tx, opened, { sums: [] })
  return all![1]
}

async function groupsOf(tx: Tx, opened: OpenListing) {
  const { view, listing } = opened
  const { target, sums } = listing.group!
  const found = await figureOf(tx, opened, groupFigure(listing, view, MAX_GROUPS + 1))
  const groups = found.slice(0, MAX_GROUPS).map(([value, count, ...totals]) => ({
    value: target.nature === 'checkbox' && value !== null ? value === 'true' : value,
    count,
    sums: Object.fromEntries(sums.map(({ column }, i) => [column, Number(totals[i] ?? 0)])),
  }))
  return { groups, ...(found.length > MAX_GROUPS ? { groupsTruncated: true } : {}) }
}

async function totalsOf(tx: Tx, opened: OpenListing) {
  const { view, listing } = opened
  const { figure, values } = totalFigure(listing.totals)
  const ends = listing.totals.filter(isEnd)
  const [[all], found] = await Promise.all([
    figureOf(tx, opened, figure),
    ends.length > 0 ? sql.findEnds(tx, view, listing, ends) : undefined,
  ])
  const added = values(all!)
  return listing.totals.map((one, i) => ({
    column: one.column,
    total: one.total,
    value: (isEnd(one) ? found![`end${ends.indexOf(one)}`] : added[i]) ?? null,
  }))
}
