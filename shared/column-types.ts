/** The types whose cells are written. */
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
/** The types whose cells the service fills; nobody writes them. */
export const computedTypes = [
  'auto_number',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'formula',
] as const
/** What a formula may result in. */
export const resultTypes = ['number', 'text', 'checkbox', 'date', 'datetime'] as const
export const columnTypes = [...writableTypes, ...computedTypes] as const
export type ColumnType = (typeof columnTypes)[number]
export type ResultType = (typeof resultTypes)[number]

/** Whether the service fills the cells. */
export const isComputed = (type: ColumnType): boolean =>
  (computedTypes as readonly ColumnType[]).includes(type)

/** Whether a column can change to and from the type. What a link or a file stands for is kept elsewhere. */
export const isChangeable = (type: ColumnType): boolean =>
  !isComputed(type) && type !== 'link' && type !== 'file'
