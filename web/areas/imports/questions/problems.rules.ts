import { inputOf } from '../../../../shared/column-types.ts'
import { MOST_CORRECTIONS, MOST_LABEL_CHARS } from '../../../../shared/limits.ts'
import type { DateNotation, NumberNotation } from '../../../../shared/notations.ts'
import type { Data } from '../../../service/api.ts'
import type { LinkChoice } from './links.rules.ts'
import type { Places } from './mapping.rules.ts'
import type { Preview } from './types.ts'

type Column = Data<'definitions.get'>['columns'][number]
export type Problem = Preview['problems'][number]
export type Effect = 'leave_empty' | 'keep' | 'refuse'
export type How = NumberNotation | DateNotation

/** What somebody chose for the values of a file, by the keys of columns. */
export interface Treatment {
  /** What a bad value does; where nothing is chosen, its cell is left empty. */
  onBad: Readonly<Record<string, Effect>>
  /** The label for a value of the file; `null` leaves the cell empty. */
  valueMaps: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  /** Labels that the import adds to the options of columns. */
  newOptions: Readonly<Record<string, readonly string[]>>
  corrections: readonly Correction[]
  /** How link columns find rows; where nothing is chosen, by own id, or by any unique column. */
  links: Readonly<Record<string, LinkChoice>>
  /** How the numbers or dates of a column are written; where nothing is chosen, as they show it. */
  readAs: Readonly<Record<string, How>>
}

/** A value to use in place of the file's. */
export interface Correction {
  line: number
  column: string
  value: string
}

export const untreated: Treatment = {
  onBad: {},
  valueMaps: {},
  newOptions: {},
  corrections: [],
  links: {},
  readAs: {},
}

/** The treatment without columns that nothing goes to any more: the service refuses those. */
export function treatmentFor(
  { onBad, valueMaps, newOptions, corrections, links, readAs }: Treatment,
  places: Places,
): Treatment {
  const mapped = <T>(byColumn: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byColumn).filter(([column]) => places.includes(column)))
  return {
    onBad: mapped(onBad),
    valueMaps: mapped(valueMaps),
    newOptions: mapped(newOptions),
    corrections: corrections.filter(({ column }) => places.includes(column)),
    links: mapped(links),
    readAs: mapped(readAs),
  }
}

/** Reasons that no choice changes: nothing in the cell, a value of another row, a word for no value, or more than a value. */
const settled = [
  'required',
  'not_unique',
  'twin_in_file',
  'several_matches',
  'too_many_options',
  'stands_for_nothing',
  'more_than_an_address',
]

/** Whether somebody can choose what the values of a problem do. */
export function isChoice(
  { column: key, reason }: Problem,
  columns: readonly Column[],
  matchOn: string | undefined,
): boolean {
  const column = columns.find((one) => one.key === key)
  if (!column || column.required || key === matchOn) return false
  return reason !== undefined && !settled.includes(reason)
}

/** The values of a problem, each once with the lines where it is, the most frequent first. */
export function valuesOf({ where }: Pick<Problem, 'where'>): { sent: string; lines: number[] }[] {
  const found = new Map<string, number[]>()
  for (const { sent, line } of where) found.set(sent, [...(found.get(sent) ?? []), line])
  return [...found]
    .map(([sent, lines]) => ({ sent, lines }))
    .sort((a, b) => b.lines.length - a.lines.length)
}

/** The values of a select column that are no options, and those that somebody has already given an option. */
export function unknownValues(
  { key }: Pick<Column, 'key'>,
  problems: readonly Problem[],
  { valueMaps }: Treatment,
): { sent: string; count: number | undefined }[] {
  const chosen = Object.keys(valueMaps[key] ?? {})
  const unknown = problems
    .filter(({ column, reason }) => column === key && reason !== undefined && isUnknown(reason))
    .flatMap((problem) => valuesOf(problem))
    .filter(({ sent }) => !chosen.includes(sent))
  return [
    ...chosen.map((sent) => ({ sent, count: undefined })),
    ...unknown.map(({ sent, lines }) => ({ sent, count: lines.length })),
  ]
}

