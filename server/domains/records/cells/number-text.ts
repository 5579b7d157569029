import type { Region } from '../../../../shared/regions.ts'
import type { Notation } from './column.ts'

/**
 * The parts of a number as people write it. `readings` are plain decimals without a sign
 * (`1234.5`): one, or two if the text can mean either. `before` and `after` is what was written
 * beside it: a currency's sign or code, `%`, `k`.
 */
export type NumberText = {
  negative: boolean
  readings: string[]
  /** Whether the mark between thousands is not before three digits, so that no column can rule out a reading. */
  isSlip: boolean
  before: string
  after: string
}

type Readings = Pick<NumberText, 'readings' | 'isSlip'>

const MOST_CHARS = 100
const SPACE = ' \u00a0\u2007\u2009\u202f'
const PARTS = new RegExp(`^([^\\d]*?)([.,]?\\d(?:[\\d.,'’${SPACE}]*\\d)?)([^\\d]*)$`)
const SPACES = new RegExp(`[${SPACE}]`, 'g')
/** Ledgers print `500-` for -500. What follows can only be a currency. */
const MINUS_BEHIND = /^[-−](?![-−])|(?<![-−])[-−]$/
/** Price tags have a dash in place of cents: `500,-`. */
const NO_CENTS = /^[.,][-–—]{1,2}/
const CENTS = '00'
const SCIENTIFIC = /^([+-]?)(\d+(?:([.,])\d+)?e[+-]?\d{1,3})$/i

/**
 * Splits a trimmed text into these parts, by the marks of a region; undefined if it is not a number.
 *
 * @param notation how all numbers of the column are written. A number that is written otherwise is none.
 */
export function readNumber(
  text: string,
  region: Region,
  notation?: Notation,
): NumberText | undefined {
  if (text.length > MOST_CHARS) return undefined
  const scientific = SCIENTIFIC.exec(text)
  if (scientific) {
    const [, sign, digits = '', mark = '.'] = scientific
    // Without a notation, only a program writes it.
    if (mark !== decimalOf(notation?.how) && /[.,]/.test(digits)) return undefined
    const readings = [digits.replace(',', '.')]
    return { negative: sign === '-', ...sure(readings), before: '', after: '' }
  }
  const parts = PARTS.exec(text)
  if (!parts) return undefined
  let [, before = '', body = '', after = ''] = parts
  // The dot of `Rs.500` ends the sign; it does not begin the number.
  if (body.startsWith('.') && /\p{L}$/u.test(before)) body = body.slice(1)

  const inParentheses = before.includes('(')
  if (inParentheses !== after.includes(')')) return undefined
  before = before.replace('(', '').trim()
  after = after.replace(')', '').trim()
  const sign = /^[-+−]|[-+−]$/.exec(before)?.[0]
  if (sign) {
    if (inParentheses) return undefined
    before = (before.startsWith(sign) ? before.slice(1) : before.slice(0, -1)).trim()
  }
  const noCents = NO_CENTS.exec(after)?.[0]
  // Where it is known which mark is which, one before no cents matters only if there are others.
  const hasCents = noCents !== undefined && (!notation || /[.,]/.test(body))
  if (noCents) {
    if (hasCents) body += `${noCents[0]}${CENTS}`
    after = after.slice(noCents.length).trim()
  }
  const isBehind = noCents === undefined && MINUS_BEHIND.test(after)
  if (isBehind) {
    if (inParentheses || sign) return undefined
    after = after.replace(MINUS_BEHIND, '').trim()
  }
  const marks = noCents ? { ...region, decimal: noCents[0]! } : region
  const plain = body.replace(SPACES, ' ').replaceAll('’', "'")
  const { readings, isSlip } = readBody(plain, marks, notation)
  if (readings.length === 0) return undefined
  return {
    negative: inParentheses || isBehind || (sign !== undefined && sign !== '+'),
    readings: hasCents ? readings.map((one) => one.slice(0, -`.${CENTS}`.length)) : readings,
    isSlip,
    before,
    after,
  }
}

const decimalOf = (how: Notation['how'] | undefined): '.' | ',' =>
  how === 'decimal_comma' ? ',' : '.'

