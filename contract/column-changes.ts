import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { Column, columnTypes } from './columns.ts'
import { cellWhy, closed, list, nullable, one, oneOf, uuid } from './common.ts'
import { operation } from './operation.ts'

const newType = {
  type: oneOf(columnTypes),
  settings: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Of the new type. Without `options` a select keeps those it had, or is given what the cells hold (up to 1,000).',
      },
    ),
  ),
}

const TypePreview = closed({
  filled: Type.Integer({ description: 'How many rows have a value in the column.' }),
  same: Type.Integer({ description: 'Of these: how many keep it as it is.' }),
  converted: Type.Integer({ description: 'How many keep it in another form.' }),
  lost: Type.Integer({ description: 'How many would be emptied.' }),
  samples: Type.Array(
    closed({
      rowId: uuid(),
      from: Type.Unknown(),
      to: Type.Unknown({ description: '`null` where the value is lost.' }),
      why: nullable(Type.String({ description: 'Why it is lost.' })),
      ...cellWhy,
    }),
    { description: 'Up to 20: what is lost first, then what is converted.' },
  ),
})

/** What rearranges columns that are there. */
export function columnChangeOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const columnParams = addressed(base, {
    column: Type.String({ maxLength: 64, description: 'The column’s id or key.' }),
  })
  return {
    reorderColumns: operation({
      method: 'POST',
      path: `${base}/columns/reorder`,
      tag,
      access: 'def:admin',
      summary: 'Put the columns in another order',
      description: 'Names every column once. Answers all of them, in one page.',
      params: addressed(base, {}),
      body: closed({
        columns: Type.Array(Type.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: 2000,
          description: 'Each by its key, id or name.',
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
      summary: 'What a change of a column’s type would do to its cells',
      description: 'Changes nothing. Rows in the trash are not counted.',
      params: columnParams,
      body: closed(newType),
      answer: one(TypePreview),
    }),
    changeColumnType: operation({
      method: 'POST',
      path: `${base}/columns/{column}/type`,
      tag,
      access: 'def:admin',
      summary: 'Change a column’s type, converting its cells',
      description:
        'All rows or none, those in the trash too. Cells that cannot be converted are emptied, but only with `confirmLoss`; their values stay in no history, since the change is the column’s and no entry of a row. Key, name, policy, `required` and `unique` stay; a unique column is refused while values would be alike. Columns that the service fills, links and files cannot change, and no column becomes one of them.',
      params: columnParams,
      body: closed({ ...newType, confirmLoss: Type.Optional(Type.Boolean()) }),
      answer: one(Column),
      refuses: ['cells_would_be_lost', 'values_not_unique'],
    }),
    restoreColumn: operation({
      method: 'POST',
      path: `${base}/columns/{column}/restore`,
      tag,
      access: 'def:admin',
      summary: 'Take a column out of the trash, with its cells',
      description:
        'By its id, or by its key: then the one that was deleted last. Within 30 days of its deletion. A unique column comes back as one that is not, where rows hold a value twice by now.',
      params: columnParams,
      answer: one(Column),
      refuses: ['key_taken', 'name_taken'],
    }),
  }
}
