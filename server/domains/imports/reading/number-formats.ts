import { format, getFormatFromId } from 'numfmt'
import type { NumberFormat } from './sheet-values.rules.ts'

// The library takes a while to load, so the thread that reads a workbook loads this only for a style that needs it.

/** Excel takes no longer ones. */
const MOST_CODE_CHARS = 255
/** Days and shares repeat in a column, and writing one takes as long as reading a few cells. */
const MOST_TEXTS = 10_000
/** What a format adds to a longer text is not worth keeping both. */
const MOST_TEXT_CHARS = 255

/**
 * A number format of a workbook.
 *
 * @param code if the workbook defines it, such as `yyyy\-mm\-dd` or `0.00%`.
 */
export function formatOf(id: number, code = getFormatFromId(id)): NumberFormat {
  const kind = kindOf(code)
  if (code.length > MOST_CODE_CHARS) return { kind }
  const ofNumbers = kind === 'number' || kind === 'percent'
  const pattern = ofNumbers ? withoutLanguage(code) : code
  const known = new Map<number | string, string | undefined>()
  const show = (value: number | string): string | undefined => {
    if (known.has(value)) return known.get(value)
    const text = textBy(pattern, value)
    if (known.size < MOST_TEXTS) known.set(value, text)
    return text
  }
  return { kind, show, showsText: (show('x') ?? 'x') !== 'x' }
}

function textBy(pattern: string, value: number | string): string | undefined {
  if (typeof value === 'string' && value.length > MOST_TEXT_CHARS) return undefined
  try {
    // A format such as `;;;` hides a value, which no import may lose.
    return format(pattern, value).trim() || undefined
  } catch {
    return undefined
  }
}

function kindOf(code: string): NumberFormat['kind'] {
  const bare = code
    .slice(0, 500)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
  if (/[ymdhs]/i.test(bare)) {
    if (bare.includes('[')) return 'duration'
    return /[yd]/i.test(bare) || !/[hs]/i.test(bare) ? 'date' : 'time'
  }
  return bare.includes('%') ? 'percent' : 'number'
}

/** In a spreadsheet, the language of a currency, as in `[$€-407]`, says nothing about how its amounts are written. */
const withoutLanguage = (code: string): string =>
  code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign) => (sign === '' ? '' : `[$${sign}]`))