const isUnknown = (reason: string): boolean =>
  reason === 'unknown_option' || reason === 'unknown_options' || reason === 'no_options_yet'

/** The treatment with another label for a value; without one, the value means what it says. */
export function withLabel(
  treatment: Treatment,
  column: string,
  value: string,
  label: string | null | undefined,
): Treatment {
  const { [value]: _, ...others } = treatment.valueMaps[column] ?? {}
  const labels = label === undefined ? others : { ...others, [value]: label }
  return { ...treatment, valueMaps: { ...treatment.valueMaps, [column]: labels } }
}

/** The labels that a value would add to a column's options; none if it is too long for one. */
export function labelsOf(
  { type, settings }: Pick<Column, 'type' | 'settings'>,
  value: string,
): string[] {
  const parts = inputOf(type) === 'options' ? value.split(value.includes(';') ? ';' : ',') : [value]
  const labels = parts.map((part) => part.trim()).filter((part) => part !== '')
  // The preview cuts values where a label would end.
  if (value.length >= MOST_LABEL_CHARS) return []
  return withoutOptions(settings, labels)
}

/** The options that a treatment adds to a column, as long as nobody else has added them. */
export const optionsToAdd = (
  { key, settings }: Pick<Column, 'key' | 'settings'>,
  { newOptions }: Pick<Treatment, 'newOptions'>,
): string[] => withoutOptions(settings, newOptions[key] ?? [])

/** Labels without those of a column's options. */
function withoutOptions(settings: Column['settings'], labels: readonly string[]): string[] {
  const { options = [] } = settings as { options?: { label: string }[] }
  const known = new Set(options.map(({ label }) => label.toLowerCase()))
  return labels.filter((label) => !known.has(label.toLowerCase()))
}

/** The treatment with more options to add to a column. */
export function withOptions(
  treatment: Treatment,
  column: string,
  labels: readonly string[],
): Treatment {
  const before = treatment.newOptions[column] ?? []
  const added = new Map([...before, ...labels].map((label) => [label.toLowerCase(), label]))
  const newOptions = { ...treatment.newOptions, [column]: [...added.values()] }
  return { ...treatment, newOptions }
}

/** The treatment without an option that it would add, and without values that mean this option. */
export function withoutOption(treatment: Treatment, column: string, label: string): Treatment {
  const { [column]: labels = [], ...others } = treatment.newOptions
  const rest = labels.filter((one) => one !== label)
  const maps = Object.entries(treatment.valueMaps[column] ?? {})
  return {
    ...treatment,
    newOptions: rest.length > 0 ? { ...others, [column]: rest } : others,
    valueMaps: {
      ...treatment.valueMaps,
      [column]: Object.fromEntries(maps.filter(([, meant]) => meant !== label)),
    },
  }
}

/** The treatment with another way to find the rows of a link column. */
export function withLink(
  treatment: Treatment,
  column: string,
  choice: LinkChoice | undefined,
): Treatment {
  const { [column]: _, ...others } = treatment.links
  return { ...treatment, links: choice ? { ...others, [column]: choice } : others }
}

/** The treatment with a choice of how the numbers or dates of a column are written. */
export const withNotation = (treatment: Treatment, column: string, how: How): Treatment => ({
  ...treatment,
  readAs: { ...treatment.readAs, [column]: how },
})

/** The treatment with the cells of a column at these lines corrected; undefined if that would be too many. */
export function withCorrections(
  treatment: Treatment,
  column: string,
  lines: readonly number[],
  value: string,
): Treatment | undefined {
  const replaced = new Set(lines)
  const others = treatment.corrections.filter(
    (one) => one.column !== column || !replaced.has(one.line),
  )
  const corrections = [...others, ...lines.map((line) => ({ line, column, value }))]
  return corrections.length > MOST_CORRECTIONS ? undefined : { ...treatment, corrections }
}

/** What one can choose a problem by: the same in the next preview, as long as it has the problem. */
export const nameOf = ({ effect, column, message, reason = message }: Problem): string =>
  `${effect} ${column} ${reason}`
