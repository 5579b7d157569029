import type { ColumnType } from '../../../../shared/column-types.ts'
import { readYesNo } from '../../../../shared/yes-no.ts'
import type { CellColumn, CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { folded } from '../../records/cells/words.ts'
import { textOf } from '../reading/file-values.rules.ts'
import { standsForNothing } from '../reading/no-values.rules.ts'
import type { FileRecord } from '../reading/records.ts'

/** How many values of a column are looked at. */
const MOST_VALUES = 100
/** The share of the values that a guess must hold for. Lists always have a few that are wrong. */
const LIKELY_SHARE = 0.6

/** The first values of a column of a file that are not empty, and no words for no value. */
export function valuesAt(samples: readonly FileRecord[], place: number): string[] {
  const found: string[] = []
  for (const { values } of samples) {
    const value = values[place] ?? ''
    if (typeof value === 'object' && 'error' in value) continue
    const text = textOf(value).trim()
    if (text === '' || standsForNothing(bare('number'), text)) continue
    found.push(text)
    if (found.length === MOST_VALUES) break
  }
  return found
}

/** A column of a type, as it is when it is new. */
const bare = (type: ColumnType): CellColumn => ({
  id: '',
  slot: 0,
  key: '',
  name: '',
  type,
  required: false,
  unique: false,
  readOnly: false,
  settings: {},
})

type Looks = (text: string) => boolean

/** What values of a type look like, besides that they convert: almost any digits convert to a number or a phone number. */
const LOOKS: Partial<Record<ColumnType, Looks>> = {
  // The lengths are bounded: otherwise each dot of a long text would be tried with everything after it.
  email: (text) => /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,63}$/.test(text),
  url: (text) => /^https?:\/\/\S+$|^www\.\S+$/i.test(text),
  date: (text) => /\D/.test(text) && text.length <= 40,
  datetime: (text) => /\D/.test(text) && text.length <= 40,
  phone: (text) =>
    /^(?:'|[a-z]{1,9}\.?:\s?)?\+?[\d\s().-]{7,20}(?:\s?(?:;?ext|x)\D{0,3}\d{1,7})?(?:\s?\([a-z ]{1,12}\))?$/i.test(
      text,
    ),
  checkbox: (text) => readYesNo(text) !== undefined && /\D/.test(text),
  percent: (text) => text.endsWith('%'),
  currency: (text) => /[^\d\s.,()'’+-]/.test(text),
  number: (text) => /\d/.test(text),
}

/** Whether most of the values are values of a column, so that they can be guessed to belong there. */
export function mostFit(
  column: CellColumn,
  texts: readonly string[],
  context: CellContext,
): boolean {
  const looks = LOOKS[column.type] ?? ((text) => text.length <= 100)
  const fitting = texts.filter((text) => {
    if (!looks(text)) return false
    const conversion = convertCell(column, text, context)
    return conversion.kind === 'stored' && conversion.newOptions === undefined
  })
  return texts.length > 0 && fitting.length >= texts.length * LIKELY_SHARE
}

/** The types that are guessed for a new column, in this order: what fits an earlier one often fits a later one too. */
const GUESSED = [
  'email',
  'url',
  'checkbox',
  'datetime',
  'date',
  'phone',
  'percent',
  'currency',
  'number',
] as const
/** What no value of a type may look like: a number would lose its zeros. */
const UNLIKE: Partial<Record<ColumnType, Looks>> = { number: (text) => /^0\d/.test(text) }
const WITH_TIME: Looks = (text) => /\d:\d\d/.test(text)

/** More options than these are hardly a choice. */
const MOST_OPTIONS = 12

/** The type that the values of a column suggest for a new one. */
export function suggestedType(texts: readonly string[], context: CellContext): ColumnType {
  const typed = GUESSED.find((type) => {
    if (type === 'datetime' && !texts.some(WITH_TIME)) return false
    if (texts.some((text) => UNLIKE[type]?.(text))) return false
    return mostFit(bare(type), texts, context)
  })
  if (typed) return typed
  const labels = new Set(texts.map(folded))
  const isChoice = labels.size > 0 && labels.size <= MOST_OPTIONS && labels.size * 3 <= texts.length
  if (isChoice && texts.every((text) => text.length <= 40)) return 'select'
  return texts.some((text) => text.length > 200 || text.includes('\n')) ? 'long_text' : 'text'
}
