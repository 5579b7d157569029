import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { Column, NewColumn, slug } from './columns.ts'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'
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

export const Cells = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Column to value. On the way in a column is named by its key, id or exact name.',
})

export const Receipt = {
  filled: Type.Array(Type.String(), { description: 'The columns filled, by key.' }),
  coerced: Type.Array(
    closed({ column: Type.String(), sent: Type.String(), stored: Type.String() }),
    { description: 'Values converted on the way in.' },
  ),
  ignored: Type.Array(closed({ column: Type.String(), why: Type.String() }), {
    description: 'Cells not stored, with the reason.',
  }),
}

export const IngestRow = {
  id: uuid(),
  position: Type.Integer({ description: 'Rises with insertion; unique in the board.' }),
  source: oneOf(['api', 'page', 'import', 'manual']),
  cells: Cells,
  createdBy: Type.String({ description: '`user:<crmUserId>` or `key:<keyId>`.' }),
}

const Row = closed({
  ...IngestRow,
  createdAt: timestamp(),
  updatedAt: timestamp(),
  updatedBy: Type.String(),
  version: Type.Integer(),
  externalId: nullable(Type.String()),
  importRunId: nullable(uuid()),
})

const newDefinition = {
  name: text(200),
  key: Type.Optional(slug('Made from the name where it is omitted.')),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  settings: Type.Optional(closed(localeSettings)),
  columns: Type.Optional(Type.Array(NewColumn, { maxItems: 200 })),
}

/** Where the definition-bound routes hang: boards by id, any definition by key. */
export type DefinitionBase = '/v1/boards/{id}' | '/v1/definitions/{key}'
/** The path parameters of those routes: one of the two is there. */
export type DefinitionAddress = { id?: string; key?: string }

/** The path parameters under a base, and more. */
export function addressed<P extends TProperties>(base: DefinitionBase, more: P) {
  const address =
    base === '/v1/boards/{id}' ? { id: uuid() } : { key: Type.String({ maxLength: 64 }) }
  return Type.Unsafe<DefinitionAddress & Static<TObject<P>>>(closed({ ...address, ...more }))
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
      answer: one(Definition),
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
      query: closed(pageQuery),
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
      refuses: ['key_taken', 'name_taken'],
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
          settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
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
      summary: 'Delete a column',
      description: 'Its cells are kept but no longer answered.',
      params: columnParams,
    }),
    listRows: operation({
      method: 'GET',
      path: `${base}/rows`,
      tag,
      access: 'workspace',
      summary: 'Rows in the order of their position',
      params,
      query: closed(pageQuery),
      answer: list(Row),
      refuses: ['invalid_cursor'],
    }),
    createRows: operation({
      method: 'POST',
      path: `${base}/rows`,
      tag,
      access: 'board:write',
      summary: 'Add one row, or up to 500, all or nothing',
      description:
        'With `cells`: one row, answered with its receipt. With `rows`: a batch, answered as the lists `data` and `receipts`. A column that does not exist is refused, unlike on the ingest routes.',
      params,
      body: closed({
        cells: Type.Optional(Cells),
        rows: Type.Optional(Type.Array(closed({ cells: Cells }), { minItems: 1, maxItems: 500 })),
        source: Type.Optional(
          oneOf(['manual', 'import'], {
            description:
              '`import` from a client that imports a file row by row; `manual` unless told.',
          }),
        ),
      }),
      answer: Type.Union([
        closed({ data: Row, ...Receipt }),
        closed({ data: Type.Array(Row), receipts: Type.Array(closed(Receipt)) }),
      ]),
      bodyLimit: 8 * 1024 * 1024,
      refuses: ['invalid_rows', 'column_locked'],
    }),
    getRow: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'workspace',
      summary: 'One row',
      params: addressed(base, { rowId: uuid() }),
      answer: one(Row),
    }),
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
    refuses: ['key_taken', 'name_taken'],
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
    refuses: ['key_taken', 'name_taken'],
  }),
  ...definitionOperations('/v1/definitions/{key}'),
}
