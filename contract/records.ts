import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { columnChangeOperations } from './column-changes.ts'
import { Column, NewColumn, slug } from './columns.ts'
import { closed, list, one, oneOf, pageQuery, text, timestamp, trashed, uuid } from './common.ts'
import { operation } from './operation.ts'
import { HiddenColumns, viewAs, viewAsRefusals } from './policies.ts'
import { rowChangeOperations } from './row-changes.ts'
import { rowOperations } from './rows.ts'
import { localeSettings } from './workspace.ts'

const Definition = closed({
  id: uuid(),
  kind: oneOf(['board', 'page']),
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  settings: closed({
    region: Type.String(),
    timeZone: Type.String(),
    currency: Type.String(),
  }),
  columns: Type.Array(Column),
  rowCount: Type.Integer(),
  createdAt: timestamp(),
  createdBy: Type.String(),
  updatedAt: timestamp(),
})

const newDefinition = {
  name: text(200),
  key: Type.Optional(slug('Made from the name where it is omitted.')),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  settings: Type.Optional(closed(localeSettings)),
  columns: Type.Optional(Type.Array(NewColumn, { maxItems: 200 })),
}

/** The operations that boards and pages share. */
function definitionOperations(base: DefinitionBase) {
  const board = base === '/v1/boards/{id}'
  const tag = board ? 'Boards' : 'Definitions'
  const noun = board ? 'board' : 'definition'
  const params = addressed(base, {})
  const columnParams = addressed(base, {
    column: Type.String({ maxLength: 64, description: 'The column’s id or key.' }),
  })
  return {
    get: operation({
      method: 'GET',
      path: base,
      tag,
      access: 'workspace',
      summary: `One ${noun} with its columns`,
      params,
      query: closed(viewAs),
      answer: closed({ data: Definition, hiddenColumns: HiddenColumns }),
      refuses: viewAsRefusals,
    }),
    update: operation({
      method: 'PATCH',
      path: base,
      tag,
      access: board ? 'board:write' : 'def:admin',
      summary: `Change a ${noun}`,
      params,
      body: closed(
        {
          name: Type.Optional(text(200)),
          description: Type.Optional(Type.String({ maxLength: 2000 })),
          settings: Type.Optional(closed(localeSettings)),
        },
        { minProperties: 1 },
      ),
      answer: one(Definition),
    }),
    remove: operation({
      method: 'DELETE',
      path: base,
      tag,
      access: board ? 'board:admin' : 'def:admin',
      summary: `Delete a ${noun}`,
      description: 'Its keys stop working at once.',
      params,
    }),
    listColumns: operation({
      method: 'GET',
      path: `${base}/columns`,
      tag,
      access: 'workspace',
      summary: 'The columns, in their order',
      params,
      query: closed({
        ...pageQuery,
        trashed: trashed(
          'Those in the trash, the last deleted first, in place of those that stand.',
        ),
      }),
      answer: list(Column),
      refuses: ['invalid_cursor'],
    }),
    createColumn: operation({
      method: 'POST',
      path: `${base}/columns`,
      tag,
      access: 'def:admin',
      summary: 'Add a column',
      params,
      body: NewColumn,
      answer: one(Column),
      refuses: ['key_taken', 'name_taken', 'unknown_reference'],
    }),
    getColumn: operation({
      method: 'GET',
      path: `${base}/columns/{column}`,
      tag,
      access: 'workspace',
      summary: 'One column',
      params: columnParams,
      answer: one(Column),
    }),
    updateColumn: operation({
      method: 'PATCH',
      path: `${base}/columns/{column}`,
      tag,
      access: 'def:admin',
      summary: 'Change a column',
      description:
        'The key and the type stay. `required` binds the writes that follow; `unique` is refused while rows hold a value twice.',
      params: columnParams,
      body: closed(
        {
          name: Type.Optional(text(200)),
          description: Type.Optional(Type.String({ maxLength: 2000 })),
          required: Type.Optional(Type.Boolean()),
          unique: Type.Optional(Type.Boolean()),
          settings: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description: 'Those that are named change; `null` takes one away.',
              },
            ),
          ),
        },
        { minProperties: 1 },
      ),
      answer: one(Column),
      refuses: ['name_taken', 'values_not_unique'],
    }),
    removeColumn: operation({
      method: 'DELETE',
      path: `${base}/columns/{column}`,
      tag,
      access: 'def:admin',
      summary: 'Move a column to the trash',
      description:
        'Its cells are kept but no longer answered, and its unique values are free at once. For 30 days it can be restored.',
      params: columnParams,
    }),
    ...columnChangeOperations(base),
    ...rowOperations(base),
    ...rowChangeOperations(base),
  }
}

export const boardOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'workspace',
    summary: 'The boards',
    query: closed(pageQuery),
    answer: list(Definition),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'board:write',
    summary: 'Make a board, with its columns if given',
    body: closed(newDefinition),
    answer: one(Definition),
    refuses: ['key_taken', 'name_taken', 'unknown_reference'],
  }),
  ...definitionOperations('/v1/boards/{id}'),
}

export const pageOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/definitions',
    tag: 'Definitions',
    access: 'workspace',
    summary: 'The definitions: boards and pages',
    query: closed({ ...pageQuery, kind: Type.Optional(oneOf(['board', 'page'])) }),
    answer: list(Definition),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/definitions',
    tag: 'Definitions',
    access: 'def:admin',
    summary: 'Make a page (or a board), with its columns if given',
    body: closed({ ...newDefinition, kind: Type.Optional(oneOf(['board', 'page'])) }),
    answer: one(Definition),
    refuses: ['key_taken', 'name_taken', 'unknown_reference'],
  }),
  ...definitionOperations('/v1/definitions/{key}'),
}
