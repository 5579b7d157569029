import { why } from '../../../../contract/refusals/reasons.ts'
import { type SettingName, settingNamesOf } from '../../../../shared/column-types.ts'
import { MOST_LABEL_CHARS, MOST_OPTIONS } from '../../../../shared/limits.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import {
  allRead,
  type Fault,
  fine,
  inside,
  type Read,
  wrong,
} from '../../../platform/read.rules.ts'
import type { CellColumn, ColumnSettings, ColumnType, Option } from './column.ts'
import { isCurrency } from './currencies.ts'
import { MAX_REFERENCES } from './references.ts'
import { registry } from './registry.ts'
import { folded, named } from './words.ts'

/** Its place is within the settings, such as `options[2].label`. */
export type SettingsIssue = Fault
export type SettingsCheck =
  | { ok: true; settings: ColumnSettings }
  | { ok: false; issues: SettingsIssue[] }

/** The definition's currency, which currency columns without one get; ids for new options. */
export type SettingsContext = { currency: string; newId: () => string }

/** A setting as it is stored. The places of its problems begin within the setting. */
type ReadSetting<T> = Read<T, SettingsIssue>
type Reader = (value: unknown, ctx: SettingsContext) => ReadSetting<unknown>

const MAX_PRECISION = 10
const MAX_ID = 64
const COLOR = /^(?:#[0-9a-f]{6}|[a-z][a-z-]{0,31})$/i

const readers: Record<SettingName, Reader> = {
  options: readOptions,
  allowNewOptions: readChoice,
  currency: (value) => {
    const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
    return isCurrency(code)
      ? fine(code)
      : wrong(code, why('setting_currency', { sent: named(value) }))
  },
  precision: (value) =>
    isWhole(value, 0, MAX_PRECISION)
      ? fine(value)
      : wrong(value, why('setting_decimals', { most: MAX_PRECISION })),
  min: readBound,
  max: readBound,
  definitionKey: (value) =>
    isText(value) ? fine(value) : wrong(value, why('setting_definition', {})),
  multiple: readChoice,
  maxFiles: (value) =>
    isWhole(value, 1, MAX_REFERENCES)
      ? fine(value)
      : wrong(value, why('setting_files', { most: MAX_REFERENCES })),
  accept: readAccept,
  expression: (value) =>
    isText(value) && value.trim() !== '' ? fine(value) : wrong(value, why('setting_formula', {})),
  // Ignored, since it follows from the expression; clients send back what they have read.
  resultType: () => fine(undefined),
}

/**
 * The settings to store for a column of a type, or everything that is wrong with them.
 * `undefined` and `null` mean no settings.
 */
export function checkSettings(
  type: ColumnType,
  settings: unknown,
  ctx: SettingsContext,
): SettingsCheck {
  const sent = settings ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) {
    return { ok: false, issues: [{ path: '', why: why('not_settings', { sent: named(sent) }) }] }
  }
  const issues: SettingsIssue[] = []
  const read = (name: SettingName, value: unknown) => {
    const setting = inside(name, readers[name](value, ctx))
    issues.push(...setting.problems)
    return setting.value
  }
  const known: readonly string[] = settingNamesOf(type)
  const { needs } = registry[type]
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!known.includes(name)) {
      const stray =
        known.length > 0
          ? why('not_a_setting', { type, settings: known.join(', ') })
          : why('no_settings', { type })
      issues.push({ path: name, why: stray })
    } else if (value !== undefined) kept[name] = read(name as SettingName, value)
  }
  if (needs && kept[needs] === undefined && issues.length === 0) read(needs, undefined)
  if (known.includes('currency')) kept.currency ??= ctx.currency
  const result = kept as ColumnSettings
  if (issues.length === 0) issues.push(...rangeFaults(type, result))
  return issues.length === 0 ? { ok: true, settings: result } : { ok: false, issues }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

function readChoice(value: unknown): ReadSetting<unknown> {
  return typeof value === 'boolean' ? fine(value) : wrong(value, why('setting_yes_or_no', {}))
}

const TYPE = /^[a-z0-9][a-z0-9.+-]*\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

function readAccept(value: unknown): ReadSetting<string[]> {
  const types = Array.isArray(value) ? value.map((type) => String(type).trim().toLowerCase()) : []
  const areKinds = types.length > 0 && types.length <= 50 && types.every((type) => TYPE.test(type))
  return areKinds ? fine(types) : wrong(types, why('setting_kinds', {}))
}

function readBound(value: unknown): ReadSetting<unknown> {
  if (typeof value !== 'number' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return wrong(value, why('setting_bound', {}))
  }
  return fine(value === 0 ? 0 : value)
}

function rangeFaults(type: ColumnType, settings: ColumnSettings): SettingsIssue[] {
  const { min, max } = settings
  if (min !== undefined && max !== undefined && min > max) {
    return [{ path: 'min', why: why('bounds_crossed', { least: min, most: max }) }]
  }
  if ((min === undefined && max === undefined) || hasValue(type, settings)) return []
  return [{ path: min === undefined ? 'max' : 'min', why: why('bounds_empty', {}) }]
}

/** Whether any number has these decimals and is within the bounds. */
function hasValue(type: ColumnType, settings: ColumnSettings): boolean {
  const ctx = { region: 'US', timeZone: 'UTC', currency: 'USD', people: [] }
  return registry[type].example({ type, settings } as CellColumn, ctx) !== ''
}

function readOptions(value: unknown, ctx: SettingsContext): ReadSetting<Option[]> {
  if (!Array.isArray(value)) {
    return wrong([], why('options_not_a_list', { sent: named(value) }))
  }
  if (value.length > MOST_OPTIONS) {
    return wrong([], why('options_too_many', { count: value.length, most: MOST_OPTIONS }))
  }
  const labels = new Set<string>()
  const ids = new Set<string>()
  const options = value.map((item, at) => {
    const { value: option, problems } = readOption(item, ctx)
    const label = folded(option.label)
    const twins: SettingsIssue[] = []
    if (label !== '' && labels.has(label)) {
      twins.push({ path: '.label', why: why('option_twice', { sent: named(option.label) }) })
    }
    if (ids.has(option.id)) {
      twins.push({ path: '.id', why: why('option_id_twice', { sent: named(option.id) }) })
    }
    labels.add(label)
    ids.add(option.id)
    return inside(`[${at}]`, { value: option, problems: [...problems, ...twins] })
  })
  return allRead(options)
}

function readOption(item: unknown, ctx: SettingsContext): ReadSetting<Option> {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    const none = { id: ctx.newId(), label: '', color: null }
    return wrong(none, why('option_not_an_object', { sent: named(item) }))
  }
  const problems: SettingsIssue[] = Object.keys(item)
    .filter((name) => name !== 'id' && name !== 'label' && name !== 'color')
    .map((name) => ({ path: `.${name}`, why: why('option_unknown_field', {}) }))
  const { id, label, color = null } = item as Record<string, unknown>
  const text = typeof label === 'string' ? trimmed(label) : ''
  if (text === '' || text.length > MOST_LABEL_CHARS) {
    problems.push({ path: '.label', why: why('option_label', { most: MOST_LABEL_CHARS }) })
  }
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > MAX_ID)) {
    problems.push({ path: '.id', why: why('option_id', { most: MAX_ID }) })
  }
  if (color !== null && (typeof color !== 'string' || !COLOR.test(color))) {
    problems.push({ path: '.color', why: why('option_color', { sent: named(color) }) })
  }
  const option = {
    id: (id as string | undefined) ?? ctx.newId(),
    label: text,
    color: color as string | null,
  }
  return { value: option, problems }
}
