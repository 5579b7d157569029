/** The types whose cells people and programs write. */
export const writableTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'checkbox',
  'date',
  'datetime',
  'select',
  'multi_select',
  'email',
  'phone',
  'url',
  'person',
  'link',
  'file',
] as const
/** The types whose cells the service fills and nobody can write. */
export const computedTypes = [
  'auto_number',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'formula',
] as const
/** The types that a formula's result can have. */
export const resultTypes = ['number', 'text', 'checkbox', 'date', 'datetime'] as const
export const columnTypes = [...writableTypes, ...computedTypes] as const
export type ColumnType = (typeof columnTypes)[number]
export type ResultType = (typeof resultTypes)[number]

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

/** How people enter a cell, here and on a form. Nobody enters what the service fills. */
export type Input =
  | 'line'
  | 'lines'
  | 'number'
  | 'tick'
  | 'day'
  | 'time'
  | 'option'
  | 'options'
  | 'email'
  | 'phone'
  | 'url'
  | 'person'
  | 'rows'
  | 'files'
  | 'none'

type Filled = Record<(typeof computedTypes)[number], { nature: Nature; input: 'none' }>
type Entered = Record<
  (typeof writableTypes)[number],
  { nature: Nature; input: Exclude<Input, 'none'> }
>

/** What most of the code asks about a type, instead of naming types itself. */
const facts: Entered & Filled = {
  text: { nature: 'text', input: 'line' },
  long_text: { nature: 'text', input: 'lines' },
  number: { nature: 'number', input: 'number' },
  currency: { nature: 'number', input: 'number' },
  percent: { nature: 'number', input: 'number' },
  checkbox: { nature: 'checkbox', input: 'tick' },
  date: { nature: 'date', input: 'day' },
  datetime: { nature: 'datetime', input: 'time' },
  select: { nature: 'choice', input: 'option' },
  multi_select: { nature: 'choices', input: 'options' },
  email: { nature: 'text', input: 'email' },
  phone: { nature: 'text', input: 'phone' },
  url: { nature: 'text', input: 'url' },
  person: { nature: 'person', input: 'person' },
  link: { nature: 'links', input: 'rows' },
  file: { nature: 'files', input: 'files' },
  auto_number: { nature: 'number', input: 'none' },
  created_at: { nature: 'datetime', input: 'none' },
  created_by: { nature: 'actor', input: 'none' },
  updated_at: { nature: 'datetime', input: 'none' },
  updated_by: { nature: 'actor', input: 'none' },
  formula: { nature: 'text', input: 'none' },
}

export interface Typed {
  type: ColumnType
  settings?: { resultType?: ResultType }
}

/** The type that cells are shown as: for a formula, that of its results, which count as text until it is known. */
export const shownType = ({ type, settings }: Typed): ColumnType =>
  type === 'formula' ? (settings?.resultType ?? 'text') : type

export const natureOf = (column: Typed): Nature => facts[shownType(column)].nature

export const inputOf = (type: ColumnType): Input => facts[type].input

/** Whether any text is a value of the type. */
export const isPlainText = (type: ColumnType): boolean => type === 'text' || type === 'long_text'

/** Whether the columns have options, of which cells hold labels. */
export const hasOptions = (type: ColumnType): boolean =>
  inputOf(type) === 'option' || inputOf(type) === 'options'

/** Whether people enter a day, with or without a time. */
export const isDated = (type: ColumnType): boolean =>
  inputOf(type) === 'day' || inputOf(type) === 'time'

/** Whether the service fills the cells. */
export const isComputed = (type: ColumnType): boolean => inputOf(type) === 'none'

/** Whether people outside can fill in the cells. A column of people would tell them who works here. */
export const isForOutsiders = (type: ColumnType): boolean =>
  !isComputed(type) && inputOf(type) !== 'person'

/** Whether a column can change to and from this type. Links and files refer to things that are stored elsewhere. */
export const isChangeable = (type: ColumnType): boolean =>
  !isComputed(type) && type !== 'link' && type !== 'file'
