import { type Why, why } from '../../contract/refusals/reasons.ts'
import { countries } from '../../shared/countries.ts'
import { currencyCodes } from '../../shared/currency-codes.ts'

/** How to read dates without a time zone, phone numbers without a country code and amounts without a currency. */
export interface Locale {
  /** ISO 3166 country. */
  region: string
  /** IANA time zone. */
  timeZone: string
  /** ISO 4217. */
  currency: string
}

/** Finds the given parts of a locale that do not exist. Each message says what to send. */
export function checkLocale(locale: Partial<Locale>): { field: keyof Locale; why: Why }[] {
  const { region, timeZone, currency } = locale
  const problems: { field: keyof Locale; why: Why }[] = []
  if (region !== undefined && !countries.includes(region)) {
    problems.push({ field: 'region', why: why('not_a_country', {}) })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    problems.push({ field: 'timeZone', why: why('not_a_time_zone', {}) })
  }
  if (currency !== undefined && !currencyCodes.includes(currency)) {
    problems.push({ field: 'currency', why: why('not_a_currency', {}) })
  }
  return problems
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
