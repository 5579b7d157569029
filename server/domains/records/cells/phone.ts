import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import samples from 'libphonenumber-js/mobile/examples'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { named } from './words.ts'

const MOST_CHARS = 64
const NORTH_AMERICAN = /^(\+?1)?([2-9]\d{9})$/
const NORTH_AMERICAN_NATIONAL = /^[2-9]\d{9}$/
const PUNCTUATION = /[\s().-]/g

/** What the library says about a country, which does not change. */
type Country = { code: CountryCode | undefined; callingCode: string | undefined; example: string }
const countries = new Map<string, Country>()

function countryOf(region: string): Country {
  let country = countries.get(region)
  if (!country) {
    const code = isSupportedCountry(region) ? region : undefined
    country = {
      code,
      callingCode: code && getCountryCallingCode(code),
      example: (code && getExampleNumber(code, samples)?.number) ?? '+12015550123',
    }
    countries.set(region, country)
  }
  return country
}

/** Says the same as the library about numbers with country code 1, in a fiftieth of the time. */
function northAmerican(text: string, country: Country): string | undefined {
  const first = text.charCodeAt(0)
  if (first !== 43 && country.callingCode !== '1') return undefined
  const match = NORTH_AMERICAN.exec(text.replace(PUNCTUATION, ''))
  if (!match || (first === 43 && match[1] === undefined)) return undefined
  return `+1${match[2]}`
}

/** What national numbers of a country code look like, as the library knows it. */
interface Plan {
  /** Numbers of these lengths are possible in every country that shares the code. */
  lengths: ReadonlySet<number>
  /** What people may dial before a national number that is not part of it. Sticky: it matches at `lastIndex` only. */
  prefix: RegExp | undefined
}

/** By country code, as a number: a text would have to be cut out of each phone number. */
let plans: Map<number, Plan> | undefined

function makePlans(): Map<number, Plan> {
  const made = new Map<number, Plan>()
  const metadata = new Metadata()
  for (const country of getCountries()) {
    const code = Number(getCountryCallingCode(country))
    if (code === 1) continue // see northAmerican
    metadata.selectNumberingPlan(country)
    const lengths = new Set(metadata.numberingPlan?.possibleLengths())
    const shared = made.get(code)
    if (shared) made.set(code, { ...shared, lengths: lengths.intersection(shared.lengths) })
    else made.set(code, { lengths, prefix: undefined })
  }
  for (const [code, plan] of made) {
    // Given a calling code, the library selects the plan of the code's main country. Its types lack this method.
    metadata.selectNumberingPlan(String(code) as CountryCode)
    const main = metadata.numberingPlan as { nationalPrefixForParsing?(): string | undefined }
    const prefix = main.nationalPrefixForParsing?.()
    if (prefix) plan.prefix = new RegExp(`(?:${prefix})`, 'y')
  }
  return made
}

const INTERNATIONAL = /^\+[1-9]\d{5,16}$/

/**
 * What the library says about a number with a + and a country code, in a twentieth of the time. If the national number
 * has a possible length and does not begin with a prefix, the library keeps its digits. For any other number this is
 * undefined.
 */
function international(text: string): string | undefined {
  if (text.charCodeAt(0) !== 43) return undefined
  const number = INTERNATIONAL.test(text) ? text : text.replace(/[ ()./-]/g, '')
  if (!INTERNATIONAL.test(number)) return undefined
  plans ??= makePlans()
  let code = 0
  for (let end = 2; end <= 4; end++) {
    code = code * 10 + number.charCodeAt(end - 1) - 48
    const plan = plans.get(code)
    if (plan) return isNational(plan, number, end) ? number : undefined
  }
  return undefined
}

/** Whether the digits from `start` on have a possible length and no prefix. */
function isNational({ lengths, prefix }: Plan, number: string, start: number): boolean {
  if (!lengths.has(number.length - start)) return false
  if (!prefix) return true
  prefix.lastIndex = start
  return !prefix.test(number)
}

/** Whether the library reads its own result back as the same number. For some odd numbers it does not. */
function isSettled(number: string, read: string): boolean {
  if (number === read) return true
  const again = parsePhoneNumberFromString(number, { extract: false })
  return again?.number === number && again.isPossible()
}

