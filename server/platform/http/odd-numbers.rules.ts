/**
 * Finds the numbers that `String` may write otherwise: all that have an exponent, a zero at the end of their decimals or more
 * than 15 digits, and those below 0.000001. Most bodies have none, so this alone runs for every byte of every body.
 *
 * @param json UTF-8 that is known to be JSON.
 * @returns where each begins and ends, in turns.
 */
export function oddNumbers(json: Uint8Array): number[] {
  const found: number[] = []
  let at = 0
  while (at < json.length) {
    let byte = json[at]!
    if (byte === QUOTE) {
      while (json[++at] !== QUOTE) if (json[at] === BACKSLASH) at++
      at++
    } else if (byte === MINUS || isDigit(byte)) {
      const start = at
      let dot = -1
      let hasExponent = false
      while (isDigit(byte) || byte === MINUS || byte === PLUS || byte === DOT || isE(byte)) {
        if (byte === DOT) dot = at
        else if (isE(byte)) hasExponent = true
        byte = json[++at]!
      }
      const decimals = dot === -1 ? 0 : at - dot - 1
      const isOdd =
        hasExponent ||
        at - start > SURE_CHARS ||
        decimals > SURE_DECIMALS ||
        (decimals > 0 && json[at - 1] === ZERO) ||
        (at - start === 2 && json[start] === MINUS && json[start + 1] === ZERO)
      if (isOdd) found.push(start, at)
    } else at++
  }
  return found
}

const QUOTE = 34
const PLUS = 43
const MINUS = 45
const DOT = 46
const ZERO = 48
const BACKSLASH = 92
/** No two decimals of up to 15 digits are the same double. */
const SURE_CHARS = 15
const SURE_DECIMALS = 6
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57
const isE = (byte: number): boolean => byte === 69 || byte === 101
