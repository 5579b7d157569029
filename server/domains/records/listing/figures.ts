import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database/tx.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import type { CountedDefinition } from '../definitions/definitions.sql.ts'
import { Parameters } from '../filters/statement.rules.ts'
import { BIG_BOARD } from '../indexes/column-indexes.rules.ts'
import { type Figure, type FigureRow, figureParts, isAdditive } from './figures.rules.ts'
import { type KeptFigure, readChangedFigure, readFigure } from './figures.sql.ts'
import type { Listing } from './listing.rules.ts'

/** A list that is ready to be read page by page. */
export interface OpenListing {
  definition: CountedDefinition
  view: DefinitionView
  listing: Listing
}

/** The figures of big boards, by what they depend on besides the rows. */
const keptFigures = new Memory<KeptFigure>({
  most: 8 * 1024 * 1024,
  weigh: ({ rows }) => rows.reduce((sum, row) => sum + 40 * row.length, 1000),
})

/** Whether a figure is worth keeping, and can be. The snapshot of a standby does not say what was under way. */
export const canKeep = (
  tx: Tx,
  { definition, listing }: Pick<OpenListing, 'definition' | 'listing'>,
  figure: Figure,
): boolean =>
  definition.rowCount >= BIG_BOARD && tx.showsWriters && tx.canWrite && isAdditive(listing, figure)

/**
 * A figure of a list. The figures of a big board are kept in memory, and brought up to date by the rows that have changed since:
 * counting a million takes half a second, and a few changes a few milliseconds.
 */
export async function figureOf(
  tx: Tx,
  opened: OpenListing,
  figure: Figure,
): Promise<readonly FigureRow[]> {
  const { view, listing } = opened
  if (!canKeep(tx, opened, figure)) return (await readFigure(tx, view, listing, figure)).rows
  const name = nameOf(opened, figure)
  const kept = keptFigures.get(name)
  const { rows, mark } =
    (kept && (await readChangedFigure(tx, view, listing, figure, kept))) ??
    (await readFigure(tx, view, listing, figure))
  // At the limit there may be more groups, which a change could bring in.
  const isWhole = rows.length < (figure.by?.limit ?? Number.POSITIVE_INFINITY)
  if (mark && isWhole) keptFigures.keep(name, { rows, mark })
  return rows
}

/** Has everything that a figure depends on besides the rows. */
function nameOf({ definition, view, listing }: OpenListing, figure: Figure): string {
  const parameters = new Parameters()
  const parts = figureParts(view, listing, figure, parameters)
  const sums = figure.sums.map(({ sql }) => sql)
  const depends = [definition.id, definition.version, parts, sums, parameters.values]
  return createHash('sha1').update(JSON.stringify(depends)).digest('base64')
}
