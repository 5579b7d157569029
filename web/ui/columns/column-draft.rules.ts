import { type ColumnType, isComputed, settingNamesOf } from '../../../shared/column-types.ts'
import { MOST_LABEL_CHARS } from '../../../shared/limits.ts'
import type { Column } from './definition.ts'
import type { OptionDraft, SettingsDraft } from './settings-draft.ts'

/** Empty settings. */
export const blankDraft: SettingsDraft = {
  options: undefined,
  allowNewOptions: undefined,
  currency: undefined,
  precision: undefined,
  min: undefined,
  max: undefined,
  definitionKey: undefined,
  multiple: undefined,
  maxFiles: undefined,
  accept: undefined,
  expression: undefined,
}

/** The fields of a column's form. */
export interface ColumnDraft extends SettingsDraft {
  name: string
  type: ColumnType
  description: string
  required: boolean
  unique: boolean
}

/** The form of a new column. */
export const blankColumn: ColumnDraft = {
  name: '',
  type: 'text',
  description: '',
  required: false,
  unique: false,
  ...blankDraft,
}

/** The fields that are missing in a column's form. */
export const columnProblems = (draft: ColumnDraft) => ({
  ...(draft.name.trim() ? {} : { name: 'Enter a name.' }),
  ...settingProblems(draft.type, draft),
})

/** The column to send, without its type: that of an existing one does not change here. */
export function columnBody(draft: ColumnDraft, before?: Pick<Column, 'settings'>) {
  const { name, type, description, required, unique } = draft
  return {
    name: name.trim(),
    description: description.trim(),
    ...(isComputed(type) ? {} : { required, unique }),
    ...(settingNames(type).length > 0 ? { settings: settingsOf(type, draft, before) } : {}),
  }
}

/** The settings that people can make for columns of a type. */
export const settingNames = (type: ColumnType): readonly (keyof SettingsDraft)[] =>
  settingNamesOf(type).filter((name) => name !== 'resultType')

export function draftSettings({ settings }: Pick<Column, 'settings'>): SettingsDraft {
  const { resultType: _, ...draft } = settings
  return draft
}

/** The fields that are missing in the settings of a type. */
export function settingProblems(
  type: ColumnType,
  draft: SettingsDraft,
): Partial<Record<keyof SettingsDraft, string>> {
  const isMissing = (name: keyof SettingsDraft) => settingNames(type).includes(name) && !draft[name]
  return {
    ...(isMissing('definitionKey') ? { definitionKey: 'Select a page or board.' } : {}),
    ...(isMissing('expression') ? { expression: 'Enter a formula.' } : {}),
  }
}

/**
 * The settings to send: those of the type that are filled in.
 *
 * @param before the column's settings so far; `null` removes one that is now empty.
 */
export function settingsOf(
  type: ColumnType,
  draft: SettingsDraft,
  before?: Pick<Column, 'settings'>,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const name of settingNames(type)) {
    const value = draft[name]
    const isEmpty =
      value === undefined ||
      value === null ||
      value === '' ||
      (name === 'accept' && Array.isArray(value) && value.length === 0)
    if (!isEmpty) sent[name] = name === 'options' ? optionsOf(draft.options ?? []) : value
    else if (before?.settings[name] !== undefined) sent[name] = null
  }
  return sent
}

const optionsOf = (options: readonly OptionDraft[]): OptionDraft[] =>
  options
    .map((option) => ({ ...option, label: option.label.trim() }))
    .filter(({ label }) => label !== '')

/** The options with a blank one at the end, in the next colour. */
export const withBlankOption = (options: readonly OptionDraft[]): OptionDraft[] => [
  ...options,
  { label: '', color: nextColor(options) },
]

/** The options with those of a pasted list, one a line, from the option that was pasted into. Repeats are left out. */
export function withPastedOptions(
  options: readonly OptionDraft[],
  at: number,
  text: string,
): OptionDraft[] {
  const target = options[at]!
  const next = target.label.trim() === '' ? options.toSpliced(at, 1) : [...options]
  const known = new Set(next.map(({ label }) => label.trim().toLowerCase()))
  let place = next.length === options.length ? at + 1 : at
  for (const line of text.split(/\r\n|\r|\n/)) {
    const label = line.trim().slice(0, MOST_LABEL_CHARS)
    if (label === '' || known.has(label.toLowerCase())) continue
    known.add(label.toLowerCase())
    next.splice(place++, 0, { label, color: nextColor(next) })
  }
  return next.length > 0 ? next : [...options]
}

const nextColor = (options: readonly OptionDraft[]): string =>
  optionColors[options.length % optionColors.length]!

/** The theme's colours for options. */
export const optionColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const
