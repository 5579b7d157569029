// From ISO 4217 itself: the CLDR, and so Intl too, gives some currencies (AFN, RSD, …) fewer decimals than they have.
const digits = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

/** How many decimals an amount in major units has: 2 for USD, 0 for JPY. */
export function minorDigits(code: string): number {
  return digits.get(code) ?? 2
}

/** `US dollars` for USD. */
export const currencyInWords = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency
