import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Temporal } from 'temporal-polyfill'
import { zonesOfAreaCode } from './area-codes.rules.ts'

/** A text from a template goes out between these hours, by the recipient's clock. */
const FROM_HOUR = 8
const UNTIL_HOUR = 20

/** The limit of rounds over the zones to find an hour that suits all of them. Countries have few zones. */
const MOST_STEPS = 100

/**
 * When a text to this number can go out, if not now: in waking hours in every place of its country, or of its area
 * code, where the number could be.
 *
 * @param zone for a number without a country, such as a satellite phone's; without a zone it does not wait.
 */
export function notBefore(to: string, now: Date, zone?: string): Date | null {
  const zones = zonesOf(to) ?? (zone === undefined ? [] : [zone])
  let at = now.getTime()
  for (let step = 0; step < MOST_STEPS; step++) {
    const mornings = zones.flatMap((one) => morningAfter(at, one) ?? [])
    if (mornings.length === 0) break
    at = Math.max(...mornings)
  }
  return at === now.getTime() ? null : new Date(at)
}

const NORTH_AMERICA = ['US', 'CA']

/** Every zone that the number could be in. */
function zonesOf(number: string): readonly string[] | undefined {
  const byCode = zonesOfAreaCode(number)
  if (byCode) return byCode
  const countries = parsePhoneNumberFromString(number, { extract: false })?.getPossibleCountries()
  const isNorthAmerican = countries?.some((country) => NORTH_AMERICA.includes(country))
  const zones = (isNorthAmerican ? NORTH_AMERICA : (countries ?? [])).flatMap(zonesOfCountry)
  return zones.length > 0 ? zones : undefined
}

/** From the runtime's copy of the Unicode CLDR. */
const zonesOfCountry = (country: string): readonly string[] =>
  (new Intl.Locale(`und-${country}`) as Zoned).getTimeZones?.() ?? []
type Zoned = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/** When the quiet hours in a zone end; undefined if it is daytime there. */
function morningAfter(at: number, zone: string): number | undefined {
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  if (clock.hour >= FROM_HOUR && clock.hour < UNTIL_HOUR) return undefined
  const day = clock.hour < FROM_HOUR ? clock : clock.add({ days: 1 })
  return day.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: { hour: FROM_HOUR } })
    .epochMilliseconds
}
