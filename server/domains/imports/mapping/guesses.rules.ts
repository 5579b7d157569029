import type { ColumnType } from '../../../../shared/column-types.ts'
import type { CellColumn, CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { registry } from '../../records/cells/registry.ts'
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

/** The kinds whose values tell where they belong. */
export const kinds: ReadonlySet<string> = new Set(
  Object.values(registry).flatMap(({ guess }) => guess?.kind ?? []),
)
export const tellingKind = (type: ColumnType): string | undefined => registry[type].guess?.kind
/** Whether values tell at least that they may belong to the type. Any text is a text. */
export const isTyped = (type: ColumnType): boolean => registry[type].guess !== undefined

const isShort = (text: string): boolean => text.length <= 100

/** Whether most of the values are values of a column, so that they can be guessed to belong there. */
export function mostFit(
  column: CellColumn,
  texts: readonly string[],
  context: CellContext,
): boolean {
  const looks = registry[column.type].guess?.looks ?? isShort
  const fitting = texts.filter((text) => {
    if (!looks(text)) return false
    const conversion = convertCell(column, text, context)
    return conversion.kind === 'stored' && conversion.newOptions === undefined
  })
  return texts.length > 0 && fitting.length >= texts.length * LIKELY_SHARE
}

/** More options than these are hardly a choice. */
const MOST_OPTIONS = 12

/** The type that the values of a column suggest for a new one. */
export function suggestedType(texts: readonly string[], context: CellContext): ColumnType {
  const typed = (Object.keys(registry) as ColumnType[]).find(
    (type) =>
      registry[type].guess?.suggests?.(texts) === true && mostFit(bare(type), texts, context),
  )
  if (typed) return typed
  const labels = new Set(texts.map(folded))
  const isChoice = labels.size > 0 && labels.size <= MOST_OPTIONS && labels.size * 3 <= texts.length
  if (isChoice && texts.every((text) => text.length <= 40)) return 'select'
  return texts.some((text) => text.length > 200 || text.includes('\n')) ? 'long_text' : 'text'
}
