import { holdsFiles, isDated, isMoney } from '../../../../shared/column-types.ts'
import type { Reading } from '../../../../shared/hooks.ts'
import type { Item } from '../../../service/api.ts'
import type { Definition } from '../board/developer.rules.ts'

export type Hook = Item<'definitions.listHooks'>
export type Sample = Item<'definitions.listHookSamples'>
type Column = Pick<Definition['columns'][number], 'key' | 'name' | 'type' | 'required' | 'readOnly'>

/** Which column each value goes to, by its path. */
export type Mapping = Readonly<Record<string, { column: string; as?: Reading }>>

/** A value that a column can be chosen for. */
export interface Choice {
  path: string
  label: string
  /** Undefined if the sample does not have it. */
  example: string | undefined
}

/** The columns that a hook can fill. */
export const fillable = <C extends Column>(columns: readonly C[]): C[] =>
  columns.filter(({ type, readOnly }) => !readOnly && !holdsFiles(type))

/** The mapping of a hook; before it has one, what is guessed of its newest sample. */
export function mappingOf({ fields }: Pick<Hook, 'fields'>, sample: Sample | undefined): Mapping {
  if (fields.length > 0 || !sample) {
    return Object.fromEntries(fields.map(({ path, ...to }) => [path, to]))
  }
  return Object.fromEntries(
    sample.fields.flatMap(({ path, guess }) => (guess ? [[path, guess]] : [])),
  )
}

/** The values to choose columns for: those of the sample, and those that only the mapping has. */
export function valuesToMap(sample: Sample | undefined, mapping: Mapping): Choice[] {
  const known = new Set(sample?.fields.map(({ path }) => path))
  const absent = Object.keys(mapping).filter((path) => !known.has(path))
  return [
    ...absent.map((path) => ({ path, label: path, example: undefined })),
    ...(sample?.fields ?? []).map(({ path, label, example }) => ({ path, label, example })),
  ]
}

/** The choices with a text in their name, path or value; what has a column comes first. */
export function found(choices: readonly Choice[], mapping: Mapping, search: string): Choice[] {
  const text = search.trim().toLowerCase()
  const fits = choices.filter(({ path, label, example = '' }) =>
    [path, label, example].some((one) => one.toLowerCase().includes(text)),
  )
  const has = ({ path }: Choice) => path in mapping
  return [...fits.filter(has), ...fits.filter((choice) => !has(choice))]
}

/** The mapping with another column for a value. A column gets one value, so it leaves the one that it had. */
export function withColumn(
  mapping: Mapping,
  { path, example }: Choice,
  column: Column | undefined,
  guess: Sample['fields'][number]['guess'] = null,
): Mapping {
  const rest = Object.entries(mapping).filter(
    ([other, to]) => other !== path && to.column !== column?.key,
  )
  if (!column) return Object.fromEntries(rest)
  const as = guess?.column === column.key ? guess.as : readingOf(column, example)
  return Object.fromEntries([...rest, [path, { column: column.key, ...(as && { as }) }]])
}

/** Ten digits for a date are seconds. */
const readingOf = ({ type }: Column, example = ''): Reading | undefined =>
  isDated(type) && /^[1-9]\d{9}$/.test(example) ? 'unix_seconds' : undefined

/** Whether a value can be an amount in cents. */
export const canBeCents = (column: Column | undefined, example = ''): boolean =>
  column !== undefined && isMoney(column.type) && /^-?\d+$/.test(example)

export const withCents = (mapping: Mapping, path: string, isCents: boolean): Mapping => {
  const { column } = mapping[path]!
  return { ...mapping, [path]: { column, ...(isCents && { as: 'minor_units' as const }) } }
}

export const mappedFields = (mapping: Mapping) =>
  Object.entries(mapping).map(([path, to]) => ({ path, ...to }))

/** The columns that every row must have and that no value goes to. */
export const unfilled = <C extends Column>(columns: readonly C[], mapping: Mapping): C[] => {
  const filled = new Set(Object.values(mapping).map(({ column }) => column))
  return fillable(columns).filter(({ key, required }) => required && !filled.has(key))
}
