import type { Column } from '../types.ts'

/** The value to show for typed text until the service says what it stored, or the problem with the text. */
type Parsed = { value: unknown } | { problem: string }

const EMPTY: Parsed = { value: null }

const CHOSEN = ['checkbox', 'select', 'multi_select', 'person', 'link', 'file']

/** Whether cells of a column are typed as text rather than chosen. */
export const isTyped = ({ type }: Column): boolean => !CHOSEN.includes(type)

/**
 * Reads typed text as far as the result is certain. Text that may be valid goes to the service unchanged, since the
 * service reads more formats. Only text that cannot be valid is refused here, before the editor closes.
 */
export function parsed(column: Column, typed: string): Parsed {
  const text = typed.trim()
  if (text === '') {
    return column.required ? { problem: `${column.name} is required: type a value.` } : EMPTY
  }
  switch (column.type) {
    case 'number':
    case 'currency':
    case 'percent':
      return parsedNumber(column, text)
    case 'checkbox':
      return parsedYesNo(column, text)
    case 'email':
      return /^\S+@\S+$/.test(text)
        ? { value: text.toLowerCase() }
        : { problem: `${column.name}: type an email address, such as name@example.com.` }
    case 'date':
      return /\d/.test(text)
        ? { value: text }
        : { problem: `${column.name}: type a date, such as 2026-11-20.` }
    case 'datetime':
      return /\d/.test(text)
        ? { value: text }
        : { problem: `${column.name}: type a date and time, such as 2026-11-20 14:30.` }
    default:
      return { value: column.type === 'long_text' || column.type === 'text' ? typed : text }
  }
}

function parsedNumber({ name, settings, type }: Column, text: string): Parsed {
  if (!/\d/.test(text)) return { problem: `${name}: type a number, such as 1250.50.` }
  const plain = /^[-+]?\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : /^-?\$?\d{1,3}(,\d{3})*(\.\d+)?%?$/.test(text)
      ? Number(text.replace(/[,$%]/g, ''))
      : undefined
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

const yes = ['true', 't', 'yes', 'y', 'on', '1', 'x', '✓']
const no = ['false', 'f', 'no', 'n', 'off', '0', '']

function parsedYesNo({ name }: Column, text: string): Parsed {
  const word = text.toLowerCase()
  if (yes.includes(word)) return { value: true }
  if (no.includes(word)) return { value: false }
  return { problem: `${name}: type yes or no.` }
}
