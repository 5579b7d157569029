import { WHOLE_PPM } from '../../../../shared/limits.ts'
import type { AsMoney, Basis, Split, Terms } from './types.ts'

export const PPM_OF_PERCENT = WHOLE_PPM / 100

/** 125000 parts per million as `12.5%`. */
export const percentText = (ppm: number): string => `${ppm / PPM_OF_PERCENT}%`

/**
 * The parts per million of a typed percentage: `12.5` is 125000.
 *
 * @returns `null` if it is not a number from 0.0001 to 100.
 */
export function ppmOf(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{0,4}))?\s*%?$/.exec(typed.trim())
  if (!match) return null
  const [, whole, fraction = ''] = match
  const ppm = Number(whole) * PPM_OF_PERCENT + Number(fraction.padEnd(4, '0'))
  return ppm >= 1 && ppm <= WHOLE_PPM ? ppm : null
}

/** A part of a whole as `12.3%`; more than zero is never shown as zero. */
export function partText(part: number, whole: number): string {
  const tenths = Math.round((part / whole) * 1000)
  return part > 0 && tenths === 0 ? '< 0.1%' : `${tenths / 10}%`
}

/** How much a split gets of future collections, in words: `20% of gross`, `$350.00 flat`. */
export function termsText({ basis, sharePpm, flatAmountMinor }: Terms, money: AsMoney): string {
  if (basis === 'flat') return `${money(flatAmountMinor ?? 0)} flat`
  const share = percentText(sharePpm ?? 0)
  return basis === 'funded' ? `${share} of the funded amount` : `${share} of ${basis}`
}

/** What these shares leave of the whole; below 0 if they add up to more. */
export const freePpm = (shares: readonly (number | null)[]): number =>
  shares.reduce<number>((left, share) => left - (share ?? 0), WHOLE_PPM)

/** `20%`: what the active splits with a basis leave for one of them, or for a new one; `null` if nothing. */
export function leftText(
  basis: Basis,
  splits: readonly Pick<Split, 'id' | 'status' | 'basis' | 'sharePpm'>[],
  of?: Pick<Split, 'id'>,
): string | null {
  const others = splits.filter(
    (one) => one.status === 'active' && one.basis === basis && one.id !== of?.id,
  )
  const free = freePpm(others.map(({ sharePpm }) => sharePpm))
  return free > 0 ? percentText(free) : null
}
