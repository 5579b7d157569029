import { inputOf } from '../../../../shared/column-types.ts'
import { phoneDigits } from '../../../../shared/phone-digits.ts'
import { plainText } from '../../../../shared/plain-text.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { containsSql } from './conditions.rules.ts'
import type { Parameters } from './statement.rules.ts'
import { targetOf } from './targets.rules.ts'

/** Separates the texts of two cells, so that no match spans them. Nobody types it. */
const BETWEEN = '\u001f'

/**
 * The SQL that finds a text in the columns that the view shows as text, ignoring case and accents, and a phone number in
 * columns of phone numbers, however it is written.
 */
export function searchSql(search: string, view: DefinitionView, parameters: Parameters): string {
  const texts = view.columns.flatMap((column) => {
    const { nature, value, always } = targetOf(column)
    if (always) return []
    if (nature === 'text' || nature === 'choice') return [value]
    return nature === 'choices' ? [listText(value)] : []
  })
  if (texts.length === 0) return 'false'
  const plain = plainText(search.replaceAll(BETWEEN, ' '))
  const found = containsSql(shown(texts), plain, parameters)
  const phones = view.columns
    .filter(({ type }) => inputOf(type) === 'phone')
    .map((column) => targetOf(column).value)
  const digits = phones.length > 0 ? phoneDigits(search) : undefined
  if (digits === undefined) return `(${found})`
  return `(${found} OR strpos(${shown(phones)}, ${parameters.add(digits, 'text')}) > 0)`
}

const shown = (texts: readonly string[]): string => `concat_ws(chr(31), ${texts.join(', ')})`

const listText = (list: string): string =>
  `(SELECT string_agg(label, chr(31)) FROM jsonb_array_elements_text(CASE WHEN json_kind(${list}) = 'array' THEN ${list} END) AS labels (label))`
