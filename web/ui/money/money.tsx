import { Text, type TextProps } from '@mantine/core'
import { amountText, majorOf } from '../../../shared/amounts.ts'
import { minorDigits } from '../../../shared/currencies.ts'
import { readMagnitude, withZeros } from '../../../shared/magnitudes.ts'

/**
 * `$1,250` for 125000 minor units of USD; exact up to 2^53.
 *
 * @param cents whether a whole amount has cents too, for a column in which others have some.
 */
export const moneyText = (minor: number, currency: string, cents = false): string =>
  amountText(majorOf(minor, currency), currency, { cents })

interface Props extends TextProps {
  minor: number | null | undefined
  currency: string
  /** Whether a whole amount has cents too, for a column in which others have some. */
  cents?: boolean
}

export function Money({ minor, currency, cents, ...rest }: Props) {
  if (minor === null || minor === undefined) return null
  return (
    <Text span inherit ff="text" style={{ fontVariantNumeric: 'tabular-nums' }} {...rest}>
      {moneyText(minor, currency, cents)}
    </Text>
  )
}

/**
 * The minor units of a typed amount: `1,250.5` in USD is 125050, and `25k` is 2500000. A comma is only accepted between groups of digits. In
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
  const match = /^(-?)([1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|\d+)(\.\d*)?(.*)$/.exec(plain)
  if (!match) return null
  const [, sign, grouped = '', fraction = '', beside = ''] = match
  const { zeros, rest } = readMagnitude(beside)
  const amount = withZeros(grouped.replaceAll(',', '') + fraction, zeros)
  const [whole, cents = ''] = amount.split('.')
  if (rest !== '' || cents.length > digits) return null
  return Number(`${sign}${whole}${cents.padEnd(digits, '0')}`)
}
