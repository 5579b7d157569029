import { Text, type TextProps } from '@mantine/core'
import { minorDigits } from '../../../shared/currencies.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format) {
    const digits = minorDigits(currency)
    format = new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formats.set(currency, format)
  }
  return format
}

/** `1250.00` for 125000 minor units of USD, as a field shows it. */
export function majorOf(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const padded = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${sign}${digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`}`
}

/** `$1,250.00` for 125000 minor units of USD; exact up to 2^53. */
export function moneyText(minor: number, currency: string): string {
  // A numeric string is formatted exactly, which a number of this size might not be.
  return formatOf(currency).format(majorOf(minor, currency) as `${number}`)
}

interface Props extends TextProps {
  minor: number | null | undefined
  currency: string
}

export function Money({ minor, currency, ...rest }: Props) {
  if (minor === null || minor === undefined) return null
  return (
    <Text span inherit ff="text" style={{ fontVariantNumeric: 'tabular-nums' }} {...rest}>
      {moneyText(minor, currency)}
    </Text>
  )
}

/**
 * The minor units of a typed amount: `1,250.5` in USD is 125050. A comma is only accepted between groups of digits. In
 * `12,50` it may be a decimal comma, and ignoring it would make the amount a hundred times larger.
 *
 * @returns `null` if it is not an amount, or has more decimals than the currency.
 */
export function minorOf(typed: string, currency: string): number | null {
  const minor = read(typed, currency)
  return minor !== null && Number.isSafeInteger(minor) ? minor : null
}

/** Whether it is an amount, but one with more digits than can be kept. */
export function isTooLarge(typed: string, currency: string): boolean {
  const minor = read(typed, currency)
  return minor !== null && !Number.isSafeInteger(minor)
}

function read(typed: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const plain = typed.replace(/[\s$€£¥]/g, '')
  const match = /^(-?)(\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.(\d*))?$/.exec(plain)
  if (!match || (match[3] ?? '').length > digits) return null
  const [, sign, grouped = '', fraction = ''] = match
  const major = grouped.replaceAll(',', '')
  return Number(`${sign}${major}${fraction.padEnd(digits, '0')}`)
}
