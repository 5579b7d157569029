import type { ColumnType, ResultType } from './column-types.ts'

/** How filters treat a column's values: it decides which operators apply and how values are compared. */
export type Nature =
  | 'text'
  | 'choice'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'person'
  | 'actor'
  | 'choices'
  | 'links'
  | 'files'

const natures: Record<Exclude<ColumnType, 'formula'>, Nature> = {
  text: 'text',
  long_text: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  number: 'number',
  currency: 'number',
  percent: 'number',
  auto_number: 'number',
  checkbox: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  created_at: 'datetime',
  updated_at: 'datetime',
  select: 'choice',
  multi_select: 'choices',
  person: 'person',
  created_by: 'actor',
  updated_by: 'actor',
  link: 'links',
  file: 'files',
}

export interface Typed {
  type: ColumnType
  settings: { resultType?: ResultType }
}

/** The nature of a column's values; for a formula, of its results, which count as text until their type is known. */
export const natureOf = ({ type, settings }: Typed): Nature =>
  natures[type === 'formula' ? (settings.resultType ?? 'text') : type]

/** Whether rows can be sorted by the column. */
export const hasOrder = (column: Typed): boolean =>
  !['choices', 'links', 'files'].includes(natureOf(column))

const emptiness = ['is_empty', 'is_not_empty'] as const
const equality = ['eq', 'ne', 'in', ...emptiness] as const
const order = ['lt', 'lte', 'gt', 'gte'] as const
const times = [...equality, ...order, 'before', 'after', 'within'] as const

/** Which operators apply to which values. The reference and docs/rows.md show this table. */
export const operators = {
  text: [...equality, 'contains', 'starts_with'],
  choice: [...equality, 'contains', 'starts_with'],
  number: [...equality, ...order],
  checkbox: ['eq', 'ne', ...emptiness],
  date: times,
  datetime: times,
  person: equality,
  actor: equality,
  choices: ['eq', 'ne', 'in', 'contains', ...emptiness],
  links: ['eq', 'ne', 'in', 'contains', ...emptiness],
  files: emptiness,
} as const satisfies Record<Nature, readonly string[]>

export type Operator = (typeof operators)[Nature][number]

export const allOperators: readonly string[] = [...new Set(Object.values(operators).flat())]

/** Whether an operator takes no value. */
export const takesNoValue = (op: string): boolean => (emptiness as readonly string[]).includes(op)
