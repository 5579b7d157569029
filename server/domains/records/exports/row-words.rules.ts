import { amountText } from '../../../../shared/amounts.ts'
import { isLink, shownType } from '../../../../shared/column-types.ts'
import { regionOf } from '../../../../shared/regions.ts'
import { segmentsOf } from '../../../../shared/segments.ts'
import { personNamed } from '../../../platform/actor.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import type { CellValue } from '../cells/column.ts'
import { phoneInWords } from '../cells/phone.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** What turns cells into words for people: names and titles for ids, and the locale. */
export interface Reading {
  /** Names by crmUserId. */
  people: ReadonlyMap<number, string>
  /** Titles of linked rows by id. */
  titles: ReadonlyMap<string, string>
  locale: Locale
}

/** A cell in words for messages to people outside; empty if there is nothing to read. */
export function cellInWords(
  column: Column,
  value: CellValue | undefined,
  reading: Reading,
): string {
  const { locale, people, titles } = reading
  if (value === undefined) return ''
  if (Array.isArray(value)) return listInWords(column.type, value, titles)
  if (typeof value === 'object') return '' // a formula without a result
  switch (shownType(column)) {
    case 'currency': {
      return amount(Number(value), column.settings.currency ?? locale.currency, locale)
    }
    case 'number':
      return plainNumber(Number(value), locale, column.settings.precision)
    case 'percent':
      return `${plainNumber(Number(value), locale, column.settings.precision)}%`
    case 'checkbox':
      return value === true ? 'Yes' : 'No'
    case 'date':
      return day(String(value), locale)
    case 'datetime':
    case 'created_at':
    case 'updated_at':
      return moment(String(value), locale)
    case 'phone':
      return phoneInWords(String(value), locale.region)
    case 'person':
      return people.get(Number(value)) ?? ''
    case 'created_by':
    case 'updated_by': {
      const person = personNamed(String(value))
      return (person === undefined ? undefined : people.get(person)) ?? ''
    }
    case 'text':
    case 'long_text':
    case 'select':
    case 'email':
    case 'url':
    case 'auto_number':
    // The cells of these are lists, and a formula's are shown as its results.
    case 'multi_select':
    case 'link':
    case 'file':
    case 'formula':
      return String(value)
  }
}

const listInWords = (
  type: string,
  items: Extract<CellValue, readonly unknown[]>,
  titles: ReadonlyMap<string, string>,
): string =>
  items
    .map((item) => {
      if (typeof item === 'object') return item.name
      return isLink(type) ? (titles.get(item) ?? '') : item
    })
    .filter((word) => word !== '')
    .join(', ')

/** Uses plain spaces only: a text message may be sent in a 7-bit alphabet, which has no non-breaking space. */
const withPlainSpaces = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

/** `$40,000`. A currency whose sign the alphabet of texts does not have is named by its code: `INR 40,00,000`. */
function amount(value: number, currency: string, { region }: Locale): string {
  const { locale } = regionOf(region)
  const written = (code: boolean) =>
    withPlainSpaces(amountText(value, currency, { locale, code }).replace(MARKS, ''))
  const signed = written(false)
  return segmentsOf(signed).wide.length === 0 ? signed : written(true)
}

/** They only steer the direction of text. */
const MARKS = /[\u200e\u200f\u061c]/g

/** Without marks between thousands, since it could be a year or an id. */
const plainNumber = (value: number, { region }: Locale, decimals?: number): string =>
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

function day(text: string, { region }: Locale): string {
  const format = new Intl.DateTimeFormat(languageOf(region), { ...DAY, timeZone: 'UTC' })
  return withPlainSpaces(format.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)))
}

function moment(text: string, { region, timeZone }: Locale): string {
  const format = new Intl.DateTimeFormat(languageOf(region), { ...DAY, ...CLOCK, timeZone })
  return withPlainSpaces(format.format(new Date(text)))
}

/** The country's likeliest language if it is written in Latin letters, otherwise English. */
function languageOf(region: string): string {
  const isLatin = new Intl.Locale(`und-${region}`).maximize().script === 'Latn'
  return isLatin ? regionOf(region).locale : `en-${region}-u-ca-gregory-nu-latn`
}
