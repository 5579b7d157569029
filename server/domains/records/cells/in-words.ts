import { amountText } from '../../../../shared/amounts.ts'
import { regionOf } from '../../../../shared/regions.ts'
import { segmentsOf } from '../../../../shared/segments.ts'
import type { Locale } from '../../../platform/locale.rules.ts'

/** Uses plain spaces only: a text message may be sent in a 7-bit alphabet, which has no non-breaking space. */
const withPlainSpaces = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

/** `$40,000`. A currency whose sign the alphabet of texts does not have is named by its code: `INR 40,00,000`. */
export function amountInWords(value: number, currency: string, { region }: Locale): string {
  const { locale } = regionOf(region)
  const written = (code: boolean) =>
    withPlainSpaces(amountText(value, currency, { locale, code }).replace(MARKS, ''))
  const signed = written(false)
  return segmentsOf(signed).wide.length === 0 ? signed : written(true)
}

/** They only steer the direction of text. */
const MARKS = /[\u200e\u200f\u061c]/g

/** Without marks between thousands, since it could be a year or an id. */
export const numberInWords = (value: number, { region }: Locale, decimals?: number): string =>
  withPlainSpaces(
    new Intl.NumberFormat(regionOf(region).locale, {
      useGrouping: false,
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 15,
    }).format(Number(value.toPrecision(15))),
  )

/** Months by name, since in numbers nobody knows which one is the month. */
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }
const CLOCK: Intl.DateTimeFormatOptions = {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}

export function dayInWords(text: string, { region }: Locale): string {
  const format = new Intl.DateTimeFormat(languageOf(region), { ...DAY, timeZone: 'UTC' })
  return withPlainSpaces(format.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)))
}

export function momentInWords(text: string, { region, timeZone }: Locale): string {
  const format = new Intl.DateTimeFormat(languageOf(region), { ...DAY, ...CLOCK, timeZone })
  return withPlainSpaces(format.format(new Date(text)))
}

/** The country's likeliest language if it is written in Latin letters, otherwise English. */
function languageOf(region: string): string {
  const isLatin = new Intl.Locale(`und-${region}`).maximize().script === 'Latn'
  return isLatin ? regionOf(region).locale : `en-${region}-u-ca-gregory-nu-latn`
}
