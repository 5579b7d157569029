import { inputOf } from '../../../../shared/column-types.ts'
import { FIELD, fieldOf } from '../../../../shared/forms/field-names.ts'
import type { SentCells } from '../../records/rows/rows.rules.ts'
import type { Asked } from './forms.rules.ts'

/** What somebody typed, by the id of the column, as it came. */
export type Typed = ReadonlyMap<string, readonly string[]>

/** What came with a form. */
export interface Answers {
  typed: Map<string, string[]>
  stamp: string
  proof: string
  trap: string
  /** The tokens of files that came before. */
  kept: string[]
  /** The ids of those that are to go. */
  drop: string[]
  draft: string
  /** Whether to save it as a draft instead of sending it. */
  save: boolean
}

/** Sorts the fields of a form. What it did not ask for is left out. */
export function readAnswers(
  asked: readonly Asked[],
  fields: readonly { name: string; value: string }[],
): Answers {
  const byName = new Map<string, string[]>()
  for (const { name, value } of fields) byName.set(name, [...(byName.get(name) ?? []), value])
  const all = (name: string) => byName.get(name) ?? []
  const last = (name: string) => all(name).at(-1) ?? ''
  const typed = asked.flatMap(({ column }): [string, string[]][] => {
    const values = all(fieldOf(column.key))
    return inputOf(column.type) === 'files' || values.length === 0 ? [] : [[column.id, values]]
  })
  return {
    typed: new Map(typed),
    stamp: last(FIELD.stamp),
    proof: last(FIELD.proof),
    trap: last(FIELD.trap),
    kept: all(FIELD.kept),
    drop: all(FIELD.drop),
    draft: last(FIELD.draft),
    save: byName.has(FIELD.save),
  }
}

/** The cells of typed and chosen answers, by the ids of columns. Empty answers are left out. */
export function answeredCells(
  asked: readonly Asked[],
  typed: Typed,
  files: ReadonlyMap<string, readonly string[]>,
): SentCells {
  const cells = asked.flatMap((one): [string, unknown][] => {
    const { id } = one.column
    const value = sentFor(one, typed.get(id) ?? [], files.get(id) ?? [])
    return value === undefined ? [] : [[id, value]]
  })
  return Object.fromEntries(cells)
}

/** Whether nothing was filled in. If a form asks only for ticks, none is an answer as well. */
export const isBlank = (asked: readonly Asked[], cells: SentCells): boolean =>
  Object.values(cells).every((value) => value === false) &&
  asked.some(({ column }) => inputOf(column.type) !== 'tick')

function sentFor(
  { column: { type }, required }: Asked,
  typed: readonly string[],
  files: readonly string[],
): unknown {
  const filled = typed.filter((text) => text.trim() !== '')
  switch (inputOf(type)) {
    case 'files':
      return files.length > 0 ? files : undefined
    case 'tick':
      if (filled.length > 0) return true
      // One that must be ticked counts as empty.
      return required ? undefined : false
    case 'options':
      return filled.length > 0 ? filled : undefined
    case 'line':
    case 'lines':
    case 'number':
    case 'day':
    case 'time':
    case 'option':
    case 'email':
    case 'phone':
    case 'url':
    case 'person':
    case 'rows':
    case 'none':
      // Browsers send line breaks as CR LF.
      return filled.at(-1)?.replaceAll('\r\n', '\n')
  }
}
