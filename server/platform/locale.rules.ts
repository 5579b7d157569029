/** Where dates, phone numbers and amounts that say no more are read. */
export interface Locale {
  /** ISO 3166 country. */
  region: string
  /** IANA time zone. */
  timeZone: string
  /** ISO 4217. */
  currency: string
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** What does not exist among the given parts of a locale, by field, with a text that says what to send. */
export function checkLocale(locale: Partial<Locale>): { field: keyof Locale; message: string }[] {
  const { region, timeZone, currency } = locale
  const problems: { field: keyof Locale; message: string }[] = []
  if (region !== undefined && !isCountry(region)) {
    problems.push({ field: 'region', message: 'is not an ISO 3166 country code, such as US or DE' })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    problems.push({
      field: 'timeZone',
      message: 'is not an IANA time zone, such as America/New_York',
    })
  }
  if (currency !== undefined && !currencies.has(currency)) {
    problems.push({ field: 'currency', message: 'is not an ISO 4217 currency code, such as USD' })
  }
  return problems
}

// Named by Intl, but no countries: parts of some, groups of them, pseudo-locales.
const others = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

function isCountry(region: string): boolean {
  if (!/^[A-Z]{2}$/.test(region) || others.has(region) || !countries.of(region)) return false
  return new Intl.Locale('und', { region }).region === region // UK, SU and the like are aliases of another
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