/**
 * The plain decimals that digits and marks can mean; none if the marks make no sense, or if the column's are others.
 */
function readBody(body: string, region: Region, notation?: Notation): Readings {
  if (notation) {
    const lakh = region.lakh || notation.lakh === true
    const readings = readWith(decimalOf(notation.how), body, lakh)
    if (notation.isSure || readings.length === 0) return sure(readings)
    const open = readBody(body, region)
    return open.readings.length > 1 ? open : sure(readings)
  }
  const dots = body.split('.').length - 1
  const commas = body.split(',').length - 1
  const gap = body.includes(' ') ? ' ' : body.includes("'") ? "'" : ''

  if (dots + commas === 0) {
    return sure(gap === '' ? [body] : ungrouped(body, gap, region))
  }
  if (gap !== '' || (dots > 0 && commas > 0)) {
    // Two kinds of marks: the last is the decimal mark, the other separates thousands.
    const decimal = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ','
    const group = gap || (decimal === '.' ? ',' : '.')
    const at = body.indexOf(decimal)
    return sure(
      ungrouped(body.slice(0, at), group, region).flatMap((whole) =>
        asDecimal(whole, body.slice(at + 1)),
      ),
    )
  }
  const mark = dots > 0 ? '.' : ','
  if (dots + commas > 1) return sure(ungrouped(body, mark, region))
  const [whole = '', rest = ''] = body.split(mark)
  return readSingleMark(whole, mark, rest, region)
}

const sure = (readings: string[]): Readings => ({ readings, isSlip: false })

/** A number with this decimal mark; the other mark, a space or an apostrophe can separate thousands. */
function readWith(decimal: '.' | ',', body: string, lakh: boolean): string[] {
  const gap = body.includes(' ') ? ' ' : body.includes("'") ? "'" : ''
  const [whole = '', rest, ...others] = body.split(decimal)
  if (others.length > 0) return []
  const wholes = ungrouped(whole || '0', gap || (decimal === '.' ? ',' : '.'), { lakh })
  return rest === undefined ? wholes : wholes.flatMap((digits) => asDecimal(digits, rest))
}

/**
 * One dot or one comma that the region does not have before decimals. Before three digits it separates thousands, but
 * programs and number inputs of browsers write a decimal as `1.234` in every region, so where dots separate thousands it
 * can mean both. Before any other number of digits, it is a decimal mark from elsewhere, unless it separates thousands
 * here: then a digit may have slipped in, as in `$1,2345`. Only a dot can be from a program: `1234.5`, `0.125`, `12.50`.
 */
function readSingleMark(whole: string, mark: string, rest: string, region: Region): Readings {
  const decimal = asDecimal(whole, rest)
  if (mark === region.decimal) return sure(decimal)
  const isFirstGroup = /^[1-9]\d{0,2}$/.test(whole)
  const isComma = mark === ','
  const grouped = whole + rest
  if (isFirstGroup && rest.length === 3) {
    return sure(isComma && region.group === ',' ? [grouped] : [grouped, ...decimal])
  }
  if (mark === region.group && (isComma || (isFirstGroup && rest.length > 3))) {
    return { readings: [grouped.replace(/^0+(?=\d)/, ''), ...decimal], isSlip: true }
  }
  return sure(isComma && rest.length === 3 && whole !== '0' ? [] : decimal)
}

function asDecimal(whole: string, rest: string): string[] {
  return /^\d*$/.test(whole) && /^\d+$/.test(rest) ? [`${whole || '0'}.${rest}`] : []
}

/** `1,234,567` without its marks, if they separate thousands. */
function ungrouped(body: string, group: string, { lakh }: Pick<Region, 'lakh'>): string[] {
  const [first = '', ...others] = body.split(group)
  if (others.length === 0) return /^\d+$/.test(first) ? [first] : []
  const last = others.pop()
  const thousands = /^[1-9]\d{0,2}$/.test(first) && others.every((part) => /^\d{3}$/.test(part))
  const lakhs = lakh && /^[1-9]\d?$/.test(first) && others.every((part) => /^\d\d$/.test(part))
  const sound = last !== undefined && /^\d{3}$/.test(last) && (thousands || lakhs)
  return sound ? [first + others.join('') + last] : []
}