/**
 * Checks the length of a number, not whether it is in a range in use: those change faster than this service is updated,
 * and a number that somebody has must not be refused. Two kinds are refused, because nobody has them: numbers that are
 * impossible with country code 1, and numbers in no known range of the column's country that have neither a country
 * code nor the prefix for calls within the country. And those that could be of two countries: without that prefix, they
 * are written as Americans write theirs.
 */
function isTrusted(phone: PhoneNumber, text: string, { callingCode }: Country): boolean {
  if (!phone.isPossible()) return false
  if (phone.countryCallingCode === '1') return NORTH_AMERICAN_NATIONAL.test(phone.nationalNumber)
  if (text.startsWith('+') || phone.countryCallingCode !== callingCode) return true
  if (digitsOf(text) !== phone.nationalNumber) return true
  return phone.isValid() && !(isAmerican(text) && hasPrefix(phone))
}

const AMERICAN = /^\(?[2-9]\d\d\)?[ .-]{0,2}[2-9]\d\d[ .-]\d{4}$/
const AMERICAN_LOCAL = /^[2-9]\d\d[ .-]\d{4}$/

const isAmerican = (text: string): boolean =>
  AMERICAN_LOCAL.test(text) ||
  (AMERICAN.test(text) && parsePhoneNumberFromString(text, 'US')?.isValid() === true)

/** Whether people in its country write a digit before it that is not part of it. */
const hasPrefix = (phone: PhoneNumber): boolean =>
  digitsOf(phone.formatNational()) !== phone.nationalNumber

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** An extension cannot be dialed with the number, so a cell keeps the number; the receipt has the text that was sent. */
function convert(_column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  const number = readPhone(sent, ctx)
  if (ctx.keepsAll) return number
  const hasExtension = number.kind === 'refused' && number.refusal.reason === 'phone_extension'
  return hasExtension ? stored(String(number.refusal.values.number), true) : number
}

/** A number that can be dialed as it is: one with an extension is refused, with the number alone. */
export function readPhone(sent: Sent, ctx: CellContext): Conversion {
  const country = countryOf(ctx.region)
  if (typeof sent !== 'string' && typeof sent !== 'number' && !(sent instanceof SentNumber)) {
    return refused('not_a_phone', { sent: named(sent), example: country.example })
  }
  const text = sent instanceof SentNumber ? sent.plain : String(sent).trim()
  if (text === '') return EMPTY
  if (text.length <= MOST_CHARS) {
    const bare = text.replace(/^tel:/i, '')
    const quick = international(bare) ?? northAmerican(bare, country)
    if (quick !== undefined) return stored(quick, quick !== sent)
    const phone = parsePhoneNumberFromString(bare, { defaultCountry: country.code, extract: false })
    if (phone?.ext !== undefined) {
      const alone = readPhone(bare.slice(0, bare.lastIndexOf(phone.ext)).replace(/\D+$/, ''), ctx)
      if (alone.kind === 'stored') {
        return refused('phone_extension', { sent: named(text), number: String(alone.value) })
      }
    } else if (phone && isTrusted(phone, bare, country) && isSettled(phone.number, bare)) {
      return stored(phone.number, phone.number !== sent)
    }
  }
  const values = { sent: named(text), example: country.example }
  return country.code === undefined
    ? refused('not_a_phone', values)
    : refused('not_a_phone_here', { ...values, country: country.code })
}

/** A stored number as people in a country read it: in its national form there, else in the international one. */
export function phoneInWords(number: string, region: string): string {
  const phone = parsePhoneNumberFromString(number)
  if (!phone) return number
  return phone.countryCallingCode === countryOf(region).callingCode
    ? phone.formatNational()
    : phone.formatInternational()
}

export const phone: CellType = {
  convert,
  settings: [],
  accepts: () => 'a phone number in the E.164 form: +, country code and number without spaces',
  converts: (_column, ctx) =>
    `spaces and punctuation are removed; a number without + is taken to be in ${ctx.region}; an extension is left out, and the receipt has it in the text that was sent`,
  example: (_column, ctx) => countryOf(ctx.region).example,
}
