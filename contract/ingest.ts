import Type, { type TProperties } from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { Column } from './columns.ts'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'
import { receiptOperations } from './receipts.ts'
import { Cells, IngestRow, Receipt } from './rows.ts'

export const scopes = ['read', 'rows:write'] as const
export const MAX_BATCH = 500
const MIB = 1024 * 1024

const Key = closed({
  id: uuid(),
  name: Type.String(),
  scopes: Type.Array(oneOf(scopes)),
  prefix: oneOf(['sbk_', 'spk_']),
  lastFour: Type.String(),
  createdAt: timestamp(),
  createdBy: Type.String(),
  lastUsedAt: nullable(timestamp('To the minute.')),
  revokedAt: nullable(timestamp()),
})

/** What a column takes, in words and by example, made from the live column. */
const GuideColumn = closed({
  column: Type.String({ description: 'The column’s key.' }),
  name: Type.String(),
  type: Type.String(),
  required: Type.Boolean(),
  unique: Type.Boolean(),
  writable: Type.Boolean(),
  accepts: Type.String(),
  converts: Type.String(),
  example: Type.Unknown(),
})

export const WriteGuide = closed({
  version: Type.String({ description: 'Changes when the columns or this key’s rights do.' }),
  endpoint: Type.String(),
  canWrite: Type.Boolean(),
  columns: Type.Array(GuideColumn),
  samples: Type.Array(
    closed({
      title: Type.String(),
      body: Type.Unknown(),
      curl: Type.String(),
      javascript: Type.String(),
      python: Type.String(),
    }),
  ),
  limits: Type.Array(closed({ limit: Type.String(), value: Type.String() })),
  errors: Type.Array(
    closed({
      status: Type.Integer(),
      code: Type.String(),
      meaning: Type.String(),
      remedy: Type.String(),
    }),
  ),
})

function keyOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  return {
    listKeys: operation({
      method: 'GET',
      path: `${base}/keys`,
      tag,
      access: 'board:admin',
      summary: 'The keys, revoked ones too',
      params: addressed(base, {}),
      query: closed(pageQuery),
      answer: list(Key),
      refuses: ['invalid_cursor'],
    }),
    createKey: operation({
      method: 'POST',
      path: `${base}/keys`,
      tag,
      access: 'board:admin',
      summary: 'Make a key',
      description: 'The answer shows the secret, once; only its hash is kept.',
      params: addressed(base, {}),
      body: closed({
        name: text(200),
        scopes: Type.Array(oneOf(scopes), { minItems: 1, maxItems: 2, uniqueItems: true }),
      }),
      answer: one(
        closed({ ...Key.properties, secret: Type.String({ description: 'The key itself.' }) }),
      ),
    }),
    revokeKey: operation({
      method: 'DELETE',
      path: `${base}/keys/{keyId}`,
      tag,
      access: 'board:admin',
      summary: 'Revoke a key, from the next request on',
      params: addressed(base, { keyId: uuid() }),
    }),
    keyGuide: operation({
      method: 'GET',
      path: `${base}/keys/{keyId}/guide`,
      tag,
      access: 'board:admin',
      summary: 'The write guide as this key gets it',
      params: addressed(base, { keyId: uuid() }),
      answer: one(WriteGuide),
    }),
    ...receiptOperations(base),
  }
}

export const boardKeyOperations = keyOperations('/v1/boards/{id}')
export const pageKeyOperations = keyOperations('/v1/definitions/{key}')

const readQuery = closed({
  ...pageQuery,
  format: Type.Optional(
    oneOf(['json', 'markdown'], { description: '`markdown` answers the write guide as text.' }),
  ),
})
const writeQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Answers 200 with the same receipts and errors; writes nothing.' }),
  ),
})

const Named = closed({
  id: uuid(),
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
})
const Row = closed(IngestRow)
const DryRow = {
  ...IngestRow,
  id: nullable(IngestRow.id),
  position: nullable(IngestRow.position),
}
const written = <P extends TProperties>(receipt: P) =>
  Type.Union([
    closed({ data: closed(DryRow), ...receipt }),
    closed({ data: Type.Array(closed(DryRow)), receipts: Type.Array(closed(receipt)) }),
  ])

const outcome = oneOf(['created', 'updated', 'replayed'])
const externalId = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'Your own id for the record, unique in the page: sent again, it makes no second record.',
})

const writing =
  'Send `cells` for one row or `rows` for 1 to 500, all or nothing. The answer says per row which columns were filled, converted or ignored.'

export const ingestOperations = {
  readBoard: operation({
    method: 'GET',
    path: '/v1/ingest/board',
    tag: 'Ingest',
    access: 'key:board:read',
    summary: 'The board’s columns, rows and write guide',
    query: readQuery,
    answer: closed({
      data: closed({
        board: Named,
        columns: Type.Array(Column),
        rows: Type.Array(Row),
        writeGuide: WriteGuide,
      }),
      nextCursor: nullable(Type.String()),
    }),
    refuses: ['rate_limited', 'invalid_cursor', 'invalid_request'],
  }),
  writeRows: operation({
    method: 'POST',
    path: '/v1/ingest/rows',
    tag: 'Ingest',
    access: 'key:board:rows:write',
    summary: 'Add rows to the board',
    description: writing,
    query: writeQuery,
    body: closed({
      cells: Type.Optional(Cells),
      rows: Type.Optional(
        Type.Array(Type.Union([closed({ cells: Cells }), Cells]), {
          minItems: 1,
          maxItems: MAX_BATCH,
        }),
      ),
    }),
    answer: written(Receipt),
    bodyLimit: 8 * MIB,
    refuses: ['invalid_rows', 'rate_limited'],
  }),
  readPage: operation({
    method: 'GET',
    path: '/v1/ingest/page',
    tag: 'Ingest',
    access: 'key:page:read',
    summary: 'The page’s columns, records and write guide',
    query: readQuery,
    answer: closed({
      data: closed({
        page: Named,
        columns: Type.Array(Column),
        rows: Type.Array(Row),
        writeGuide: WriteGuide,
      }),
      nextCursor: nullable(Type.String()),
    }),
    refuses: ['rate_limited', 'invalid_cursor', 'invalid_request'],
  }),
  writeRecords: operation({
    method: 'POST',
    path: '/v1/ingest/records',
    tag: 'Ingest',
    access: 'key:page:rows:write',
    summary: 'Add records to the page, or update them by your own id',
    description: `${writing} A record whose \`external_id\` is known replays its first answer; with \`onConflict: "update"\` its given cells are updated instead.`,
    query: writeQuery,
    body: closed({
      cells: Type.Optional(Cells),
      external_id: Type.Optional(externalId),
      rows: Type.Optional(
        Type.Array(
          Type.Union([closed({ cells: Cells, external_id: Type.Optional(externalId) }), Cells]),
          { minItems: 1, maxItems: MAX_BATCH },
        ),
      ),
      onConflict: Type.Optional(oneOf(['keep', 'update'])),
    }),
    answer: written({ ...Receipt, outcome }),
    bodyLimit: 8 * MIB,
    refuses: ['invalid_rows', 'rate_limited'],
  }),
}
