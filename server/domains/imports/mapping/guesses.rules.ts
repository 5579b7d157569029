import type { ColumnType } from '../../../../shared/column-types.ts'
import { readYesNo } from '../../../../shared/yes-no.ts'
import type { CellColumn, CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { folded } from '../../records/cells/words.ts'
import { type FileRecord, writtenText } from '../reading/file-values.rules.ts'
import { standsForNothing } from '../reading/no-values.rules.ts'

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
    const text = writtenText(value).trim()
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

/** How the values of a type are recognised. */
interface Guess {
  /** What they look like, besides that they convert: almost any digits convert to a number or a phone number. */
  looks: Looks
  /** The kind, if values tell where they belong: to a column of this kind, if there is only one. */
  kind?: string
  /** Whether values tell at least that they may belong there. Any text is a text. */
  isTyped: boolean
  /** Whether a new column can get the type because of its values, all of which must pass. */
  suggests?: Looks
}

const isShort: Looks = (text) => text.length <= 100
const isMoment: Looks = (text) => /\D/.test(text) && text.length <= 40
const ANY: Looks = () => true
/** Only its name can tell that a column is of such a type. */
const UNTOLD: Guess = { looks: isShort, isTyped: false }

/** In the order in which types are tried: what fits an earlier one often fits a later one too. */
const GUESSES: Record<ColumnType, Guess> = {
  email: {
    // The lengths are bounded: otherwise each dot of a long text would be tried with everything after it.
    looks: (text) => /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,63}$/.test(text),
    kind: 'email',
    isTyped: true,
    suggests: ANY,
  },
  url: {
    looks: (text) => /^https?:\/\/\S+$|^www\.\S+$/i.test(text),
    kind: 'url',
    isTyped: true,
    suggests: ANY,
  },
  select: { looks: isShort, kind: 'option', isTyped: true },
  multi_select: { looks: isShort, kind: 'option', isTyped: true },
  checkbox: {
    looks: (text) => readYesNo(text) !== undefined && /\D/.test(text),
    kind: 'checkbox',
    isTyped: true,
    suggests: ANY,
  },
  datetime: { looks: isMoment, kind: 'date', isTyped: true, suggests: ANY },
  date: { looks: isMoment, kind: 'date', isTyped: true, suggests: ANY },
  phone: {
    looks: (text) =>
      /^(?:'|[a-z]{1,9}\.?:\s?)?\+?[\d\s().-]{7,20}(?:\s?(?:;?ext|x)\D{0,3}\d{1,7})?(?:\s?\([a-z ]{1,12}\))?$/i.test(
        text,
      ),
    kind: 'phone',
    isTyped: true,
    suggests: ANY,
  },
  percent: { looks: (text) => text.endsWith('%'), isTyped: true, suggests: ANY },
  currency: {
    looks: (text) => /[^\d\s.,()'’+-]/.test(text),
    kind: 'currency',
    isTyped: true,
    suggests: ANY,
  },
  // A number would lose the zeros that a text begins with.
  number: {
    looks: (text) => /\d/.test(text),
    isTyped: true,
    suggests: (text) => !/^0\d/.test(text),
  },
  text: UNTOLD,
  long_text: UNTOLD,
  person: UNTOLD,
  link: UNTOLD,
  file: UNTOLD,
  auto_number: UNTOLD,
  created_at: UNTOLD,
  created_by: UNTOLD,
  updated_at: UNTOLD,
  updated_by: UNTOLD,
  formula: UNTOLD,
}

/** The kinds whose values tell where they belong. */
export const kinds: ReadonlySet<string> = new Set(
  Object.values(GUESSES).flatMap(({ kind }) => kind ?? []),
)
export const tellingKind = (type: ColumnType): string | undefined => GUESSES[type].kind
export const isTyped = (type: ColumnType): boolean => GUESSES[type].isTyped

/** Whether most of the values are values of a column, so that they can be guessed to belong there. */
export function mostFit(
  column: CellColumn,
  texts: readonly string[],
  context: CellContext,
): boolean {
  const { looks } = GUESSES[column.type]
  const fitting = texts.filter((text) => {
    if (!looks(text)) return false
    const conversion = convertCell(column, text, context)
    return conversion.kind === 'stored' && conversion.newOptions === undefined
  })
  return texts.length > 0 && fitting.length >= texts.length * LIKELY_SHARE
}

const WITH_TIME: Looks = (text) => /\d:\d\d/.test(text)

/** More options than these are hardly a choice. */
const MOST_OPTIONS = 12

/** The type that the values of a column suggest for a new one. */
export function suggestedType(texts: readonly string[], context: CellContext): ColumnType {
  const typed = (Object.keys(GUESSES) as ColumnType[]).find((type) => {
    const { suggests } = GUESSES[type]
    if (!suggests || !texts.every(suggests)) return false
    if (type === 'datetime' && !texts.some(WITH_TIME)) return false
    return mostFit(bare(type), texts, context)
  })
  if (typed) return typed
  const labels = new Set(texts.map(folded))
  const isChoice = labels.size > 0 && labels.size <= MOST_OPTIONS && labels.size * 3 <= texts.length
  if (isChoice && texts.every((text) => text.length <= 40)) return 'select'
  return texts.some((text) => text.length > 200 || text.includes('\n')) ? 'long_text' : 'text'
}
