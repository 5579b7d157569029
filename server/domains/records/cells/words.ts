import { comparable } from '../../../../shared/visible-text.ts'
import { jsonText, SentNumber } from '../../../platform/http/sent-numbers.rules.ts'

const ECHO_CHARS = 40
const RECEIPT_CHARS = 500

/** At most `limit` UTF-16 units, ending in `…` if cut, never inside a surrogate pair. */
export function clipped(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 2)
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1
  return `${text.slice(0, end)}…`
}

/** A value for an error message: short, on one line, without the contents of lists and objects. */
export function named(sent: unknown): string {
  if (typeof sent === 'string') {
    const start = sent
      .slice(0, ECHO_CHARS * 4)
      .trim()
      .toWellFormed()
    return `"${clipped(start, ECHO_CHARS).replace(/\s/g, ' ')}"`
  }
  if (sent instanceof SentNumber) return clipped(sent.source, ECHO_CHARS)
  if (Array.isArray(sent)) return 'a list'
  return typeof sent === 'object' ? 'an object' : String(sent)
}

/**
 * A value as a receipt shows it, in at most 500 characters: text as it is, lists of plain values
 * joined by `, `, anything else as JSON.
 */
export function receiptText(value: unknown): string {
  if (typeof value === 'string') return clipped(value, RECEIPT_CHARS)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof SentNumber) return clipped(value.source, RECEIPT_CHARS)
  const isPlain = (item: unknown) => typeof item !== 'object' || item instanceof SentNumber
  const plain = Array.isArray(value) && value.every(isPlain)
  return clipped(plain ? value.join(', ') : jsonText(value), RECEIPT_CHARS)
}

/** `"Red", "Green" and 8 more`. */
export function listed(labels: readonly string[], most: number): string {
  const shown = labels.slice(0, most).map(named)
  const more = labels.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** The form in which labels and names are compared: as people see them, in lower case. */
export function folded(text: string): string {
  return comparable(text).toLowerCase()
}

/** Letters, digits and marks of full width, as Chinese and Japanese keyboards write them, as everybody else does. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
