/**
 * Numbers of a JSON body with the text that was sent. `JSON.parse` gives doubles, which forget more than 17 digits, and how
 * a number was written: `12345678901234567890`, `1.0`, `1e3`. A text column stores what was sent.
 */

/** A number that `String` would write otherwise than it was sent. */
export class SentNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  get value(): number {
    return Number(this.source)
  }

  /** Whether its value has all the digits that were sent: `1.0` is 1, but 12345678901234567890 is 12345678901234567000. */
  get isExact(): boolean {
    // None that is longer would be; and the patterns take long for a million zeros.
    return this.source.length <= 100 && hasSameDigits(this.source, String(this.value))
  }

  /** A whole number in plain digits, if it is one: for ids and phone numbers, which some programs send as `4155550199.0`. */
  get plain(): string {
    return this.isExact && Number.isSafeInteger(this.value) ? String(this.value) : this.source
  }

  toString(): string {
    return this.source
  }

  /** @see jsonText */
  toJSON(): string {
    return `${MARK}${this.source}`
  }
}

/** The value of a number, and anything else as it is. */
export const numberIn = (sent: unknown): unknown => (sent instanceof SentNumber ? sent.value : sent)

/** Begins texts that stand for numbers. No text of a body has it: `parseJson` refuses it, and JSON has it only as an escape. */
const MARK = '\0'
const MARKED_IN_JSON = /"\\u0000([^"]*)"/g

/**
 * The member of an object or list with such numbers somewhere that has the same as it was sent. It is hidden, so it goes into
 * no copy. A WeakMap would cost garbage collection more than everything else here.
 */
const AS_SENT = Symbol('as sent')

/** A part of a body with its numbers as they were written, if `String` may write any otherwise; else the part itself. */
export const withSentNumbers = <T>(value: T): T =>
  ((isContainer(value) && (value as { [AS_SENT]?: T })[AS_SENT]) || value) as T

/** A body as JSON with texts in place of some numbers: where each of them begins and ends, in turns. */
export function markNumbers(json: string, numbers: readonly number[]): string {
  let marked = ''
  let end = 0
  for (let i = 0; i < numbers.length; i += 2) {
    const [from, to] = [numbers[i]!, numbers[i + 1]!]
    marked += `${json.slice(end, from)}"\\u0000${json.slice(from, to)}"`
    end = to
  }
  return marked + json.slice(end)
}

/**
 * Keeps how the numbers of a body were written.
 *
 * @param marked the same body with texts in place of these numbers, which are replaced.
 */
export function keepNumbers(body: unknown, marked: unknown): void {
  if (isContainer(body)) keepIn(body, marked as object)
}

function keepIn(plain: object, marked: object): boolean {
  const [values, sent] = [plain as Record<string, unknown>, marked as Record<string, unknown>]
  let hasAny = false
  for (const name of Object.keys(sent)) {
    const one = sent[name]
    if (typeof one === 'string' && one.startsWith(MARK)) {
      sent[name] = new SentNumber(one.slice(MARK.length))
      hasAny = true
      continue
    }
    const inside = values[name]
    // V8 14 can read a name of one escaped character differently the second time, so there may be nothing.
    if (isContainer(one) && isContainer(inside) && keepIn(inside, one)) hasAny = true
  }
  if (hasAny) Object.defineProperty(plain, AS_SENT, { value: marked })
  return hasAny
}

/** JSON with its numbers as they were sent. */
export const jsonText = (
  value: unknown,
  replacer?: (name: string, one: unknown) => unknown,
): string => JSON.stringify(value, replacer).replace(MARKED_IN_JSON, '$1')

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether two ways to write a number have the same digits, without zeros at either end. */
export const hasSameDigits = (one: string, other: string): boolean =>
  significant(one) === significant(other)

/** The digits of a number, without zeros at either end. */
export const significant = (decimal: string): string =>
  decimal
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
