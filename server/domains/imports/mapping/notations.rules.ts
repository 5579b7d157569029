import { why } from '../../../../contract/refusals/reasons.ts'
import {
  type DateNotation,
  dateNotations,
  type NumberNotation,
  notationsOf,
} from '../../../../shared/notations.ts'
import { type Region, regionOf } from '../../../../shared/regions.ts'
import { invalid } from '../../../platform/refusal.ts'
import type { CellContext, Notation } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import { hasOpen, onlyIn, orderBits, type Signs } from '../reading/notation-signs.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import type { Place } from './places.rules.ts'

// The numbers and dates of a column of a file are written in one way, which all of them together show.

export type How = Notation['how']

/** How a column of the file is read. */
export interface Judged {
  /** `null` if nothing decides: then a value that can mean several things is refused. */
  how: How | null
  /** `region`: the values leave it open. `export`: the board's own export wrote it. */
  why: 'chosen' | 'values' | 'export' | 'region'
  /** Undefined if each value is read by itself. */
  notation: Notation | undefined
  /** A value that other ways of reading take for something else. */
  example: string | undefined
}

/** What a file shows of how its numbers are written. */
export interface Written {
  /** An export of the board, which writes numbers as programs do. */
  isExport: boolean
  /** Semicolons separate its values: spreadsheets write them where the comma is the decimal mark. */
  hasSemicolons: boolean
}

/**
 * Judges a mapped column by all of its values; undefined if nothing shows how they are written.
 *
 * @param chosen what somebody said.
 * @param written what the file itself shows, beside the values of the column.
 */
export function judgeNotation(
  { type }: Column,
  signs: Signs | undefined,
  country: string,
  chosen: How | undefined,
  written: Written,
): Judged | undefined {
  const ways = notationsOf(type)
  const region = regionOf(country)
  if (ways.length === 0) return undefined
  const isNumber = ways !== dateNotations
  const example = isNumber ? signs?.openNumber : signs?.openDate
  const lakh = signs !== undefined && signs.lakhs > 1 ? { lakh: true } : {}
  if (chosen) {
    return { how: chosen, why: 'chosen', notation: { how: chosen, isSure: true, ...lakh }, example }
  }
  const judged =
    signs && (isNumber ? judgeNumbers(signs, region, written) : judgeDates(signs, region, written))
  if (!judged) return undefined
  const notation = judged.notation && { ...judged.notation, ...lakh }
  return { ...judged, notation, example }
}

type Judgement = Omit<Judged, 'example'>

/** A column can have a few slips. Where more contradict the others, it was written in several ways. */
const isFew = (others: number, all: number): boolean => others * 10 <= all

const inValues = (how: How): Judgement => ({
  how,
  why: 'values',
  notation: { how, isSure: true },
})

function judgeNumbers(signs: Signs, region: Region, written: Written): Judgement | undefined {
  const usual: NumberNotation = region.decimal === ',' ? 'decimal_comma' : 'decimal_point'
  const votes = {
    decimal_point: onlyIn(signs, 'decimal_point') + (signs.lakhs > 1 ? signs.lakhs : 0),
    decimal_comma: onlyIn(signs, 'decimal_comma'),
  }
  const all = votes.decimal_point + votes.decimal_comma
  if (written.isExport && signs.isPlain && votes.decimal_comma === 0) {
    const notation = { how: 'decimal_point', isSure: true } as const
    return { how: 'decimal_point', why: 'export', notation }
  }
  if (all === 0) {
    return hasOpen(signs) ? { how: usual, why: 'region', notation: undefined } : undefined
  }
  const other = usual === 'decimal_point' ? 'decimal_comma' : 'decimal_point'
  const winner = votes[other] > votes[usual] ? other : usual
  if (isFew(all - votes[winner], all)) {
    if (winner === usual || isCertain(signs, winner, region, written)) return inValues(winner)
  }
  return { how: usual, why: 'region', notation: { how: usual, isSure: false } }
}

