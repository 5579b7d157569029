/**
 * Arithmetic on numbers as people write them: 0.1 + 0.2 is 0.3. A double stands for the shortest decimal that is read
 * as that double. Sums, differences and products of such decimals are exact until they become a double again. Quotients
 * have 15 significant digits, which every double can hold.
 */
type Decimal = { digits: bigint; scale: number }

function decimalOf(value: number): Decimal {
  const [mantissa, exponent = '0'] = String(value).split('e') as [string, string?]
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?]
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const numberOf = ({ digits, scale }: Decimal): number => positive(Number(`${digits}e${-scale}`))

/** Turns -0 into 0. */
const positive = (value: number): number => (value === 0 ? 0 : value)

/** The digits of both numbers at the larger of their scales. */
function aligned(a: number, b: number): { a: bigint; b: bigint; scale: number } {
  const [left, right] = [decimalOf(a), decimalOf(b)]
  const scale = Math.max(left.scale, right.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return { a: at(left), b: at(right), scale }
}

/** Doubles are exact for these anyway. */
const whole = (a: number, b: number, result: number) =>
  Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(result)

export function add(x: number, y: number): number {
  if (whole(x, y, x + y)) return positive(x + y)
  const { a, b, scale } = aligned(x, y)
  return numberOf({ digits: a + b, scale })
}

export const subtract = (x: number, y: number): number => add(x, -y)

export function multiply(x: number, y: number): number {
  if (whole(x, y, x * y)) return positive(x * y)
  const [left, right] = [decimalOf(x), decimalOf(y)]
  return numberOf({ digits: left.digits * right.digits, scale: left.scale + right.scale })
}

/** @param y not 0. */
export function divide(x: number, y: number): number {
  const quotient = x / y
  if (!Number.isFinite(quotient) || Number.isSafeInteger(quotient)) return positive(quotient)
  return positive(Number(quotient.toPrecision(15)))
}

/** With the sign of the dividend. @param y not 0. */
export function remainder(x: number, y: number): number {
  if (whole(x, y, x % y)) return positive(x % y)
  const { a, b, scale } = aligned(x, y)
  return numberOf({ digits: a % b, scale })
}

/** Rounds to that many decimals; a negative number rounds to tens, hundreds and so on. */
export function round(x: number, decimals: number, how: 'half' | 'up' | 'down'): number {
  const { digits, scale } = decimalOf(x)
  if (scale <= decimals) return x
  const unit = 10n ** BigInt(scale - decimals)
  const below = digits / unit - (digits % unit < 0n ? 1n : 0n)
  const rest = digits - below * unit
  const up =
    how === 'up'
      ? rest > 0n
      : how === 'half' && (digits < 0n ? rest * 2n > unit : rest * 2n >= unit)
  const rounded = below + (up ? 1n : 0n)
  return decimals < 0
    ? positive(Number(rounded * 10n ** BigInt(-decimals)))
    : numberOf({ digits: rounded, scale: decimals })
}
