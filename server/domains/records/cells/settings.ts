import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { MOST_LABEL_CHARS, MOST_OPTIONS } from '../../../../shared/limits.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import type { CellColumn, ColumnSettings, ColumnType, Option } from './column.ts'
import { isCurrency } from './currencies.ts'
import { MAX_REFERENCES } from './references.ts'
import { registry } from './registry.ts'
import { folded, named } from './words.ts'

/** `path` starts within the settings, such as `options[2].label`. */
export type SettingsIssue = { path: string; why: Why }
export type SettingsCheck =
  | { ok: true; settings: ColumnSettings }
  | { ok: false; issues: SettingsIssue[] }

/** The definition's currency, which currency columns without one get; ids for new options. */
export type SettingsContext = { currency: string; newId: () => string }

type Report = (path: string, refused: Why) => void
type Checker = (value: unknown, report: Report, ctx: SettingsContext) => unknown

const MAX_PRECISION = 10
const MAX_ID = 64
const COLOR = /^(?:#[0-9a-f]{6}|[a-z][a-z-]{0,31})$/i

/** One for each setting: returns what to store, or reports what is wrong. */
const checkers: { [Name in Exclude<keyof ColumnSettings, Own>]-?: Checker } = {
  options: checkOptions,
  allowNewOptions: (value, report) => {
    if (typeof value !== 'boolean') report('allowNewOptions', why('setting_yes_or_no', {}))
    return value
  },
  currency: (value, report) => {
    const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
    if (!isCurrency(code)) {
      report('currency', why('setting_currency', { sent: named(value) }))
    }
    return code
  },
  precision: (value, report) => {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > MAX_PRECISION) {
      report('precision', why('setting_decimals', { most: MAX_PRECISION }))
    }
    return value
  },
  min: (value, report) => checkBound('min', value, report),
  max: (value, report) => checkBound('max', value, report),
  definitionKey: (value, report) => {
    if (typeof value !== 'string' || value === '') {
      report('definitionKey', why('setting_definition', {}))
    }
    return value
  },
  multiple: (value, report) => {
    if (typeof value !== 'boolean') report('multiple', why('setting_yes_or_no', {}))
    return value
  },
  maxFiles: (value, report) => {
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > MAX_REFERENCES) {
      report('maxFiles', why('setting_files', { most: MAX_REFERENCES }))
    }
    return value
  },
  accept: checkAccept,
  expression: (value, report) => {
    if (typeof value !== 'string' || value.trim() === '') {
      report('expression', why('setting_formula', {}))
    }
    return value
  },
  // Ignored, since it follows from the expression; clients send back what they have read.
  resultType: () => undefined,
}
/** Only the service sets these. */
type Own = 'definitionId' | 'inputs'

/**
 * The settings to store for a column of a type, or everything that is wrong with them.
 * `undefined` and `null` mean no settings.
 */
export function checkSettings(
  type: ColumnType,
  settings: unknown,
  ctx: SettingsContext,
): SettingsCheck {
  const issues: SettingsIssue[] = []
  const report: Report = (path, refused) => issues.push({ path, why: refused })
  const sent = settings ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) {
    return { ok: false, issues: [{ path: '', why: why('not_settings', { sent: named(sent) }) }] }
  }
  const { settings: known, needs } = registry[type]
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!(known as readonly string[]).includes(name)) {
      const stray =
        known.length > 0
          ? why('not_a_setting', { type, settings: known.join(', ') })
          : why('no_settings', { type })
      report(name, stray)
    } else if (value !== undefined) {
      kept[name] = checkers[name as keyof typeof checkers](value, report, ctx)
    }
  }
  if (needs && kept[needs] === undefined && issues.length === 0) {
    checkers[needs](undefined, report, ctx)
  }
  if (known.includes('currency')) kept.currency ??= ctx.currency
  const result = kept as ColumnSettings
  if (issues.length === 0) checkRange(type, result, report)
  return issues.length === 0 ? { ok: true, settings: result } : { ok: false, issues }
}

const TYPE = /^[a-z0-9][a-z0-9.+-]*\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

function checkAccept(value: unknown, report: Report): unknown {
  const types = Array.isArray(value) ? value.map((type) => String(type).trim().toLowerCase()) : []
  if (types.length === 0 || types.length > 50 || !types.every((type) => TYPE.test(type))) {
    report('accept', why('setting_kinds', {}))
  }
  return types
}

function checkBound(name: 'min' | 'max', value: unknown, report: Report): unknown {
  if (typeof value !== 'number' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    report(name, why('setting_bound', {}))
  }
  return value === 0 ? 0 : value
}

function checkRange(type: ColumnType, settings: ColumnSettings, report: Report): void {
  const { min, max } = settings
  if (min !== undefined && max !== undefined && min > max) {
    report('min', why('bounds_crossed', { least: min, most: max }))
  } else if ((min !== undefined || max !== undefined) && !hasValue(type, settings)) {
    report(min === undefined ? 'max' : 'min', why('bounds_empty', {}))
  }
}

/** Whether any number has these decimals and is within the bounds. */
function hasValue(type: ColumnType, settings: ColumnSettings): boolean {
  const ctx = { region: 'US', timeZone: 'UTC', currency: 'USD', people: [] }
  return registry[type].example({ type, settings } as CellColumn, ctx) !== ''
}

function checkOptions(value: unknown, report: Report, ctx: SettingsContext): Option[] {
  if (!Array.isArray(value)) {
    report('options', why('options_not_a_list', { sent: named(value) }))
    return []
  }
  if (value.length > MOST_OPTIONS) {
    report('options', why('options_too_many', { count: value.length, most: MOST_OPTIONS }))
    return []
  }
  const labels = new Set<string>()
  const ids = new Set<string>()
  return value.map((item, at) => {
    const option = checkOption(
      item,
      (path, refused) => report(`options[${at}]${path}`, refused),
      ctx,
    )
    const label = folded(option.label)
    if (label !== '' && labels.has(label)) {
      report(`options[${at}].label`, why('option_twice', { sent: named(option.label) }))
    }
    if (ids.has(option.id))
      report(`options[${at}].id`, why('option_id_twice', { sent: named(option.id) }))
    labels.add(label)
    ids.add(option.id)
    return option
  })
}

function checkOption(item: unknown, report: Report, ctx: SettingsContext): Option {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    report('', why('option_not_an_object', { sent: named(item) }))
    return { id: ctx.newId(), label: '', color: null }
  }
  for (const name of Object.keys(item)) {
    if (name !== 'id' && name !== 'label' && name !== 'color') {
      report(`.${name}`, why('option_unknown_field', {}))
    }
  }
  const { id, label, color = null } = item as Record<string, unknown>
  const text = typeof label === 'string' ? trimmed(label) : ''
  if (text === '' || text.length > MOST_LABEL_CHARS) {
    report('.label', why('option_label', { most: MOST_LABEL_CHARS }))
  }
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > MAX_ID)) {
    report('.id', why('option_id', { most: MAX_ID }))
  }
  if (color !== null && (typeof color !== 'string' || !COLOR.test(color))) {
    report('.color', why('option_color', { sent: named(color) }))
  }
  return {
    id: (id as string | undefined) ?? ctx.newId(),
    label: text,
    color: color as string | null,
  }
}
