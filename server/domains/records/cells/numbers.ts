import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { denotes, isCurrencySign, minorDigits } from './currencies.ts'
import { type NumberText, readNumber } from './number-text.ts'
import { type Region, regionOf } from './regions.ts'
import { named } from './words.ts'

const PLAIN = /^-?\d+(?:\.\d+)?$/
/** Every decimal of so many digits is told apart by a double. */
const SURE_DIGITS = 15

/**
 * What a column's values keep to. `decimals` undefined: any number of them; `whose` they are, for
 * errors; `exact`: money, where no two amounts may fall on the same double.
 */
export type NumberRule = {
  decimals: number | undefined
  whose: string
  exact: boolean
  min: number | undefined
  max: number | undefined
}

/** The kinds differ in how many decimals they keep and in what may stand beside the digits. */
type Kind = {
  rule(column: CellColumn, ctx: CellContext): NumberRule
  /** Why a sign or word beside the number does not belong there, with the remedy. */
  misfit(beside: string, column: CellColumn, ctx: CellContext): string | undefined
}

const settingsRule = ({ settings }: CellColumn): NumberRule => ({
  decimals: settings.precision,
  whose: 'this column',
  exact: false,
  min: settings.min,
  max: settings.max,
})

const numberKind: Kind = {
  rule: settingsRule,
  misfit: (beside) =>
    beside === '%'
      ? 'is a percentage, but this column takes plain numbers; send 0.12 or 12, whichever you mean'
      : isCurrencySign(beside)
        ? undefined
        : 'is not a number; send digits such as 1234.5',
}

const percentKind: Kind = {
  rule: settingsRule,
  misfit: (beside) =>
    beside === '%' ? undefined : 'is not a percentage; send digits such as 12.5 for 12.5 %',
}

const currencyKind: Kind = {
  rule: ({ settings }, ctx) => {
    const whose = settings.currency ?? ctx.currency
    const { min, max } = settings
    return { decimals: minorDigits(whose), whose, exact: true, min, max }
  },
  misfit: (beside, { settings }, ctx) => {
    const currency = settings.currency ?? ctx.currency
    if (denotes(beside, currency, ctx.region)) return undefined
    return isCurrencySign(beside.toUpperCase())
      ? `is not in ${currency}, the currency of this column; send the amount in ${currency}`
      : 'is not an amount; send digits such as 1250'
  },
}

function converter(kind: Kind) {
  return (column: CellColumn, sent: Sent, ctx: CellContext): Conversion => {
    if (typeof sent === 'number') {
      const wrong = outside(sent, kind.rule(column, ctx))
      if (wrong !== undefined) return refused(`${sent} ${wrong}`)
      return stored(sent === 0 ? 0 : sent, false)
    }
    if (typeof sent !== 'string') {
      return refused(`${named(sent)} is not a number; send digits such as 1234.5`)
    }
    const text = sent.trim()
    if (text === '') return EMPTY
    const region = regionOf(ctx.region)
    const rule = kind.rule(column, ctx)
    const read = readPlain(text, region) ?? readNumber(text, region)
    if (!read) return refused(`${named(text)} is not a number; send digits such as 1234.5`)
    for (const beside of read.beside) {
      const misfit = kind.misfit(beside, column, ctx)
      if (misfit !== undefined) return refused(`${named(text)} ${misfit}`)
    }
    return fromText(text, read, rule)
  }
}

/** What programs write, without the cost of looking for marks: all but `1.234`, which may be 1234. */
function readPlain(text: string, region: Region): NumberText | undefined {
  if (!PLAIN.test(text)) return undefined
  const dot = text.indexOf('.')
  if (dot !== -1 && region.decimal !== '.' && text.length - dot === 4) return undefined
  const negative = text.charCodeAt(0) === 45
  return { negative, readings: [negative ? text.slice(1) : text], beside: [] }
}

function fromText(text: string, { readings, negative }: NumberText, rule: NumberRule): Conversion {
  // Of two readings the second has three decimals, which is one too many for most currencies.
  if (readings.length > 1 && (rule.decimals ?? 3) >= 3) {
    return refused(
      `${named(text)} could be ${readings.map((reading) => (negative ? `-${reading}` : reading)).join(' or ')}; send the one you mean as a JSON number`,
    )
  }
  const digits = readings[0]!
  const value = (negative ? -1 : 1) * Number(digits)
  const wrong = outside(value, rule)
  if (wrong !== undefined) {
    const how = PLAIN.test(text) ? '' : ` (read as ${value})`
    return refused(`${named(text)}${how} ${wrong}`)
  }
  const unsure = digits.length > SURE_DIGITS || /e/i.test(digits)
  if (unsure && significant(digits) !== significant(String(value))) {
    return refused(
      `${named(text)} has more digits than a number can keep; send at most 15, or use a text column for long codes`,
    )
  }
  return stored(value === 0 ? 0 : value, true)
}

