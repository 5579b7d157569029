interface Choice {
  value: string
  label: string
}

const byLabel = (a: Choice, b: Choice): number => a.label.localeCompare(b.label)
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name no country: unions, tests, and what is unknown. */
const notCountries = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']

/** All countries that the browser has a name for. */
export function regions(): Choice[] {
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.includes(code))
    .flatMap((value) => {
      const name = names.of(value)
      return name ? [{ value, label: `${name} (${value})` }] : []
    })
    .sort(byLabel)
}

/** All time zones, with the current one, which a browser may list under a newer name. */
export const timeZones = (current: string): string[] => [
  ...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]),
]

export function currencies(): Choice[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} – ${names.of(value)}`,
  }))
}