/** Whether the numbers show a notation that is not the region's, and are not only slips of people who write the region's. */
function isCertain(
  { numbers }: Signs,
  how: NumberNotation,
  { group }: Region,
  { hasSemicolons }: Written,
): boolean {
  const { clear, single, long, open } = numbers[how]
  const isPoint = how === 'decimal_point'
  if (clear > 0 || group !== (isPoint ? '.' : ',')) return true
  if (!isPoint && hasSemicolons) return true
  // A dot before one or two decimals is from a program, as in `12.50`. A comma can be a slip, as in `$12,5`.
  return isPoint ? single > 0 : single > 1 && single + long > open
}

const ORDERS = { dmy: 'day_first', mdy: 'month_first', ymd: 'year_first' } as const

function judgeDates(signs: Signs, region: Region, written: Written): Judgement | undefined {
  const all = signs.dates.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  const usual = ORDERS[region.dateOrder]
  const contradicting = (how: DateNotation): number =>
    signs.dates.reduce(
      (sum, count, bits) => ((bits & orderBits([how])) === 0 ? sum + count : sum),
      0,
    )
  const least = Math.min(...dateNotations.map(contradicting))
  const fitting = dateNotations.filter((how) => contradicting(how) === least)
  // Few people write the year first and shorten it, so where another order fits too, they did not.
  const likely =
    usual === 'year_first' || fitting.length === 1
      ? fitting
      : fitting.filter((how) => how !== 'year_first')
  if (likely.length === 1 && isFew(least, all)) return inValues(likely[0]!)
  // Where the comma is the decimal mark, dates with dots have the day first.
  const hasDots = /^\d+\./.test(signs.openDate ?? '')
  if (least === 0 && hasDots && written.hasSemicolons && likely.includes('day_first')) {
    return inValues('day_first')
  }
  // Where the year comes first, no order of a date with the year last is usual.
  const isNone = usual === 'year_first'
  if (least === 0) return { how: isNone ? null : usual, why: 'region', notation: undefined }
  const how = isNone ? likely[0]! : usual
  return { how, why: 'region', notation: { how, isSure: false } }
}

/** What a value would be, read in each way that its column's type has; those in which it is none are left out. */
export function readings(
  column: Column,
  sent: string,
  context: CellContext,
): { how: How; value: string }[] {
  return notationsOf(column.type).flatMap((how) => {
    const notations = new Map([[column.id, { how, isSure: true }]])
    const conversion = convertCell(column, sent, { ...context, notations })
    return conversion.kind === 'stored' ? [{ how, value: String(conversion.value) }] : []
  })
}

/**
 * Reads which notations somebody chose for columns, by their ids; `null` for none.
 *
 * @param columnOf finds a mapped column by its key, id or name, or throws.
 * @throws Refusal invalid_request, and what `columnOf` throws.
 */
export function readChosen(
  text: string | undefined,
  columnOf: (ref: string, path: string) => Column,
): Record<string, How> {
  const sent = text === undefined ? {} : parsedJson(text)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid('body.readAs', why('read_as_not_json', {}))
  }
  return Object.fromEntries(
    Object.entries(sent).flatMap(([ref, how]: [string, unknown]) => {
      const path = `body.readAs.${ref.slice(0, 100)}`
      const column = columnOf(ref, path)
      const ways = notationsOf(column.type)
      if (ways.length === 0) throw invalid(path, why('read_as_elsewhere', { column: column.key }))
      if (how === null) return []
      const way = ways.find((one) => one === how)
      if (!way) throw invalid(path, why('not_one_of', { options: ways.join(', ') }))
      return [[column.id, way]]
    }),
  )
}

/** How each mapped column of the file is read, by place. */
export const judgeAll = (
  places: readonly Place[],
  signs: readonly (Signs | undefined)[],
  country: string,
  chosen: Readonly<Record<string, How>>,
  written: Written,
): (Judged | undefined)[] =>
  places.map(({ column }, at) =>
    column ? judgeNotation(column, signs[at], country, chosen[column.id], written) : undefined,
  )

/** How the columns are read for which anything decides it, by their ids. */
export const notationsIn = (
  places: readonly Place[],
  judged: readonly (Judged | undefined)[],
): Record<string, Notation> =>
  Object.fromEntries(
    places.flatMap(({ column }, at) => {
      const notation = judged[at]?.notation
      return column && notation ? [[column.id, notation]] : []
    }),
  )