/** The digits that matter: no sign, mark, exponent, nor zeros at either end. */
function significant(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
}

/** Why a value cannot be kept in a column, with the remedy; undefined if it can. */
export function outside(value: number, rule: NumberRule): string | undefined {
  const { decimals, whose, min, max } = rule
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return 'is beyond ±9,007,199,254,740,991, where digits get lost; use a text column for long codes'
  }
  if (!hasDecimals(value, decimals)) {
    return `has more decimals than the ${decimals} of ${whose}; round it before sending`
  }
  if (min !== undefined && value < min) return `is less than ${min}, the least this column takes`
  if (max !== undefined && value > max) return `is more than ${max}, the most this column takes`
  if (rule.exact && !isExact(value, decimals ?? 0)) {
    return `is too large to keep exactly to ${decimals} decimals`
  }
  return undefined
}

/** Whether an amount fits 2^53 − 1 minor units, and no other amount is the same double. */
function isExact(value: number, decimals: number): boolean {
  const minor = Math.abs(value) * 10 ** decimals
  if (minor < 1e15 || decimals === 0) return true
  if (minor > Number.MAX_SAFE_INTEGER) return false
  const units = BigInt(value.toFixed(decimals).replace('.', ''))
  const other = (step: bigint) => {
    const text = String(units + step)
    return Number(`${text.slice(0, -decimals)}.${text.slice(-decimals)}`)
  }
  return other(1n) !== value && other(-1n) !== value
}

/** Whether the shortest decimal of a double has at most so many decimals. */
function hasDecimals(value: number, decimals: number | undefined): boolean {
  if (decimals === undefined || Number.isInteger(value)) return true
  const scale = 10 ** decimals
  const scaled = Math.round(value * scale)
  if (Math.abs(scaled) < 1e15) return scaled / scale === value
  const text = String(value)
  const [digits = '', exponent = '0'] = text.split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent) <= decimals
}

/** A value within bounds, a familiar one if it fits; undefined if no value does. */
export function exampleIn(rule: NumberRule, familiar: number): number | undefined {
  const { decimals = 10, min, max } = rule
  const scale = 10 ** decimals
  const tries = [familiar, Math.trunc(familiar), 0, 1, min, max]
  if (min !== undefined) tries.push(Math.ceil(min * scale) / scale)
  if (max !== undefined) tries.push(Math.floor(max * scale) / scale)
  return tries.find((value) => value !== undefined && outside(value, rule) === undefined)
}

function bounds({ min, max }: NumberRule): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return `, at least ${min}`
  return max === undefined ? '' : `, at most ${max}`
}

function decimals({ decimals: most }: NumberRule): string {
  if (most === undefined) return ''
  return most === 0 ? ' without decimals' : ` with at most ${most} decimal${most === 1 ? '' : 's'}`
}

/** A number as it is written in the region. */
function inMarks(rule: NumberRule, ctx: CellContext): string {
  const sample = rule.decimals === 0 ? 12345 : 12345.5
  return new Intl.NumberFormat(regionOf(ctx.region).locale).format(sample)
}

function numberType(
  kind: Kind,
  familiar: number,
  settings: CellType['settings'],
  words: {
    what(column: CellColumn, ctx: CellContext): string
    also(column: CellColumn, ctx: CellContext): string
  },
): CellType {
  return {
    convert: converter(kind),
    settings,
    accepts: (column, ctx) => {
      const rule = kind.rule(column, ctx)
      return `${words.what(column, ctx)}${decimals(rule)}${bounds(rule)}`
    },
    converts: (column, ctx) =>
      `text such as "${inMarks(kind.rule(column, ctx), ctx)}", ${words.also(column, ctx)}, "(12)" for -12; a text that could mean two numbers is refused`,
    example: (column, ctx) => exampleIn(kind.rule(column, ctx), familiar) ?? '',
  }
}

export const number = numberType(numberKind, 1234.5, ['precision', 'min', 'max'], {
  what: () => 'a JSON number',
  also: (_column, ctx) => `"${ctx.currency} 12"`,
})

export const percent = numberType(percentKind, 12.5, ['precision', 'min', 'max'], {
  what: () => 'per cent as a JSON number (12.5 for 12.5 %)',
  also: () => '"12 %"',
})

export const currency = numberType(currencyKind, 1250.5, ['currency', 'min', 'max'], {
  what: ({ settings }, ctx) =>
    `the amount in ${settings.currency ?? ctx.currency}, in major units, as a JSON number`,
  also: ({ settings }, ctx) =>
    `"${settings.currency ?? ctx.currency} 12" (any other currency is refused)`,
})
