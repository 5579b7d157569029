import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { closed, list, nullable, oneOf, timestamp, trashed, uuid } from './common.ts'
import { expand, listingDescription, rowsAnswer, rowsQuery } from './listing.ts'
import { operation } from './operation.ts'
import { HiddenColumns, viewAs, viewAsRefusals } from './policies.ts'

export const Cells = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Column to value. On the way in a column is named by its key, id or exact name.',
})

declare const projected: unique symbol
/**
 * Cells as somebody may see them. Only the projector makes them (`viewOf` in records/definitions/definition.rules.ts),
 * so that answering stored cells is an error of the compiler.
 */
export type ProjectedCells = Record<string, unknown> & { readonly [projected]: true }
export const AnsweredCells = Type.Unsafe<ProjectedCells>(Cells)

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
  cells: AnsweredCells,
  createdBy: Type.String({ description: '`user:<crmUserId>` or `key:<keyId>`.' }),
}

const title = nullable(
  Type.String({
    description:
      'The first text that the row has, in the order of its columns, of those that you may see; `null` where it has none.',
  }),
)
const Link = closed({
  id: uuid(),
  title,
  trashed: Type.Optional(
    Type.Boolean({
      description: '`true` for a row in the trash, or gone from it: it has no title.',
    }),
  ),
})

export const Row = closed({
  ...IngestRow,
  createdAt: timestamp(),
  updatedAt: timestamp(),
  updatedBy: Type.String(),
  version: Type.Integer(),
  externalId: nullable(Type.String()),
  importRunId: nullable(uuid()),
  deletedAt: Type.Optional(
    timestamp('Of a row in the trash alone: since when. After 30 days there it is gone.'),
  ),
  deletedBy: Type.Optional(
    Type.String({ description: 'Of a row in the trash alone, as `updatedBy`.' }),
  ),
  links: Type.Optional(
    Type.Record(Type.String(), Type.Array(Link), {
      description: 'With `expand=links`: by the key of each link column that is not empty.',
    }),
  ),
})

/** The operations on the rows of a board or page. */
export function rowOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const params = addressed(base, {})
  return {
    listRows: operation({
      method: 'GET',
      path: `${base}/rows`,
      tag,
      access: 'workspace',
      summary: 'List rows: filtered, sorted, searched, grouped',
      description: listingDescription,
      params,
      query: rowsQuery,
      answer: rowsAnswer(Row),
      refuses: ['invalid_cursor', 'unknown_column', ...viewAsRefusals],
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
      query: closed({ ...viewAs, ...expand, trashed: trashed('One in the trash.') }),
      answer: closed({ data: Row, hiddenColumns: HiddenColumns }),
      refuses: viewAsRefusals,
    }),
    listLinks: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/links`,
      tag,
      access: 'workspace',
      summary: 'The rows that link to a row',
      description:
        'Of every board and page of the workspace, by the columns through which they link; those that you may not see are not there. Rows in the trash are left out. All in one page: of each column the first 1,000 rows.',
      params: addressed(base, { rowId: uuid() }),
      answer: list(
        closed({
          definitionKey: Type.String({ description: 'Of the board or page whose rows they are.' }),
          column: Type.String({ description: 'The key of the link column.' }),
          rows: Type.Array(closed({ id: uuid(), title })),
          rowsTruncated: Type.Optional(Type.Boolean({ description: 'There are more.' })),
        }),
      ),
    }),
  }
}

export const titleOperations = {
  listTitles: operation({
    method: 'GET',
    path: '/v1/row-titles',
    tag: 'Definitions',
    access: 'workspace',
    summary: 'What rows of any boards and pages are called, by their ids',
    description:
      'For lists that name rows by their ids alone: of obligations, deals, conversations. Up to 100 ids: with them an address has 4 KB, which all on its way take, and as a GET it may be repeated and kept. Answered in the order of the ids, each once, all in one page. A row that is not there, or not any more, or is of another workspace or of a board that was deleted has no line.',
    query: closed({
      ids: Type.String({ minLength: 1, maxLength: 8000, description: 'Ids of rows, with commas.' }),
    }),
    answer: list(
      closed({
        id: uuid(),
        definitionKey: Type.String({ description: 'Of the board or page that the row is of.' }),
        definitionName: Type.String(),
        title,
        trashed: Type.Optional(Type.Boolean({ description: '`true` for a row in the trash.' })),
      }),
    ),
  }),
}
