export type DateOrder = 'mdy' | 'dmy' | 'ymd'

/** How people in a country write numbers and dates. */
export type Region = {
  /** BCP 47, with Latin digits: the country's likeliest language. */
  locale: string
  decimal: string
  /** The mark between thousands; every kind of space is `' '`, every apostrophe `"'"`. */
  group: string
  /** Whether groups above the thousands have two digits, as in 12,34,567. */
  lakh: boolean
  dateOrder: DateOrder
}

const known = new Map<string, Region>()

/** The region of an ISO 3166 country, from the CLDR. Throws RangeError if it is not a country code. */
export function regionOf(country: string): Region {
  let region = known.get(country)
  if (!region) {
    region = lookUp(country)
    known.set(country, region)
  }
  return region
}

function lookUp(country: string): Region {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const locale = `${language}-${country}-u-ca-gregory-nu-latn`
  const parts = new Intl.NumberFormat(locale).formatToParts(123456789.5)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const order = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(0)
    .map((part) => ({ year: 'y', month: 'm', day: 'd' })[part.type as string] ?? '')
    .join('')
  return {
    locale,
    decimal: mark('decimal'),
    group: mark('group').replace(/\s/, ' ').replace('’', "'"),
    lakh: parts.find((part) => part.type === 'integer')?.value === '12',
    dateOrder: order === 'mdy' || order === 'dmy' ? order : 'ymd',
  }
}
