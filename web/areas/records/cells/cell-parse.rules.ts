import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { readMagnitude, withZeros } from '../../../../shared/magnitudes.ts'
import type { Region } from '../../../../shared/regions.ts'
import { readYesNo } from '../../../../shared/yes-no.ts'
import type { Column } from '../list/types.ts'

/** The value to show for typed text until the service says what it stored, or the problem with the text. */
type Parsed = { value: unknown } | { problem: string }

const EMPTY: Parsed = { value: null }

const CHOSEN: readonly Input[] = ['tick', 'option', 'options', 'person', 'rows', 'files']

/** Whether cells of a column are typed as text rather than chosen. */
export const isTyped = ({ type }: Column): boolean => !CHOSEN.includes(inputOf(type))

/** What nobody sees. The service knows more of it, but its list is too long for what a page loads first. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * Reads typed text as far as the result is certain. Text that may be valid goes to the service unchanged, since the
 * service reads more formats. Only text that cannot be valid is refused here, before the editor closes.
 */
export function parsed(column: Column, typed: string, region: Region): Parsed {
  const text = typed.replace(UNSEEN, '').trim()
  if (text === '') {
    return column.required ? { problem: `${column.name} is required: type a value.` } : EMPTY
  }
  switch (inputOf(column.type)) {
    case 'number':
      return parsedNumber(column, text, region)
    case 'tick':
      return parsedYesNo(column, text)
    case 'email':
      return /^\S+@\S+$/.test(text)
        ? { value: text.toLowerCase() }
        : { problem: `${column.name}: type an email address, such as name@example.com.` }
    case 'day':
      return /\d/.test(text)
        ? { value: text }
        : { problem: `${column.name}: type a date, such as Nov 20, tomorrow or fri.` }
    case 'time':
      return /\d/.test(text)
        ? { value: text }
        : { problem: `${column.name}: type a date and time, such as Nov 20 2:30 pm.` }
    case 'line':
    case 'lines':
      return { value: typed }
    case 'phone':
    case 'url':
    case 'option':
    case 'options':
    case 'person':
    case 'rows':
    case 'files':
    case 'none':
      return { value: text }
  }
}

function parsedNumber({ name, settings, type }: Column, text: string, region: Region): Parsed {
  if (!/\d/.test(text)) {
    const sample =
      type === 'currency' ? 'an amount, such as 1250, 25k or 1.2m' : 'a number, such as 1250.50'
    return { problem: `${name}: type ${sample}.` }
  }
  const plain = certainNumber(type, text, region)
  if (plain === undefined) return { value: text }
  const { min, max } = settings
  if (type !== 'currency' && min !== undefined && plain < min) {
    return { problem: `${name}: ${plain} is less than ${min}.` }
  }
  if (type !== 'currency' && max !== undefined && plain > max) {
    return { problem: `${name}: ${plain} is more than ${max}.` }
  }
  return { value: plain }
}

/**
 * The number that a text means to everybody in the region. In a plain number, only `k` has a meaning: `12m` may be
 * months. A sign of a currency is left to the service, which knows the currencies.
 */
export function certainNumber(
  type: Column['type'],
  text: string,
  region: Region,
): number | undefined {
  const [, sign, digits = '', beside = ''] = /^([-+]?)([\d.,]*\d)(.*)$/.exec(text.trim()) ?? []
  const { zeros, rest } = readMagnitude(beside.trim())
  if (rest !== '' && (rest !== '%' || type !== 'percent')) return undefined
  if (zeros > (type === 'currency' ? 9 : type === 'percent' ? 0 : 3)) return undefined
  const plain = withoutMarks(digits, region)
  if (plain === undefined) return undefined
  const size = Number(withZeros(plain, zeros))
  return sign === '-' ? -size : size
}

/** A dot before one or two digits separates no thousands anywhere. */
const ANYWHERE = /^\d+(?:\.\d\d?)?$/
const WITH_DOT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/
const WITH_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/

/** A plain decimal, `1234.5`, if the region leaves no doubt about its marks. */
function withoutMarks(digits: string, { decimal, group }: Region): string | undefined {
  if (ANYWHERE.test(digits)) return digits
  if (decimal === '.' && group === ',' && WITH_DOT.test(digits)) return digits.replaceAll(',', '')
  if (decimal === ',' && WITH_COMMA.test(digits)) {
    return digits.replaceAll('.', '').replace(',', '.')
  }
  return undefined
}

function parsedYesNo({ name }: Column, text: string): Parsed {
  const value = readYesNo(text)
  if (value !== undefined) return { value }
  return { problem: `${name}: type yes or no.` }
}
