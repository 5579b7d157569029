/** Countries that share the country code +1. */
const NORTH_AMERICA = new Set(
  'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI'.split(' '),
)
const WITH_EXTENSION = /^(\+\d+);ext=(\d+)$/
const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/
const STORED = /^\+[1-9]\d{5,16}$/

/** Writes a number of any country as people in a country read it. */
export type PhoneForm = (number: string, country: string) => string

/**
 * A stored phone number as people in a country read it: `(415) 555-0132` at home, `+1 415 555 0132` abroad, and with an
 * extension `(415) 555-0132 ext. 12`. Any other
 * text, such as an email address, stays as it is.
 *
 * @param form for numbers of countries outside +1; it is loaded when it is needed.
 * @returns undefined if it is needed.
 */
export function phoneText(
  text: string,
  country: string,
  form: PhoneForm | undefined,
): string | undefined {
  const [, number, extension] = WITH_EXTENSION.exec(text) ?? []
  if (number !== undefined) {
    const shown = phoneText(number, country, form)
    return shown === undefined ? undefined : `${shown} ext. ${extension}`
  }
  const [, area, exchange, line] = NORTH_AMERICAN.exec(text) ?? []
  if (area) {
    const isHome = NORTH_AMERICA.has(country)
    return isHome ? `(${area}) ${exchange}-${line}` : `+1 ${area} ${exchange} ${line}`
  }
  return STORED.test(text) ? form?.(text, country) : text
}
