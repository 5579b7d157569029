interface Option {
  value: string
  label: string
}

/** Named as regions, but no countries: the service refuses them (`server/platform/locale.rules.ts`). */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** Every ISO 3166 country, by its name. */
export function countries(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => !noCountries.has(code) && isItself(code))
    .flatMap((value) => {
      const name = names.of(value)
      return name ? [{ value, label: `${name} (${value})` }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** UK, SU and the like stand for another country. */
const isItself = (code: string): boolean => new Intl.Locale('und', { region: code }).region === code

/** Every currency, by its code and name. */
export function currencies(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' })
  return Intl.supportedValuesOf('currency').map((value) => {
    const name = names.of(value)
    return { value, label: name ? `${value} · ${name}` : value }
  })
}

/** Every time zone, and the one that is set, which a browser may know by another name. */
export function timeZones(set: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), set])].sort()
}
