import Type, { type TSchema } from 'typebox'
import { columnTypes, resultTypes, type SettingName } from '../../shared/column-types.ts'
import { MOST_DESCRIPTION_CHARS, MOST_KEY_CHARS, MOST_NAME_CHARS } from '../../shared/limits.ts'
import { closed, nullable, oneOf, text, timestamp, uuid } from '../language/common.ts'
import { described, named } from '../language/named.ts'

export const DefinitionKind = named(
  'DefinitionKind',
  'Boards are created by members as they need them; pages are the workspace’s standing tables, set up by admins.',
  oneOf(['board', 'page']),
)

export const ColumnType = named(
  'ColumnType',
  'What the cells of a column hold.',
  oneOf(columnTypes),
)

const Option = named(
  'ColumnOption',
  'One option of a select column.',
  closed({ id: Type.String(), label: Type.String(), color: nullable(Type.String()) }),
)

export const ColumnSettings = named(
  'ColumnSettings',
  'What applies to the type of the column: options of selects, the currency, precision and bounds of numbers, the target of links, the files a file column takes, the expression of a formula.',
  closed({
    options: Type.Optional(Type.Array(Option)),
    allowNewOptions: Type.Optional(Type.Boolean()),
    currency: Type.Optional(Type.String()),
    precision: Type.Optional(Type.Integer()),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    definitionKey: Type.Optional(
      Type.String({
        description: 'For a link: the board or page that its rows belong to. It cannot be changed.',
      }),
    ),
    multiple: Type.Optional(
      Type.Boolean({ description: 'For a link: whether a cell can hold several rows, up to 100.' }),
    ),
    maxFiles: Type.Optional(
      Type.Integer({
        description: 'For a file column: how many files a cell can hold, up to 100.',
      }),
    ),
    accept: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'For a file column: the file types it accepts, such as `application/pdf` or `image/*`.',
      }),
    ),
    expression: Type.Optional(
      Type.String({
        description:
          'For a formula. Refer to columns by key, or in braces by key, name or id: `price * {Units sold}`. The API returns it with keys.',
      }),
    ),
    resultType: Type.Optional(
      described(
        named('FormulaResultType', 'The type of a formula’s result.', oneOf(resultTypes)),
        'For a formula: the type of its result. It follows from the expression.',
      ),
    ),
  } satisfies Record<SettingName, TSchema>),
)

export const Column = named(
  'Column',
  'A column of a board or page.',
  closed({
    id: uuid(),
    key: Type.String({ description: 'The name of the column in `cells`. It never changes.' }),
    name: Type.String(),
    type: ColumnType,
    description: Type.String(),
    required: Type.Boolean(),
    unique: Type.Boolean(),
    readOnly: Type.Boolean({
      description: 'Whether the service fills the cells, so that nobody can write them.',
    }),
    position: Type.Integer(),
    settings: ColumnSettings,
    deletedAt: Type.Optional(timestamp('When it was moved to the trash. Absent otherwise.')),
  }),
)

export const slug = (description: string) =>
  Type.String({ pattern: '^[a-z0-9]+(?:[_-][a-z0-9]+)*$', maxLength: MOST_KEY_CHARS, description })

export const NewColumn = named(
  'NewColumn',
  'A column to be created.',
  closed({
    key: Type.Optional(
      slug('Lower-case letters, digits, `_` or `-`. Made from the name if left out.'),
    ),
    name: text(MOST_NAME_CHARS),
    type: ColumnType,
    description: Type.Optional(Type.String({ maxLength: MOST_DESCRIPTION_CHARS })),
    required: Type.Optional(Type.Boolean()),
    unique: Type.Optional(Type.Boolean()),
    settings: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'What applies to the type; see `ColumnSettings`.',
        },
      ),
    ),
  }),
)
