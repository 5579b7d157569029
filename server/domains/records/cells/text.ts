import { comparable, trimmed } from '../../../../shared/visible-text.ts'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellType, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellValue, Conversion } from './column.ts'
import { named } from './words.ts'

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/

/** `limit` in UTF-16 units, `width` in characters of a worksheet. One line: line breaks become single spaces. */
function textType(limit: number, oneLine: boolean, width: number, sample: string): CellType {
  const most = `at most ${limit.toLocaleString('en-US')} characters`

  function convert(_column: CellColumn, sent: Sent): Conversion {
    if (typeof sent === 'object' && !(sent instanceof SentNumber)) {
      return refused('not_text', { sent: named(sent) })
    }
    let value = String(sent)
    if (oneLine && LINE_BREAKS.test(value)) {
      value = value
        .split(LINE_BREAKS)
        .map(trimmed)
        .filter((line) => line !== '')
        .join(' ')
    }
    if (value.length > limit) {
      return refused('too_long', {
        sent: named(value),
        chars: value.length.toLocaleString('en-US'),
        most: limit.toLocaleString('en-US'),
      })
    }
    return stored(value, value !== sent)
  }

  return {
    convert,
    keepsUnseen: true,
    unique: (value: CellValue) => comparable(String(value)),
    accepts: () => `${oneLine ? 'text on one line' : 'text, line breaks included'}, ${most}`,
    converts: () =>
      `white space and invisible characters at both ends are removed${oneLine ? '; line breaks become spaces' : ''}; numbers and true/false become text`,
    sheet: { width },
    example: () => sample,
  }
}

export const text = textType(2000, true, 28, 'Acme Supply')
export const longText = textType(100_000, false, 48, 'Called on Friday.\nWill send the papers.')
