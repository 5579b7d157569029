import { MOST_LABEL_CHARS, MOST_OPTIONS } from '../../../../shared/limits.ts'
import type { CellColumn, ColumnSettings, ColumnType, Option } from './column.ts'
import { isCurrency } from './currencies.ts'
import { MAX_REFERENCES } from './references.ts'
import { registry } from './registry.ts'
import { folded, named } from './words.ts'

/** `path` starts within the settings, such as `options[2].label`. */
export type SettingsIssue = { path: string; message: string }
export type SettingsCheck =
  | { ok: true; settings: ColumnSettings }
  | { ok: false; issues: SettingsIssue[] }

/** The definition's currency, which currency columns without one get; ids for new options. */
export type SettingsContext = { currency: string; newId: () => string }

type Report = (path: string, message: string) => void
type Checker = (value: unknown, report: Report, ctx: SettingsContext) => unknown

const MAX_PRECISION = 10
const MAX_ID = 64
const COLOR = /^(?:#[0-9a-f]{6}|[a-z][a-z-]{0,31})$/i

/** One for each setting: returns what to store, or reports what is wrong. */
const checkers: { [Name in Exclude<keyof ColumnSettings, Own>]-?: Checker } = {
  options: checkOptions,
  allowNewOptions: (value, report) => {
    if (typeof value !== 'boolean') report('allowNewOptions', 'send true or false')
    return value
  },
  currency: (value, report) => {
    const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
    if (!isCurrency(code)) {
      report('currency', `${named(value)} is not a currency; send an ISO 4217 code such as USD`)
    }
    return code
  },
  precision: (value, report) => {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > MAX_PRECISION) {
      report(
        'precision',
        `send how many decimals are kept: a whole number from 0 to ${MAX_PRECISION}`,
      )
    }
    return value
  },
  min: (value, report) => checkBound('min', value, report),
  max: (value, report) => checkBound('max', value, report),
  definitionKey: (value, report) => {
    if (typeof value !== 'string' || value === '') {
      report('definitionKey', 'send the key of the board or page that it links to')
    }
    return value
  },
  multiple: (value, report) => {
    if (typeof value !== 'boolean') report('multiple', 'send true or false')
    return value
  },
  maxFiles: (value, report) => {
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > MAX_REFERENCES) {
      report('maxFiles', `send a whole number from 1 to ${MAX_REFERENCES}`)
    }
    return value
  },
  accept: checkAccept,
  expression: (value, report) => {
    if (typeof value !== 'string' || value.trim() === '') {
      report('expression', 'send a formula as text, such as "price * units"')
    }
    return value
  },
  // Ignored, since it follows from the expression; clients send back what they have read.
  resultType: () => undefined,
}
/** Only the service sets these. */
type Own = 'definitionId' | 'inputs'
/** The setting that a column of the type must have. */
const needed: Partial<Record<ColumnType, keyof ColumnSettings>> = {
  link: 'definitionKey',
  formula: 'expression',
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
  const issues: SettingsIssue[] = []
  const report: Report = (path, message) => issues.push({ path, message })
  const sent = settings ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) {
    return { ok: false, issues: [{ path: '', message: `${named(sent)} is not a settings object` }] }
  }
  const known = registry[type].settings
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!(known as readonly string[]).includes(name)) {
      const has = known.length > 0 ? `has ${known.join(', ')}` : 'has no settings'
      report(name, `is not a setting of a ${type} column, which ${has}`)
    } else if (value !== undefined) {
      kept[name] = checkers[name as keyof typeof checkers](value, report, ctx)
    }
  }
  const lacks = needed[type]
  if (lacks && kept[lacks] === undefined && issues.length === 0) {
    checkers[lacks as keyof typeof checkers](undefined, report, ctx)
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
    report('accept', 'send a list of types such as ["application/pdf", "image/*"]')
  }
  return types
}

function checkBound(name: 'min' | 'max', value: unknown, report: Report): unknown {
  if (typeof value !== 'number' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    report(name, 'send a number within ±9,007,199,254,740,991')
  }
  return value === 0 ? 0 : value
}

function checkRange(type: ColumnType, settings: ColumnSettings, report: Report): void {
  const { min, max } = settings
  if (min !== undefined && max !== undefined && min > max) {
    report('min', `${min} is above the max, ${max}`)
  } else if ((min !== undefined || max !== undefined) && !hasValue(type, settings)) {
    report(min === undefined ? 'max' : 'min', 'no number of the column’s decimals is within bounds')
  }
}

/** Whether any number has these decimals and is within the bounds. */
function hasValue(type: ColumnType, settings: ColumnSettings): boolean {
  const ctx = { region: 'US', timeZone: 'UTC', currency: 'USD', people: [] }
  return registry[type].example({ type, settings } as CellColumn, ctx) !== ''
}

function checkOptions(value: unknown, report: Report, ctx: SettingsContext): Option[] {
  if (!Array.isArray(value)) {
    report('options', `${named(value)} is not a list; send a list such as [{"label": "New"}]`)
    return []
  }
  if (value.length > MOST_OPTIONS) {
    report('options', `has ${value.length} options; send at most ${MOST_OPTIONS}`)
    return []
  }
  const labels = new Set<string>()
  const ids = new Set<string>()
  return value.map((item, at) => {
    const option = checkOption(
      item,
      (path, message) => report(`options[${at}]${path}`, message),
      ctx,
    )
    const label = folded(option.label)
    if (label !== '' && labels.has(label)) {
      report(
        `options[${at}].label`,
        `${named(option.label)} appears twice; labels must differ by more than case`,
      )
    }
    if (ids.has(option.id)) report(`options[${at}].id`, `${named(option.id)} appears twice`)
    labels.add(label)
    ids.add(option.id)
    return option
  })
}

function checkOption(item: unknown, report: Report, ctx: SettingsContext): Option {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    report('', `${named(item)} is not an option; send an object such as {"label": "New"}`)
    return { id: ctx.newId(), label: '', color: null }
  }
  for (const name of Object.keys(item)) {
    if (name !== 'id' && name !== 'label' && name !== 'color') {
      report(`.${name}`, 'is not known; an option has id, label and color')
    }
  }
  const { id, label, color = null } = item as Record<string, unknown>
  const text = typeof label === 'string' ? label.trim() : ''
  if (text === '' || text.length > MOST_LABEL_CHARS) {
    report('.label', `send text of 1 to ${MOST_LABEL_CHARS} characters`)
  }
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > MAX_ID)) {
    report('.id', `send text of 1 to ${MAX_ID} characters, or none to get one`)
  }
  if (color !== null && (typeof color !== 'string' || !COLOR.test(color))) {
    report('.color', `${named(color)} is not a color; send #rrggbb, a name, or null`)
  }
  return {
    id: (id as string | undefined) ?? ctx.newId(),
    label: text,
    color: color as string | null,
  }
}
