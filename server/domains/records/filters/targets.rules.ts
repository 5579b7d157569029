import { isFormula, type Nature, natureOf, rowFieldOf } from '../../../../shared/column-types.ts'
import type { Column, DefinitionView } from '../definitions/definition.rules.ts'

/** How values are compared in SQL, which also decides the type of their parameters. */
export type Comparison = 'text' | 'bytes' | 'number' | 'position' | 'time'

/** A part of a row that filters, sorts and groups can name. */
export interface Target {
  nature: Nature
  comparison: Comparison
  /** The SQL of the value, null if it is empty. Only this file makes it, from numbers and fixed words. */
  value: string
  /** The SQL for equality, sorting and grouping; missing if that makes no sense. */
  key?: string
  /** The SQL of the number to sum. */
  summand?: string
  /** Whether a value can be longer than its key. */
  cut?: true
  /** Whether every row has a key. */
  always?: true
  /** The SQL of what is null in an empty cell, if the key is not. */
  content?: string
  /** The name of the index on the key; missing if none is made. */
  index?: string
  /** Says in a cursor where its values came from. A change of type changes it. */
  name: string
  column?: Column
}

/** Text is compared and sorted by at most this many characters, which fit in an index entry and a cursor. */
export const KEY_CHARS = 100

/** The start of a text, as long as a key, in characters as PostgreSQL counts them. */
export const startOf = (text: string): string =>
  text.length < KEY_CHARS ? text : [...text].slice(0, KEY_CHARS).join('')

const row = {
  position: { nature: 'number', comparison: 'position', value: 'position' },
  createdAt: { nature: 'datetime', comparison: 'time', value: 'created_at' },
  updatedAt: { nature: 'datetime', comparison: 'time', value: 'updated_at' },
  createdBy: { nature: 'actor', comparison: 'bytes', value: 'created_by' },
  updatedBy: {
    nature: 'actor',
    comparison: 'bytes',
    value: 'coalesce(updated_by, created_by)',
  },
  source: { nature: 'text', comparison: 'bytes', value: 'source' },
  deletedAt: { nature: 'datetime', comparison: 'time', value: 'deleted_at' },
} as const satisfies Record<string, Pick<Target, 'nature' | 'comparison' | 'value'>>

/** What rows have besides their cells, as filters and sorts name it: `row.createdAt`. */
export const rowFields = Object.keys(row).map((field) => `row.${field}`)

export const rowTarget = (ref: string): Target | undefined =>
  rowFields.includes(ref) ? fieldTarget(ref.slice('row.'.length) as keyof typeof row) : undefined

/** The row's own columns that can have an index, by the index's name. */
const ownIndexes: Record<string, string> = { created: 'created_at', updated: 'updated_at' }

function fieldTarget(field: keyof typeof row, column?: Column): Target {
  const { nature, comparison, value } = row[field]
  const index = Object.keys(ownIndexes).find((name) => ownIndexes[name] === value)
  const key = comparison === 'bytes' ? `(${value}) COLLATE "C"` : value
  return {
    nature,
    comparison,
    value,
    key,
    name: field,
    ...(field === 'deletedAt' ? {} : { always: true }),
    ...(index ? { index } : {}),
    ...(column ? { column } : {}),
  }
}

/** The target of a name: a column of the view, by key, id or name, or a field of the row. */
export function findTarget(view: DefinitionView, ref: string): Target | undefined {
  const field = rowTarget(ref)
  if (field) return field
  const column = view.find(ref)
  return column && targetOf(column)
}

/** How a column is filtered and sorted. */
export function targetOf(column: Column): Target {
  const field = rowFieldOf(column.type)
  if (field) return fieldTarget(field, column)
  const nature = natureOf(column)
  const { slot } = column
  const at = (index: string) => ({
    nature,
    column,
    index,
    name: index,
    key: keySql(index),
  })
  // A formula's cell can hold an error, which filters treat as empty.
  const text = isFormula(column.type)
    ? `cell_string(${slotSql(slot)})`
    : `cell_text(${slotSql(slot)})`
  switch (nature) {
    case 'number':
    case 'person':
      return {
        ...at(`n${slot}`),
        comparison: 'number',
        value: `cell_number(${slotSql(slot)})`,
        ...(nature === 'number' ? { summand: `cell_decimal(${slotSql(slot)})` } : {}),
      }
    case 'date':
    case 'datetime':
      return {
        ...at(`${isFormula(column.type) ? 'd' : 's'}${slot}`),
        comparison: 'bytes',
        value: text,
      }
    case 'checkbox': {
      // A box that nobody ever ticked looks like one that somebody unticked.
      const value = `cell_text(${slotSql(slot)})`
      const boolean = `CASE WHEN json_kind(json_field(${slotSql(slot)})) = 'boolean' THEN ${value} END`
      const compared = { comparison: 'bytes', value, content: `(${boolean})` } as const
      if (isFormula(column.type)) return { ...at(`k${slot}`), ...compared }
      return { ...at(`c${slot}`), ...compared, always: true }
    }
    case 'choice':
      // The labels of options, to the letter.
      return { ...at(`t${slot}`), comparison: 'text', cut: true, value: text }
    case 'choices':
    case 'links':
    case 'files':
      return {
        nature,
        column,
        comparison: 'text',
        name: '',
        value: `json_field(${slotSql(slot)})`,
      }
    case 'text':
    case 'actor':
      return {
        ...at(`${isFormula(column.type) ? 'g' : 'x'}${slot}`),
        comparison: 'text',
        cut: true,
        value: text,
      }
  }
}

/** A slot is a number that the service assigned, so it can be part of a statement's text. */
const slotSql = (slot: number): string => `cells, '${Math.trunc(slot)}'`

const keys: Record<string, (slot: string) => string> = {
  t: (slot) => `(cell_key(${slot})) COLLATE people`,
  x: (slot) => `(cell_key(${slot})) COLLATE alike`,
  g: (slot) => `(text_start(cell_string(${slot}), ${KEY_CHARS})) COLLATE alike`,
  n: (slot) => `cell_number(${slot})`,
  s: (slot) => `(cell_text(${slot})) COLLATE "C"`,
  d: (slot) => `(cell_string(${slot})) COLLATE "C"`,
  c: (slot) => `(coalesce(cell_text(${slot}), 'false')) COLLATE "C"`,
  k: (slot) =>
    `(CASE WHEN json_kind(json_field(${slot})) = 'object' THEN NULL ELSE coalesce(cell_text(${slot}), 'false') END) COLLATE "C"`,
}

/** The SQL that an index with that name is on: `x3` is the text in slot 3, `updated` the row's own column. */
export function keySql(index: string): string {
  if (index in ownIndexes) return ownIndexes[index]!
  const [, letter, slot] = /^([txgnsdck])(\d{1,9})$/.exec(index) ?? []
  if (letter === undefined) throw new Error(`${index} names no index`)
  return keys[letter]!(slotSql(Number(slot)))
}

/** The slots that an index covers, by its name. */
export const slotsOfIndex = (index: string): number[] =>
  index.split('_').flatMap((part) => (part in ownIndexes ? [] : [Number(part.slice(1))]))
