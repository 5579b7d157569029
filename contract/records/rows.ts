import Type from 'typebox'
import { MOST_ROWS, MOST_TITLES } from '../../shared/limits.ts'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, list, nullable, oneOf, timestamp, trashed, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { HiddenColumns, viewAs, viewAsRefusals } from '../policies/policies.ts'
import { expand, listingDescription, rowsAnswer, rowsQuery } from './listing.ts'

export const Cells = named(
  'Cells',
  'The cells of a row, by column. In answers columns are named by key; in requests by key, id or exact name.',
  Type.Record(Type.String(), Type.Unknown()),
)

declare const projected: unique symbol
/**
 * Cells as somebody may see them. Only the projector makes them (`viewOf` in records/definitions/definition.rules.ts),
 * so code that returns cells as they are stored does not compile.
 */
export type ProjectedCells = Record<string, unknown> & { readonly [projected]: true }
export const AnsweredCells = Type.Unsafe<ProjectedCells>(Cells)

export const CoercedCell = named(
  'CoercedCell',
  'A value that was converted before it was stored.',
  closed({
    column: Type.String({ description: 'The column’s key.' }),
    sent: Type.String({ description: 'The value as it was sent.' }),
    stored: Type.String({ description: 'The value as it is stored.' }),
  }),
)
const IgnoredCell = named(
  'IgnoredCell',
  'A cell that was not stored.',
  closed({
    column: Type.String({ description: 'The column, as it was sent.' }),
    why: Type.String({ description: 'The reason, in a sentence.' }),
  }),
)

/** What a write returns besides the row. */
export const receipt = {
  filled: Type.Array(Type.String(), { description: 'The columns that were filled, by key.' }),
  coerced: Type.Array(CoercedCell, { description: 'Values that were converted.' }),
  ignored: Type.Array(IgnoredCell, { description: 'Cells that were not stored.' }),
}
export const Receipt = named(
  'Receipt',
  'What happened to the cells of one row: filled, converted or ignored.',
  closed(receipt),
)

const RowSource = named(
  'RowSource',
  'How the row was created: `api` and `page` by a key, `import` from a file, `manual` by a person.',
  oneOf(['api', 'page', 'import', 'manual']),
)
/** What every row has. */
export const rowFields = {
  id: uuid(),
  position: Type.Integer({ description: 'Its place in the board. Later rows have higher ones.' }),
  source: RowSource,
  cells: AnsweredCells,
  createdBy: Type.String({ description: '`user:<crmUserId>` or `key:<keyId>`.' }),
}

const title = nullable(
  Type.String({
    description:
      'The first text in the row, in the order of the columns that you can see. `null` if there is none.',
  }),
)
const LinkedRow = named(
  'LinkedRow',
  'A row that a link column points to.',
  closed({
    id: uuid(),
    title,
    trashed: Type.Optional(
      Type.Boolean({
        description: '`true` if the row is in the trash or gone for good. It then has no title.',
      }),
    ),
  }),
)

export const UnresolvedName = named(
  'UnresolvedName',
  'A name of a row or person that leads nowhere yet, as it was sent: a text, a number, or an object such as `{"external_id": "crm-1042"}`.',
  Type.Union([
    Type.String(),
    Type.Number(),
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ]),
)

