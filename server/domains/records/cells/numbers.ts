import { minorDigits } from '../../../../shared/currencies.ts'
import { readMagnitude, withZeros } from '../../../../shared/magnitudes.ts'
import { type Region, regionOf } from '../../../../shared/regions.ts'
import { hasSameDigits, significant } from '../../../platform/http/sent-numbers.rules.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion, Notation } from './column.ts'
import { denotes, isCurrencySign } from './currencies.ts'
import { amountInWords, numberInWords } from './in-words.ts'
import { type NumberText, readNumber } from './number-text.ts'
import { named } from './words.ts'

const PLAIN = /^-?\d+(?:\.\d+)?$/
/** Two different decimals of up to this many digits are never the same double. */
const SURE_DIGITS = 15

/**
 * The rules for a column's values. `decimals`: undefined allows any number of them;
 * `whose`: what sets them, for errors; `exact`: for money, where no two amounts may share a double.
 */
export type NumberRule = {
  decimals: number | undefined
  whose: string
  exact: boolean
  min: number | undefined
  max: number | undefined
}

type NumberColumn = CellColumn<NumberType>
type NumberType = 'number' | 'currency' | 'percent'

/** The kinds differ in how many decimals they keep and in what may be written beside the digits. */
type Kind = {
  rule(column: NumberColumn, ctx: CellContext): NumberRule
  /**
   * Whether `25k` is 25000. Only amounts take it: a plain number followed by `m` may be months, metres or minutes.
   */
  magnitudes?: true
  /** Why a sign or word beside the number does not belong there. */
  misfit(
    beside: string,
    sent: string,
    column: NumberColumn,
    ctx: CellContext,
  ): Conversion | undefined
}

const settingsRule = ({ settings }: NumberColumn): NumberRule => ({
  decimals: settings.precision,
  whose: 'this column',
  exact: false,
  min: settings.min,
  max: settings.max,
})

const numberKind: Kind = {
  rule: settingsRule,
  misfit: (beside, sent) => {
    if (beside === '%') return refused('is_a_percentage', { sent })
    return isCurrencySign(beside) ? undefined : refused('not_a_number', { sent })
  },
}

const PERCENT = /^(?:%|per ?cent|pct\.?|prozent)$/i

const percentKind: Kind = {
  rule: settingsRule,
  misfit: (beside, sent) =>
    PERCENT.test(beside) ? undefined : refused('not_a_percentage', { sent }),
}

const currencyKind: Kind = {
  rule: ({ settings }, ctx) => {
    const whose = settings.currency ?? ctx.currency
    const { min, max } = settings
    return { decimals: minorDigits(whose), whose, exact: true, min, max }
  },
  magnitudes: true,
  misfit: (beside, sent, { settings }, ctx) => {
    const currency = settings.currency ?? ctx.currency
    if (denotes(beside, currency, ctx.region)) return undefined
    return isCurrencySign(beside.toUpperCase())
      ? refused('other_currency', { sent, currency })
      : refused('not_an_amount', { sent })
  },
}

function converter(kind: Kind) {
  return (column: NumberColumn, sent: Sent, ctx: CellContext): Conversion => {
    if (typeof sent === 'number') {
      const rule = kind.rule(column, ctx)
      const decimal = String(sent)
      const mayRound = rule.exact && !ctx.keepsAll && (ctx.ofSheet || isComputed(decimal))
      const value = mayRound ? Number(rounded(decimal, rule.decimals)) : sent
      const wrong = outside(value, rule)
      return wrong ?? stored(value === 0 ? 0 : value, value !== sent)
    }
    if (typeof sent !== 'string') {
      return refused('not_a_number', { sent: named(sent) })
    }
    const text = sent.trim()
    if (text === '') return EMPTY
    const region = regionOf(ctx.region)
    const rule = kind.rule(column, ctx)
    const notation = ctx.notations?.get(column.id)
    const read = readPlain(text, region, notation) ?? readNumber(text, region, notation)
    if (!read) {
      const isOther = notation && readNumber(text, region)
      return isOther
        ? refused('other_decimal_mark', { sent: named(text), mark: markOf(notation) })
        : refused('not_a_number', { sent: named(text) })
    }
    const whole = kind.magnitudes ? multiplied(read) : read
    for (const beside of [whole.before, whole.after]) {
      const misfit = beside && kind.misfit(beside, named(text), column, ctx)
      if (misfit) return misfit
    }
    const mayRound = rule.exact && !ctx.keepsAll && isComputed(whole.readings[0]!)
    return fromText(text, mayRound ? roundedText(whole, rule) : whole, rule)
  }
}

