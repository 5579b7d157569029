import { currencyCodes } from '../../../../shared/currency-codes.ts'
import { regionOf } from '../../../../shared/regions.ts'

const codes = new Set(currencyCodes)

/** Signs in everyday use that the CLDR does not have. */
const everyday: Record<string, string[]> = {
  AUD: ['AU$'],
  CAD: ['C$'],
  CHF: ['Fr', 'SFr'],
  CNY: ['元', '￥', 'RMB'],
  INR: ['Rs'],
  JPY: ['円', '￥'],
  SGD: ['S$'],
  USD: ['US$'],
}

export function isCurrency(code: string): boolean {
  return codes.has(code)
}

const plain = (sign: string) =>
  sign
    .replace(/[\u200e\u200f\s]/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** What people write beside an amount: the currency's code, its signs in everyday use, and its signs and names in `locales`. */
function signs(code: string, locales: string[]): string[] {
  const found = [code, ...(everyday[code] ?? [])]
  for (const locale of locales) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        currencyDisplay,
      })
      found.push(format.formatToParts(1).find((part) => part.type === 'currency')?.value ?? '')
    }
    found.push(...namesOf(code, locale))
  }
  return found.map(plain).filter((sign) => sign !== '')
}

/** A currency's name for one and for many, and its last word alone: `US dollar`, `US dollars`, `dollar`, `dollars`. */
function namesOf(code: string, locale: string): string[] {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    // `1.00` would be many.
    maximumFractionDigits: 0,
  })
  return [1, 2].flatMap((count) => {
    const parts = format.formatToParts(count)
    const name = parts.find((part) => part.type === 'currency')?.value ?? ''
    return [name, name.split(' ').at(-1)!]
  })
}

const known = new Map<string, Set<string>>()

/** Whether a sign or code can mean this currency: `$` means any dollar, `US$` only one. */
export function denotes(sign: string, code: string, country: string): boolean {
  const cached = `${code} ${country}`
  let of = known.get(cached)
  if (!of) {
    of = new Set(signs(code, ['en', regionOf(country).locale]))
    // The kyat's sign; but 5K more likely means five thousand.
    of.delete('k')
    known.set(cached, of)
  }
  return of.has(plain(sign))
}

/** Signs made of letters, except those that are also units (km, L, Ft) or words. */
const letterSigns = new Set(['kr', 'zł', 'kč', 'rs', 'rp', 'rm', 'fr', 'lei'])

/** Whether a text beside a number can only mean a currency: a sign, or a code in capitals. */
export function isCurrencySign(sign: string): boolean {
  return /^[A-Za-z]{0,3}\p{Sc}$/u.test(sign) || codes.has(sign) || letterSigns.has(plain(sign))
}
