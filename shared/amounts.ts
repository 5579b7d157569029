import { minorDigits } from './currencies.ts'

/** `1250.00` for 125000 minor units of USD, exactly: as a field or a file has it. */
export function majorOf(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const padded = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${sign}${digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`}`
}

/** Whether an amount is not a whole number of major units. */
export const hasCents = (minor: number, currency: string): boolean =>
  minor % 10 ** minorDigits(currency) !== 0

/** How an amount is written. */
export interface AmountStyle {
  /** By default the reader's. */
  locale?: string
  /** Writes the cents of whole amounts too: for a column in which another amount has some. */
  cents?: boolean
  /** Writes the currency's code instead of its sign: `USD 1,250`. */
  code?: boolean
}

/** An amount in major units as people write it: `$1,250`, or `$1,250.50` if it has cents. */
export const amountText = (
  major: number | string,
  currency: string,
  style: AmountStyle = {},
): string => formatOf(currency, style).format(major as `${number}`)

/**
 * A whole amount without its cents, and the cents: `$1,250` and `.00`, with what follows them in some languages. An
 * amount that has cents is `text` alone.
 */
export function centsApart(
  major: number,
  currency: string,
  style: AmountStyle = {},
): { text: string; cents: string; after: string } {
  if (!Number.isInteger(major))
    return { text: amountText(major, currency, style), cents: '', after: '' }
  const parts = { text: '', cents: '', after: '' }
  let place: keyof typeof parts = 'text'
  for (const { type, value } of formatOf(currency, { ...style, cents: true }).formatToParts(
    major,
  )) {
    if (type === 'decimal' || type === 'fraction') {
      parts.cents += value
      place = 'after'
    } else parts[place] += value
  }
  return parts
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, { locale, cents, code }: AmountStyle): Intl.NumberFormat {
  const key = `${currency} ${cents ? 'cents' : ''} ${code ? 'code' : ''} ${locale}`
  let format = formats.get(key)
  if (!format) {
    // Not by the CLDR, which gives some currencies fewer decimals than they have.
    const digits = minorDigits(currency)
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: code ? 'code' : 'symbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      trailingZeroDisplay: cents ? 'auto' : 'stripIfInteger',
    })
    formats.set(key, format)
  }
  return format
}
