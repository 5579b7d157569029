import { type Input, inputOf, isMoney, signOf } from '../../../../shared/column-types.ts'
import { readMagnitude, withZeros } from '../../../../shared/magnitudes.ts'
import type { Region } from '../../../../shared/regions.ts'
import { readYesNo } from '../../../../shared/yes-no.ts'
import type { Column } from '../list/types.ts'

const CHOSEN: readonly Input[] = ['tick', 'option', 'options', 'person', 'rows', 'files']

/** Whether cells of a column are typed as text rather than chosen. */
export const isTyped = ({ type }: Column): boolean => !CHOSEN.includes(inputOf(type))

/** What nobody sees. The service knows more of it, but its list is too long for what a page loads first. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * Reads typed text as far as the result is certain. Any other text goes to the service unchanged: it reads more formats,
 * and what it refuses is kept at its cell, so that nobody is stopped while they type.
 */
export function parsed(column: Column, typed: string, region: Region): unknown {
  const text = typed.replace(UNSEEN, '').trim()
  if (text === '') return null
  switch (inputOf(column.type)) {
    case 'number':
      return certainNumber(column.type, text, region) ?? text
    case 'tick':
      return readYesNo(text) ?? text
    case 'email':
      return text.toLowerCase()
    case 'line':
    case 'lines':
      return typed
    case 'day':
    case 'time':
    case 'phone':
    case 'url':
    case 'option':
    case 'options':
    case 'person':
    case 'rows':
    case 'files':
    case 'none':
      return text
  }
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
  if (rest !== '' && rest !== signOf(type)) return undefined
  if (zeros > (isMoney(type) ? 9 : signOf(type) === '' ? 3 : 0)) return undefined
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
