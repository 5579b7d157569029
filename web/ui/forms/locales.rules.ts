import { countries } from '../../../shared/countries.ts'
import { currencyCodes } from '../../../shared/currency-codes.ts'

interface Option {
  value: string
  label: string
}

/** Every country, by its name where the browser knows one. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'region' })
  return countries
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Every currency, by its code and name. */
export function currencyOptions(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' })
  return currencyCodes.map((value) => {
    const name = names.of(value)
    return { value, label: name ? `${value} · ${name}` : value }
  })
}

/** Every time zone, and the current one, which a browser may know by another name. */
export function timeZones(set: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), set])].sort()
}