export const Row = named(
  'Row',
  'A row of a board or page.',
  closed({
    ...rowFields,
    unresolved: Type.Optional(
      Type.Record(Type.String(), Type.Array(UnresolvedName), {
        description:
          'Names of rows and people that lead nowhere yet, by the key of their column. A sender that cannot read sent them. Each leaves once there is such a row or person, or once somebody fills the cell. Absent if there are none.',
      }),
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    updatedBy: Type.String({ description: 'As `createdBy`.' }),
    version: Type.Integer({ description: 'Rises by one with every change.' }),
    externalId: nullable(
      Type.String({ description: 'Your own id for the record, if a key wrote one.' }),
    ),
    importRunId: nullable(uuid('The import that created it.')),
    deletedAt: Type.Optional(
      timestamp(
        'When it was moved to the trash. Absent otherwise. After 30 days there it is gone.',
      ),
    ),
    deletedBy: Type.Optional(
      Type.String({
        description: 'Who moved it to the trash, as in `createdBy`. Absent otherwise.',
      }),
    ),
    links: Type.Optional(
      Type.Record(Type.String(), Type.Array(LinkedRow), {
        description:
          'With `expand=links`: the linked rows, by the key of each link column that is not empty.',
      }),
    ),
  }),
)

export const NewRow = named('NewRow', 'A row to be created.', closed({ cells: Cells }))
export const RowWithReceipt = named(
  'RowWithReceipt',
  'A row as it was written, and what happened to its cells.',
  closed({ data: Row, ...receipt }),
)
export const RowsWithReceipts = named(
  'RowsWithReceipts',
  'Rows as they were written, and what happened to their cells, in the order of the request.',
  closed({ data: Type.Array(Row), receipts: Type.Array(Receipt) }),
)
const RowAnswer = named(
  'RowAnswer',
  'One row.',
  closed({ data: Row, hiddenColumns: HiddenColumns }),
)
const RowQuery = named(
  'RowQuery',
  'How to return one row.',
  closed({ ...viewAs, ...expand, trashed: trashed('Return a row that is in the trash.') }),
)
export const Backlinks = named(
  'Backlinks',
  'The rows that link to a row through one column.',
  closed({
    definitionKey: Type.String({ description: 'The board or page that the rows belong to.' }),
    column: Type.String({ description: 'The key of the link column.' }),
    rows: Type.Array(closed({ id: uuid(), title })),
    rowsTruncated: Type.Optional(
      Type.Boolean({ description: 'True if there are more. Absent otherwise.' }),
    ),
  }),
)
const RowTitle = named(
  'RowTitle',
  'What a row is called, and where it is.',
  closed({
    id: uuid(),
    definitionKey: Type.String({ description: 'The board or page that the row belongs to.' }),
    definitionName: Type.String(),
    title,
    trashed: Type.Optional(Type.Boolean({ description: '`true` if the row is in the trash.' })),
  }),
)

export const NewestRow = named(
  'NewestRow',
  'A row that was added recently: its title, its board or page, and where it came from.',
  closed({
    id: uuid(),
    definitionKey: Type.String({ description: 'The board or page that the row belongs to.' }),
    definitionName: Type.String(),
    title,
    source: RowSource,
    createdAt: timestamp(),
    createdBy: rowFields.createdBy,
  }),
)

/** The operations on the rows of a board or page. */
export const rowOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, {})
  return {
    listRows: operation({
      method: 'GET',
      path: `${base}/rows`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List rows: filter, sort, search, group',
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
      scope: 'records:write',
      summary: 'Add one row, or up to 500 at once',
      description:
        'With `cells` it adds one row and returns it with its receipt. With `rows` it adds a batch, all or nothing, and returns the lists `data` and `receipts`. Values are converted to the type of their column; the receipt says which. Unlike on the ingest operations, a column that does not exist is refused.',
      params,
      example: {
        cells: {
          business: 'Acme Bakery',
          phone: '(415) 555-0199',
          amount_requested: '$40,000',
        },
      },
      body: named(
        'NewRows',
        'One row as `cells`, or a batch as `rows`.',
        closed({
          cells: Type.Optional(Cells),
          rows: Type.Optional(Type.Array(NewRow, { minItems: 1, maxItems: MOST_ROWS })),
          source: Type.Optional(
            oneOf(['manual', 'import'], {
              description:
                'Use `import` if your program imports a file row by row. The default is `manual`.',
            }),
          ),
        }),
      ),
      answer: Type.Union([RowWithReceipt, RowsWithReceipts]),
      bodyLimit: 8 * 1024 * 1024,
      refuses: ['invalid_rows', 'unknown_reference', 'column_locked'],
    }),
    getRow: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Get one row',
      description:
        'Returns the cells that the caller can see. With `expand=links` the answer includes the titles of linked rows; with `trashed` it finds a row in the trash.',
      params: addressed(base, { rowId }),
      query: RowQuery,
      answer: RowAnswer,
      refuses: viewAsRefusals,
    }),
    listLinks: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/links`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the rows that link to a row',
      description:
        'Looks in every board and page of the workspace and groups the rows by the column they link through. Columns that you cannot see, and rows in the trash, are left out. Everything is on one page, with up to 1,000 rows for each column.',
      params: addressed(base, { rowId }),
      answer: list(Backlinks),
    }),
  }
})

export const titleOperations = {
  listTitles: operation({
    method: 'GET',
    path: '/v1/row-titles',
    tag: 'Definitions',
    access: 'workspace',
    scope: 'records:read',
    summary: 'Look up the titles of rows by id',
    description:
      'For lists that refer to rows by id only, such as obligations, deals and conversations. Takes up to 100 ids, and returns the titles in the order of the ids, each once, on one page. A row that does not exist, is gone, or belongs to another workspace or a deleted board is left out.',
    query: closed({
      ids: Type.String({
        minLength: 1,
        maxLength: 8000,
        description: 'The ids of up to 100 rows, separated by commas.',
      }),
    }),
    answer: list(RowTitle),
  }),
  listNewest: operation({
    method: 'GET',
    path: '/v1/newest-rows',
    tag: 'Definitions',
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the rows that were added last, of all boards and pages',
    description:
      'The newest come first, all on one page. Use it to show what has come in. Rows in the trash and rows of deleted boards are left out. To read every new row, pull the events or use a webhook.',
    query: closed({
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_TITLES,
          description: `How many rows, at most ${MOST_TITLES}. The default is 20.`,
        }),
      ),
    }),
    answer: list(NewestRow),
  }),
}
