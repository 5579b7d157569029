import Type, { type TSchema } from 'typebox'
import { columnTypes, resultTypes, type SettingName } from '../../shared/column-types.ts'
import { MOST_DESCRIPTION_CHARS, MOST_KEY_CHARS, MOST_NAME_CHARS } from '../../shared/limits.ts'
import { addressed, column } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  text,
  timestamp,
  trashed,
  uuid,
} from '../language/common.ts'
import { described, named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

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

export const columnOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, {})
  const columnParams = addressed(base, { column })
  return {
    listColumns: operation({
      method: 'GET',
      path: `${base}/columns`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the columns',
      description:
        'Lists the columns that the caller can see, in their order. With `trashed`, lists those that can still be restored.',
      params,
      query: named(
        'ColumnsQuery',
        'Which columns to list.',
        closed({
          ...pageQuery,
          trashed: trashed('List the columns in the trash instead, the last deleted first.'),
        }),
      ),
      answer: list(Column),
      refuses: ['invalid_cursor'],
    }),
    createColumn: operation({
      method: 'POST',
      path: `${base}/columns`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Add a column',
      description:
        'The type decides which `settings` apply. Existing rows have an empty cell in the new column. `required` applies to writes from then on.',
      params,
      example: {
        name: 'Monthly revenue',
        type: 'currency',
        settings: { currency: 'USD' },
      },
      body: NewColumn,
      answer: one(Column),
      refuses: ['key_taken', 'name_taken', 'unknown_reference'],
    }),
    getColumn: operation({
      method: 'GET',
      path: `${base}/columns/{column}`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Get one column',
      description: 'Returns one column, by its id or key.',
      params: columnParams,
      answer: one(Column),
    }),
    updateColumn: operation({
      method: 'PATCH',
      path: `${base}/columns/{column}`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Change a column',
      description:
        'Changes only the fields that are sent. The key and the type stay; there is another operation for the type. `required` applies to writes from then on. `unique` is refused while several rows have the same value.',
      params: columnParams,
      example: { description: 'As on the application.', required: false },
      body: named(
        'ColumnChange',
        'The fields of a column to change.',
        closed(
          {
            name: Type.Optional(text(MOST_NAME_CHARS)),
            description: Type.Optional(Type.String({ maxLength: MOST_DESCRIPTION_CHARS })),
            required: Type.Optional(Type.Boolean()),
            unique: Type.Optional(Type.Boolean()),
            settings: Type.Optional(
              Type.Object(
                {},
                {
                  additionalProperties: true,
                  description: 'Only the settings that are sent change. `null` removes one.',
                },
              ),
            ),
          },
          { minProperties: 1 },
        ),
      ),
      answer: one(Column),
      refuses: ['name_taken', 'values_not_unique'],
    }),
    removeColumn: operation({
      method: 'DELETE',
      path: `${base}/columns/{column}`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Move a column to the trash',
      description:
        'Its cells are kept but no longer returned, and its unique values are free at once. It can be restored for 30 days.',
      params: columnParams,
    }),
  }
})
