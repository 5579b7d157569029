const LEAST_DIGITS = 4
/** A number without its country code has this many digits at least; fewer are only part of one. */
const LEAST_WHOLE = 8

const AN_EXTENSION = /(?<=\d)\s*(?:;?ext[.=]?|x)\s*\d{1,7}$/i

/**
 * The digits to look for in stored numbers, `+13125550188`, if a text is a phone number or part of one, however it is
 * written: `(312) 555-0188`, `555.0188`, `(312) 555-0188 ext. 12`. Undefined for any other text, and for digits alone.
 */
export function phoneDigits(text: string): string | undefined {
  const whole = text.trim()
  const typed = whole.replace(AN_EXTENSION, '')
  if (!/^\+?[\d\s()./\u2010-\u2015-]+$/.test(typed)) return undefined
  // The 0 of `+44 (0)20 7946 0958` is not dialled with the country code.
  const digits = typed.replace(/^(\+.*)\(0\)/, '$1').replace(/\D/g, '')
  // Nor are the zeros that begin a number at home, or those before a country code.
  const stored = digits.length < LEAST_WHOLE ? digits : digits.replace(/^0+/, '')
  return stored.length < LEAST_DIGITS || stored === whole ? undefined : stored
}
