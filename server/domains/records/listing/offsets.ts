import type { Tx } from '../../../platform/database/tx.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import { type Phase, type Place, phasesOf } from '../filters/order.rules.ts'
import { placeOf } from '../filters/place.rules.ts'
import { canKeep, figureOf, type OpenListing } from './figures.ts'
import { isAll, isPlain } from './listing.rules.ts'
import * as sql from './listing.sql.ts'
import { bucketFigure, bucketKey, countIn, phaseFigure, type Stretch } from './stretches.rules.ts'

/** Skipping fewer rows than this is quick without knowing how many there are. */
const NEAR = 5000

/** The place from which a list continues after skipping that many rows. */
export async function findPlace(
  tx: Tx,
  opened: OpenListing,
  offset: number,
): Promise<Place | 'end'> {
  const { definition, listing } = opened
  if (isPlain(listing)) {
    const position = await sql.findPositionOf(tx, definition.id, offset)
    if (position !== undefined) return { position, values: [] }
  }
  // If the number of rows is stored, we can count from the end where that is nearer.
  const left = isAll(listing) ? definition.rowCount - offset : offset
  const backwards = left < offset
  if (left < 0) return 'end'
  return walk(tx, opened, backwards ? left : offset - 1, backwards)
}

/** The place of the row with `beyond` rows before it, or after it if `backwards`. */
async function walk(
  tx: Tx,
  opened: OpenListing,
  beyond: number,
  backwards: boolean,
): Promise<Place | 'end'> {
  const { view, listing } = opened
  const stretches = await stretchesOf(tx, opened, beyond)
  let left = beyond
  for (const stretch of backwards ? stretches.toReversed() : stretches) {
    if (stretch.count !== undefined && stretch.count <= left) {
      left -= stretch.count
      continue
    }
    const row = await sql.findRowAt(tx, view, listing, stretch, left, backwards)
    if (row) return placeOf(listing.order, row)
    if (stretches.length > 1) {
      left -= stretch.count ?? (await phaseCounts(tx, opened))(stretch.phase!)
    }
  }
  return 'end'
}

/** The parts that a list has in order, so short that skipping the rows of one is quick, if they can be known. */
async function stretchesOf(tx: Tx, opened: OpenListing, beyond: number): Promise<Stretch[]> {
  const { listing } = opened
  const { order } = listing
  const phases = phasesOf(order, undefined)
  if (order.ranks) {
    const counts = await phaseCounts(tx, opened)
    return phases.map((phase) => ({ phase, count: counts(phase!) }))
  }
  const whole = phases.map((phase) => ({ phase }))
  if (beyond < NEAR) return whole
  if (!canKeep(tx, opened, bucketFigure(order, []))) return whole
  const figure = bucketFigure(order, await boundsOf(tx, opened))
  return figure.stretches(await figureOf(tx, opened, figure))
}

/** Where the buckets of a board begin, as texts, by what they are of. They may be of any size. */
const keptBounds = new Memory<readonly string[]>({ most: 200 })

/** Values in order that share out a board's rows about evenly, as a sample of them shows. They last until the board has doubled. */
async function boundsOf(tx: Tx, { definition, listing }: OpenListing): Promise<readonly string[]> {
  const size = Math.round(Math.log2(definition.rowCount + 1))
  const key = bucketKey(listing.order)
  const name = [definition.id, definition.version, size, key.sql].join(' ')
  const kept = keptBounds.get(name)
  if (kept) return kept
  const bounds = await sql.sampleKeys(tx, definition.id, key.sql)
  keptBounds.keep(name, bounds)
  return bounds
}

/** How many rows each phase of a list has. */
export async function phaseCounts(tx: Tx, opened: OpenListing): Promise<(phase: Phase) => number> {
  const { order } = opened.listing
  const rows = await figureOf(tx, opened, phaseFigure(order))
  return (phase) => countIn(rows, order, phase)
}
