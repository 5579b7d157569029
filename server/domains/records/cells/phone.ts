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
import { bareNumber, EXTENSION } from '../../../../shared/phone-extension.ts'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellType, EMPTY, refused, type Sent, shortened, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { halfWidth, named } from './words.ts'

const MOST_CHARS = 200
/** A parenthesis from here on may be around something else than an area code. */
const LATE_MARK = 8
const NORTH_AMERICAN = /^(\+?1)?([2-9]\d{9})$/
const NORTH_AMERICAN_NATIONAL = /^[2-9]\d{9}$/
const PUNCTUATION = /[\s().-]/g

/** What the library says about a country, which does not change. */
type Country = {
  code: CountryCode | undefined
  callingCode: string | undefined
  example: string
  /** As people in that country write it. */
  national: string
}
const countries = new Map<string, Country>()

function countryOf(region: string): Country {
  let country = countries.get(region)
  if (!country) {
    const code = isSupportedCountry(region) ? region : undefined
    const sample = code && getExampleNumber(code, samples)
    country = {
      code,
      callingCode: code && getCountryCallingCode(code),
      example: sample?.number ?? '+12015550123',
      national: sample?.formatNational() ?? '(201) 555-0123',
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

/** A phone number as it was read. */
interface PhoneRead {
  /** E.164. */
  number: string
  /** Digits; empty if there is none. */
  extension: string
  /** Whether there is more in the text, such as `(cell)` or a second number. */
  hasMore: boolean
}

/** The extension is part of what is stored. What else is beside a number is left out, and the receipt has the whole text. */
function convert(_column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  const read = readPhone(sent, ctx)
  if ('kind' in read) return read
  const { number, extension, hasMore } = read
  const value = extension === '' ? number : `${number}${EXTENSION}${extension}`
  return hasMore ? shortened(value, sent, ctx) : stored(value, value !== sent)
}

/** The number in a text: the first one, if there are several. */
function readPhone(sent: Sent, ctx: CellContext): PhoneRead | Conversion {
  const country = countryOf(ctx.region)
  if (typeof sent !== 'string' && typeof sent !== 'number' && !(sent instanceof SentNumber)) {
    return refused('not_a_phone', { sent: named(sent), example: country.example })
  }
  const text = String(sent).trim().replace(DECIMALS, '$1')
  if (text === '') return EMPTY
  if (!text.includes('/') && text.lastIndexOf('(') < LATE_MARK) {
    const quick = international(text) ?? northAmerican(text, country)
    if (quick !== undefined) return { number: quick, extension: '', hasMore: false }
  }
  const plain = plainly(text)
  if (POWERS_OF_TEN.test(plain)) {
    return refused('digits_left_out', { sent: named(sent), example: country.example })
  }
  const read = text.length <= MOST_CHARS ? findNumber(plain, country) : undefined
  if (read) return read
  const { code, example, national } = country
  return code === undefined
    ? refused('not_a_phone', { sent: named(text), example })
    : refused('not_a_phone_here', { sent: named(text), example: national, country: code })
}

/** Some programs keep all numbers as decimals: `4155550199.0`. */
const DECIMALS = /^(\d{6,})\.0+$/
/** What spreadsheets and programs put before a number. */
const PROGRAM_MARKS = /^['’](?=[+(\d])|^(?:tel|p):\s*/i
/** As Java writes a number, with all its digits: `4.155550199E9`. */
const ALL_DIGITS = /^(\d)\.(\d+)E\+?0*(\d+)$/i
/** A number of which a spreadsheet shows only the first digits: `4.15555E+09`. */
const POWERS_OF_TEN = /^\d(?:[.,]\d+)?E\+?\d+$/i

/** The same text with the digits and marks that phones have, and one kind of space and dash. */
function plainly(text: string): string {
  const plain = halfWidth(text)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\S\r\n]/g, ' ')
    .replace(PROGRAM_MARKS, '')
  const [, first, digits = '', power] = ALL_DIGITS.exec(plain) ?? []
  return digits !== '' && digits.length === Number(power) ? `${first}${digits}` : plain
}

/** Digits with what is written between those of one number. */
const DIGITS = /\(?\+?\d[\d ()./-]*/g
/** What a number can stand next to. Beside a letter, digits are something else, or one was misread. */
const MAY_PRECEDE = /(?:^|[\s:;,.()[\]{}<>"'“”‘’=|&*•·!?~/+-])$/
const MAY_FOLLOW = /^(?:$|[\s:;,.()[\]{}<>"'“”‘’=|&*•·!?~/+-])/
const EXTENDED =
  /^[\s,;([]*(?:(?:ext(?:ension|ensi[oó]n|n)?|x|poste|anexo|durchwahl|доб)[\s.:=-]*|#\s*)(\d{1,7})(?![\d\p{L}])[)\]#]?/iu
/** Phones write a pause before an extension. */
const AFTER_A_PAUSE = /^\s*[,;]{1,3}\s*(\d{1,5})#?(?!\s*[\d\p{L}(+./-])/u

function findNumber(text: string, country: Country): PhoneRead | undefined {
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    const found = numberIn(digits, country)
    if (!found) continue
    const { number, at, length } = found
    const before = text.slice(0, index + at)
    const after = text.slice(index + at + length)
    const [extended = '', extension = ''] = EXTENDED.exec(after) ?? AFTER_A_PAUSE.exec(after) ?? []
    const rest = after.slice(extended.length)
    if (!MAY_PRECEDE.test(before) || (extension === '' && !MAY_FOLLOW.test(rest))) return undefined
    // Without a country code, the digits before could be its area code, unless it needs none.
    if (/\d/.test(before) && !digits.startsWith('+') && !number.startsWith('+1')) return undefined
    return { number, extension, hasMore: /[\p{L}\p{N}]/u.test(before + rest) }
  }
  return undefined
}

/** Where the digits of a second number can begin. */
const BETWEEN = / *\/ *| +(?:- +)?(?=[+(\d])|(?=\()/g

/** The first number of digits that can be those of several, and where it is; undefined unless only one is possible. */
function numberIn(
  digits: string,
  country: Country,
): { number: string; at: number; length: number } | undefined {
  const at = /^\((?!.*\))/.test(digits) ? 1 : 0
  const whole = trimmed(digits.slice(at))
  const ends = [...whole.matchAll(BETWEEN)].filter(({ index }) => index > 0)
  const late = ends.find(({ 0: mark, index }) => isLate(whole.slice(0, index), mark || '('))
  if (late) {
    const head = trimmed(whole.slice(0, late.index))
    const number = readNumber(head, country)
    return number === undefined ? undefined : { number, at, length: head.length }
  }
  const number = readNumber(whole, country)
  if (number !== undefined) return { number, at, length: whole.length }
  const pairs = ends.flatMap(({ 0: mark, index }) => {
    const [head, tail] = [trimmed(whole.slice(0, index)), whole.slice(index + mark.length)]
    const number = readNumber(head, country)
    const isPair = number !== undefined && readNumber(tail, country) !== undefined
    return isPair ? [{ number, at, length: head.length }] : []
  })
  return pairs.length === 1 ? pairs[0] : undefined
}

/** Without what follows the last digit, but for the parenthesis of `(415)`. */
const trimmed = (digits: string): string =>
  digits.replace(/[ (./-]+$/, '').replace(/^([^(]*)\)$/, '$1')

/** Whether so many digits come before a slash or a parenthesis that no area code ends there. */
function isLate(before: string, mark: string): boolean {
  if (!/[(/]/.test(mark)) return false
  const most = before.startsWith('+') ? 8 : before.startsWith('00') ? 9 : 6
  return digitsOf(before).length > most
}

/** How people write that a country code follows, where it is not how it is dialled. */
const FROM_ELSEWHERE = /^(?:00|011)[ -]*(?=[1-9])/

function readNumber(written: string, country: Country): string | undefined {
  const text = written.replace(/^\(\+(\d{1,3})\)/, '+$1')
  const quick = international(text) ?? northAmerican(text, country)
  if (quick !== undefined) return quick
  const phone = parsePhoneNumberFromString(text, { defaultCountry: country.code, extract: false })
  if (phone?.ext !== undefined) return undefined
  if (phone && isTrusted(phone, text, country) && isSettled(phone.number, text)) return phone.number
  const abroad = text.replace(FROM_ELSEWHERE, '+')
  if (abroad === text) return undefined
  const other = parsePhoneNumberFromString(abroad, { extract: false })
  return other?.isValid() && isTrusted(other, abroad, country) ? other.number : undefined
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
  unique: (value) => bareNumber(String(value)),
  accepts: () =>
    'a phone number in the E.164 form: +, country code and number without spaces, with ;ext= before an extension',
  converts: (_column, ctx) =>
    `spaces and punctuation are removed; a number without + is taken to be in ${ctx.region}; an extension is kept, as in +12015550123;ext=12; of what else is beside a number, such as "(cell)" or a second number, the receipt has the text that was sent`,
  inWords: (value, _column, { locale }) => phoneInWords(String(value), locale.region),
  guess: {
    looks: (text) =>
      /^(?:'|[a-z]{1,9}\.?:\s?)?\+?[\d\s().-]{7,20}(?:\s?(?:;?ext|x)\D{0,3}\d{1,7})?(?:\s?\([a-z ]{1,12}\))?$/i.test(
        text,
      ),
    kind: 'phone',
    suggests: () => true,
  },
  example: (_column, ctx) => countryOf(ctx.region).example,
}
