/** What people write after an amount for its zeros, and how many zeros that is: `25k`, `1.2m`, `2mm`. */
const zeros: Record<string, number> = { k: 3, m: 6, mm: 6, b: 9, bn: 9 }

const AT_START = /^(k|mm?|bn?)(?!\p{L})/iu

/** Splits `k USD` into its zeros and `USD`; without such a letter, there are no zeros. */
export function readMagnitude(beside: string): { zeros: number; rest: string } {
  const [letters = ''] = AT_START.exec(beside) ?? []
  return { zeros: zeros[letters.toLowerCase()] ?? 0, rest: beside.slice(letters.length).trim() }
}

/** A plain decimal with zeros added: `1.25` with three is `1250`. Exact, since no number is calculated. */
export function withZeros(decimal: string, zeros: number): string {
  const [whole = '', part = ''] = decimal.split('.')
  const moved = part.padEnd(zeros, '0')
  const digits = (whole + moved.slice(0, zeros)).replace(/^0+(?=\d)/, '')
  const rest = moved.slice(zeros)
  return rest === '' ? digits : `${digits}.${rest}`
}