/** The same number with the zeros that a `k`, `m` or `b` after it stands for. */
function multiplied(read: NumberText): NumberText {
  const { zeros, rest } = readMagnitude(read.after)
  if (zeros === 0) return read
  const readings = read.readings.map((reading) => withZeros(reading, zeros))
  return { ...read, readings, after: rest }
}

/**
 * Whether a program computed it, as it did 0.30000000000000004 and 4166.666666666667: nobody writes so many digits. Only
 * then is an amount rounded to its currency. `19.999` could be meant as 19999, and `1.005` as either cent.
 */
const isComputed = (decimal: string): boolean => significant(decimal).length >= SURE_DIGITS

/** The same amount with as many decimals as its currency has. */
function roundedText(read: NumberText, { decimals }: NumberRule): NumberText {
  // A second reading only counts if it has few enough decimals as it is.
  const [first = '', ...others] = read.readings
  return { ...read, readings: [rounded(first, decimals), ...others] }
}

/** A decimal with at most this many decimals, halves away from zero. Exact, since its digits are counted. */
function rounded(decimal: string, decimals = 0): string {
  const plain = /e/i.test(decimal) ? String(Number(decimal)) : decimal
  // Anything that is still written with an exponent is too large for a cell, or rounds to nothing.
  if (/e/i.test(plain)) return /e-/i.test(plain) ? '0' : plain
  const [whole = '', part = ''] = plain.split('.')
  if (part.length <= decimals) return decimal
  const sign = whole.startsWith('-') ? '-' : ''
  const kept = `${whole.replace('-', '')}${part.slice(0, decimals)}`
  const units = (BigInt(kept) + (part[decimals]! >= '5' ? 1n : 0n)).toString()
  const digits = units.padStart(decimals + 1, '0')
  const end = digits.length - decimals
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, end)}.${digits.slice(end)}`
}

const markOf = ({ how }: Notation) => (how === 'decimal_comma' ? 'comma' : 'point')

/**
 * Reads what programs write without the cost of looking for marks, except `1.234` and `1.2345`, which may be 1234 and
 * 12345.
 */
function readPlain(text: string, region: Region, notation?: Notation): NumberText | undefined {
  if (!PLAIN.test(text)) return undefined
  const dot = text.indexOf('.')
  if (dot !== -1) {
    if (notation?.how === 'decimal_comma') return undefined
    if (!notation && region.decimal !== '.' && text.length - dot > 3) return undefined
  }
  const negative = text.charCodeAt(0) === 45
  const readings = [negative ? text.slice(1) : text]
  return { negative, readings, isSlip: false, before: '', after: '' }
}

function fromText(text: string, read: NumberText, rule: NumberRule): Conversion {
  const { readings, negative, isSlip } = read
  // Without a slip, the second of two readings has three decimals: one too many for most currencies.
  const [, other] = readings
  if (other !== undefined && (isSlip || decimalsOf(other) <= (rule.decimals ?? 3))) {
    const signed = readings.map((reading) => (negative ? `-${reading}` : reading))
    return refused('two_numbers', { sent: named(text), readings: signed.join(' or ') })
  }
  const digits = readings[0]!
  const value = (negative ? -1 : 1) * Number(digits)
  const wrong = outside(value, rule, () =>
    PLAIN.test(text) ? named(text) : `${named(text)} (read as ${value})`,
  )
  if (wrong) return wrong
  const unsure = digits.length > SURE_DIGITS || /e/i.test(digits)
  if (unsure && !hasSameDigits(digits, String(value))) {
    return refused('too_many_digits', { sent: named(text) })
  }
  return stored(value === 0 ? 0 : value, true)
}

const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

/** Why a column cannot hold a value; undefined if it can. */
export function outside(
  value: number,
  rule: NumberRule,
  named?: () => string | number,
): Conversion | undefined {
  const { decimals, whose, min, max } = rule
  const sent = () => named?.() ?? value
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return refused('beyond_exact', { sent: sent() })
  }
  if (!hasDecimals(value, decimals)) {
    return refused('too_many_decimals', { sent: sent(), decimals: decimals!, whose })
  }
  if (min !== undefined && value < min) return refused('below_least', { sent: sent(), least: min })
  if (max !== undefined && value > max) return refused('above_most', { sent: sent(), most: max })
  if (rule.exact && !isExact(value, decimals ?? 0)) {
    return refused('too_large_to_be_exact', { sent: sent(), decimals: decimals ?? 0 })
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

/** Whether the shortest decimal of a double has at most this many decimals. */
function hasDecimals(value: number, decimals: number | undefined): boolean {
  if (decimals === undefined || Number.isInteger(value)) return true
  const scale = 10 ** decimals
  const scaled = Math.round(value * scale)
  if (Math.abs(scaled) < 1e15) return scaled / scale === value
  const text = String(value)
  const [digits = '', exponent = '0'] = text.split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent) <= decimals
}

/** A value within bounds: the familiar one if it fits; undefined if there is none. */
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

/** A sample number, as it is written in the region. */
function sampleText(rule: NumberRule, ctx: CellContext): string {
  const sample = rule.decimals === 0 ? 12345 : 12345.5
  return new Intl.NumberFormat(regionOf(ctx.region).locale).format(sample)
}

type Details = Pick<CellType<NumberType>, 'guess' | 'sheet'> & {
  kind: Kind
  /** The example, unless the bounds exclude it. */
  familiar: number
  what(column: NumberColumn, ctx: CellContext): string
  also(column: NumberColumn, ctx: CellContext): string
  inWords(value: number, column: NumberColumn, locale: Locale): string
}

function numberType({
  kind,
  familiar,
  what,
  also,
  inWords,
  ...rest
}: Details): CellType<NumberType> {
  return {
    ...rest,
    convert: converter(kind),
    byValue: true,
    accepts: (column, ctx) => {
      const rule = kind.rule(column, ctx)
      return `${what(column, ctx)}${decimals(rule)}${bounds(rule)}`
    },
    converts: (column, ctx) =>
      `text such as "${sampleText(kind.rule(column, ctx), ctx)}", ${also(column, ctx)}, "(12)" for -12; a text that could mean two numbers is refused`,
    inWords: (value, column, { locale }) => inWords(Number(value), column, locale),
    example: (column, ctx) => exampleIn(kind.rule(column, ctx), familiar) ?? '',
  }
}

const fraction = (digits: number): string => (digits > 0 ? `.${'0'.repeat(digits)}` : '')

export const number = numberType({
  kind: numberKind,
  familiar: 1234.5,
  what: () => 'a JSON number',
  also: (_column, ctx) => `"${ctx.currency} 12"`,
  inWords: (value, { settings }, locale) => numberInWords(value, locale, settings.precision),
  sheet: {
    width: 14,
    format: ({ precision }) =>
      precision === undefined ? undefined : `#,##0${fraction(precision)}`,
  },
  guess: {
    looks: (text) => /\d/.test(text),
    // A number would lose the zeros that a text begins with.
    suggests: (texts) => !texts.some((text) => /^0\d/.test(text)),
  },
})

export const percent = numberType({
  kind: percentKind,
  familiar: 12.5,
  what: () => 'per cent as a JSON number (12.5 for 12.5%)',
  also: () => '"12 %"',
  inWords: (value, { settings }, locale) => `${numberInWords(value, locale, settings.precision)}%`,
  sheet: {
    width: 10,
    format: () => '0.##%',
    // 12.5 is 12.5 %; exact to the 15 digits that Excel has.
    number: (value) => Number((value / 100).toPrecision(15)),
  },
  guess: { looks: (text) => text.endsWith('%'), suggests: () => true },
})

export const currency = numberType({
  kind: currencyKind,
  familiar: 1250.5,
  what: ({ settings }, ctx) =>
    `the amount in ${settings.currency ?? ctx.currency}, in major units, as a JSON number`,
  also: ({ settings }, ctx) =>
    `"${settings.currency ?? ctx.currency} 12" (any other currency is refused), "25k", "1.2m", "2mm" and "1b"; an amount that a program computed to ${SURE_DIGITS} digits or more is rounded, halves away from zero`,
  inWords: (value, { settings }, locale) =>
    amountInWords(value, settings.currency ?? locale.currency, locale),
  sheet: {
    format: ({ currency: code }, usual) =>
      `[$${code ?? usual}]\\ #,##0${fraction(minorDigits(code ?? usual))}`,
  },
  guess: {
    looks: (text) => /[^\d\s.,()'’+-]/.test(text),
    kind: 'currency',
    suggests: () => true,
  },
})
