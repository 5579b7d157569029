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
export function checkLocale(locale: Partial<Locale>): { field: keyof Locale; message: string }[] {
  const { region, timeZone, currency } = locale
  const problems: { field: keyof Locale; message: string }[] = []
  if (region !== undefined && !countries.includes(region)) {
    problems.push({ field: 'region', message: 'is not an ISO 3166 country code, such as US or DE' })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    problems.push({
      field: 'timeZone',
      message: 'is not an IANA time zone, such as America/New_York',
    })
  }
  if (currency !== undefined && !currencyCodes.includes(currency)) {
    problems.push({ field: 'currency', message: 'is not an ISO 4217 currency code, such as USD' })
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
