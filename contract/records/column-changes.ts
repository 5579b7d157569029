import Type from 'typebox'
import { addressed, column } from '../language/addressed.ts'
import { closed, list, nullable, one, refusedWhy, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Column, ColumnType } from './columns.ts'

const newType = {
  type: ColumnType,
  settings: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'What applies to the new type. Without `options`, a select keeps the options it had, or gets one for each value in the cells (up to 1,000).',
      },
    ),
  ),
}

const TypePreview = named(
  'ColumnTypePreview',
  'What a change of type would do to the cells of a column.',
  closed({
    filled: Type.Integer({ description: 'How many rows have a value in the column.' }),
    same: Type.Integer({ description: 'How many of them keep the value as it is.' }),
    converted: Type.Integer({ description: 'How many keep it in another form.' }),
    lost: Type.Integer({ description: 'How many would be emptied.' }),
    samples: Type.Array(
      closed({
        rowId: uuid(),
        from: Type.Unknown(),
        to: Type.Unknown({ description: '`null` where the value is lost.' }),
        why: nullable(Type.String({ description: 'Why the value would be lost.' })),
        ...refusedWhy,
      }),
      { description: 'Up to 20 examples: lost values first, then converted ones.' },
    ),
  }),
)

/** The operations that rearrange existing columns. */
export const columnChangeOperations = onDefinitions(({ base, tag }) => {
  const columnParams = addressed(base, { column })
  return {
    reorderColumns: operation({
      method: 'POST',
      path: `${base}/columns/reorder`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Put the columns in another order',
      description:
        'Name every column exactly once. Returns all of them in their new order, on one page.',
      params: addressed(base, {}),
      example: { columns: ['business', 'phone', 'stage', 'amount_requested'] },
      body: closed({
        columns: Type.Array(Type.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: 2000,
          description: 'Every column, by its key, id or name.',
        }),
      }),
      answer: list(Column),
      refuses: ['unknown_column'],
    }),
    previewColumnType: operation({
      method: 'POST',
      path: `${base}/columns/{column}/type/preview`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Preview a change of column type',
      description:
        'Says what would happen to the cells, and changes nothing. Rows in the trash are not counted.',
      params: columnParams,
      example: { type: 'number' },
      body: named('ColumnTypeChange', 'The type that a column would get.', closed(newType)),
      answer: one(TypePreview),
    }),
    changeColumnType: operation({
      method: 'POST',
      path: `${base}/columns/{column}/type`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Change the type of a column',
      description:
        'Converts the cells of every row, including rows in the trash, or changes nothing. Cells that cannot be converted are emptied, but only with `confirmLoss`; their values are then gone, because the row history does not record a change of type. The key, name, policy, `required` and `unique` stay. A unique column is refused if two values would become the same. Link columns, file columns and columns that the service fills cannot change their type, and no column can become one of them. Preview the change first.',
      params: columnParams,
      example: { type: 'number', confirmLoss: true },
      body: named(
        'ConfirmedColumnTypeChange',
        'The type that a column gets.',
        closed({
          ...newType,
          confirmLoss: Type.Optional(
            Type.Boolean({
              description: 'Agrees that cells which cannot be converted are emptied.',
            }),
          ),
        }),
      ),
      answer: one(Column),
      refuses: ['cells_would_be_lost', 'values_not_unique'],
    }),
    restoreColumn: operation({
      method: 'POST',
      path: `${base}/columns/{column}/restore`,
      tag,
      access: 'def:admin',
      scope: 'definitions:write',
      summary: 'Restore a column from the trash',
      description:
        'Brings the column back with its cells, within 30 days of its deletion. Name it by its id, or by its key for the one deleted last. A unique column comes back as not unique if several rows now have the same value.',
      params: columnParams,
      answer: one(Column),
      refuses: ['key_taken', 'name_taken'],
    }),
  }
})
