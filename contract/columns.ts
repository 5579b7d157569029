import Type from 'typebox'
import { closed, nullable, oneOf, text, timestamp, uuid } from './common.ts'

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

const Option = closed({ id: Type.String(), label: Type.String(), color: nullable(Type.String()) })

/** By type: options of selects, a currency, precision and bounds of numbers, where links lead, what files are taken. */
export const ColumnSettings = closed({
  options: Type.Optional(Type.Array(Option)),
  allowNewOptions: Type.Optional(Type.Boolean()),
  currency: Type.Optional(Type.String()),
  precision: Type.Optional(Type.Integer()),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  definitionKey: Type.Optional(
    Type.String({ description: 'Of a link: the board or page whose rows it holds. It stays.' }),
  ),
  multiple: Type.Optional(
    Type.Boolean({ description: 'Of a link: whether a cell may hold several rows (up to 100).' }),
  ),
  maxFiles: Type.Optional(
    Type.Integer({ description: 'Of a file column: how many a cell may hold, up to 100.' }),
  ),
  accept: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of a file column: the types that it takes, such as `application/pdf` or `image/*`.',
    }),
  ),
  expression: Type.Optional(
    Type.String({
      description:
        'Of a formula. Columns are named by key, or in braces by key, name or id: `price * {Units sold}`; it is answered with keys.',
    }),
  ),
  resultType: Type.Optional(
    oneOf(resultTypes, {
      description: 'Of a formula: what its cells are, as it follows from the expression.',
    }),
  ),
})

export const Column = closed({
  id: uuid(),
  key: Type.String({ description: 'How cells name the column; never changes.' }),
  name: Type.String(),
  type: oneOf(columnTypes),
  description: Type.String(),
  required: Type.Boolean(),
  unique: Type.Boolean(),
  readOnly: Type.Boolean({ description: 'Whether the service fills it.' }),
  position: Type.Integer(),
  settings: ColumnSettings,
  deletedAt: Type.Optional(timestamp('Of a column in the trash.')),
})

export const slug = (description: string) =>
  Type.String({ pattern: '^[a-z0-9]+(?:[_-][a-z0-9]+)*$', maxLength: 64, description })

export const NewColumn = closed({
  key: Type.Optional(
    slug('Lower case, digits, `_` or `-`; made from the name where it is omitted.'),
  ),
  name: text(200),
  type: oneOf(columnTypes),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
  settings: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'Checked by the column’s type.' }),
  ),
})
