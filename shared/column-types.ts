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

/** Whether the service fills the cells. */
export const isComputed = (type: ColumnType): boolean =>
  (computedTypes as readonly ColumnType[]).includes(type)

/** Whether a column can change to and from this type. Links and files refer to things that are stored elsewhere. */
export const isChangeable = (type: ColumnType): boolean =>
  !isComputed(type) && type !== 'link' && type !== 'file'
