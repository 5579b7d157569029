import { jsonText, SentNumber } from '../../../platform/http/sent-numbers.rules.ts'

/** How large a sample can be, and what is cut of a body that is larger: long texts, and the ends of long lists. */
const MOST_BYTES = 64 * 1024
const CUTS = [
  { chars: 2000, items: 100 },
  { chars: 200, items: 20 },
]

/** A body as JSON to keep as a sample: whole, or cut if it is large; undefined if it is too large even then. */
export function sampleOf(body: object): string | undefined {
  const fits = (text: string) => Buffer.byteLength(text) <= MOST_BYTES
  const whole = jsonText(body)
  if (fits(whole)) return whole
  return CUTS.map((cut) => jsonText(body, cutting(cut))).find(fits)
}

const cutting = ({ chars, items }: (typeof CUTS)[number]) =>
  function (this: Record<string, unknown>, name: string, value: unknown): unknown {
    if (this[name] instanceof SentNumber) return value
    if (typeof value === 'string') return value.slice(0, chars).toWellFormed()
    return Array.isArray(value) ? value.slice(0, items) : value
  }
