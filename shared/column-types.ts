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

export type RowField = 'position' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'

interface Facts {
  nature: Nature
  input: Input
  /** The settings that a column of the type can have. */
  settings: readonly string[]
  /** What people write behind a number. */
  sign?: '%'
  /** What every row has and the cells show. */
  field?: RowField
}

const LABELS = ['options', 'allowNewOptions'] as const
const BOUNDS = ['min', 'max'] as const

/** Every column type, in the order of the reference, with what most of the code asks instead of naming types itself. */
const facts = {
  text: { nature: 'text', input: 'line', settings: [] },
  long_text: { nature: 'text', input: 'lines', settings: [] },
  number: { nature: 'number', input: 'number', settings: ['precision', ...BOUNDS] },
  currency: { nature: 'number', input: 'number', settings: ['currency', ...BOUNDS] },
  percent: { nature: 'number', input: 'number', settings: ['precision', ...BOUNDS], sign: '%' },
  checkbox: { nature: 'checkbox', input: 'tick', settings: [] },
  date: { nature: 'date', input: 'day', settings: [] },
  datetime: { nature: 'datetime', input: 'time', settings: [] },
  select: { nature: 'choice', input: 'option', settings: LABELS },
  multi_select: { nature: 'choices', input: 'options', settings: LABELS },
  email: { nature: 'text', input: 'email', settings: [] },
  phone: { nature: 'text', input: 'phone', settings: [] },
  url: { nature: 'text', input: 'url', settings: [] },
  person: { nature: 'person', input: 'person', settings: [] },
  link: { nature: 'links', input: 'rows', settings: ['definitionKey', 'multiple'] },
  file: { nature: 'files', input: 'files', settings: ['maxFiles', 'accept'] },
  auto_number: { nature: 'number', input: 'none', settings: [], field: 'position' },
  created_at: { nature: 'datetime', input: 'none', settings: [], field: 'createdAt' },
  created_by: { nature: 'actor', input: 'none', settings: [], field: 'createdBy' },
  updated_at: { nature: 'datetime', input: 'none', settings: [], field: 'updatedAt' },
  updated_by: { nature: 'actor', input: 'none', settings: [], field: 'updatedBy' },
  formula: { nature: 'text', input: 'none', settings: ['expression', 'resultType'] },
} as const satisfies Record<string, Facts>

export type ColumnType = keyof typeof facts
export const columnTypes = Object.keys(facts) as ColumnType[]
/** The name of a setting that columns of a type can have; without a type, of any setting. */
export type SettingName<T extends ColumnType = ColumnType> = (typeof facts)[T]['settings'][number]

/** The types that a formula's result can have. */
export const resultTypes = ['number', 'text', 'checkbox', 'date', 'datetime'] as const
export type ResultType = (typeof resultTypes)[number]

export interface Typed {
  type: ColumnType
  settings?: { resultType?: ResultType }
}

/** The type that cells are shown as: for a formula, that of its results, which count as text until it is known. */
export const shownType = ({ type, settings }: Typed): ColumnType =>
  type === 'formula' ? (settings?.resultType ?? 'text') : type

export const natureOf = (column: Typed): Nature => facts[shownType(column)].nature

export const inputOf = (type: ColumnType): Input => facts[type].input

const factsOf = (type: ColumnType): Facts => facts[type]

/** The settings that columns of a type can have. */
export const settingNamesOf = (type: ColumnType): readonly SettingName[] => facts[type].settings

/** What people write behind the numbers of a type; empty for most. */
export const signOf = (type: ColumnType): string => factsOf(type).sign ?? ''

export const rowFieldOf = (type: ColumnType): RowField | undefined => factsOf(type).field

/** Whether any text is a value of the type. */
export const isPlainText = (type: ColumnType): boolean =>
  inputOf(type) === 'line' || inputOf(type) === 'lines'

export const isMoney = (type: ColumnType): boolean => type === 'currency'

/** Whether people enter numbers that are neither amounts nor have a sign. */
export const isPlainNumber = (type: ColumnType): boolean =>
  inputOf(type) === 'number' && !isMoney(type) && signOf(type) === ''

/** Whether cells number the rows, so that they have an order, and adding them up means nothing. */
export const isPosition = (type: ColumnType): boolean => rowFieldOf(type) === 'position'

/** Whether a cell holds one of the column's options. */
export const isChoice = (type: ColumnType): boolean => inputOf(type) === 'option'

/** Whether the columns have options, of which cells hold labels. */
export const hasOptions = (type: ColumnType): boolean =>
  isChoice(type) || inputOf(type) === 'options'

/** Whether people enter a day, with or without a time. */
export const isDated = (type: ColumnType): boolean =>
  inputOf(type) === 'day' || inputOf(type) === 'time'

/** Whether cells lead to rows. */
export const isLink = (type: ColumnType): boolean => inputOf(type) === 'rows'

export const holdsFiles = (type: ColumnType): boolean => inputOf(type) === 'files'

/** Whether the service calculates the cells from other columns. */
export const isFormula = (type: ColumnType): boolean => type === 'formula'

/** Whether the service fills the cells. */
export const isComputed = (type: ColumnType): boolean => inputOf(type) === 'none'

/** Whether people outside can fill in the cells. A column of people would tell them who works here. */
export const isForOutsiders = (type: ColumnType): boolean =>
  !isComputed(type) && inputOf(type) !== 'person'

/** Whether a column can change to and from this type. Links and files refer to things that are stored elsewhere. */
export const isChangeable = (type: ColumnType): boolean =>
  !isComputed(type) && !isLink(type) && !holdsFiles(type)
