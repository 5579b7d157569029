import Type from 'typebox'
import { MOST_NAME_CHARS, MOST_ROWS } from '../../shared/limits.ts'
import { addressed, keyId } from '../language/addressed.ts'
import {
  binary,
  closed,
  list,
  NextCursor,
  nullable,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  site,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Rotation } from '../language/rotation.ts'
import { Column } from '../records/columns.ts'
import { Cells, NewRow, receipt, rowFields } from '../records/rows.ts'
import { receivedFile } from './receipts.ts'

export const scopes = ['read', 'rows:write'] as const
/** The most sites that a key can be limited to. */
export const MOST_KEY_ORIGINS = 20
const MIB = 1024 * 1024

const KeyScope = named(
  'KeyScope',
  'What a key may do: read the board, or write rows to it.',
  oneOf(scopes),
)
const Key = named(
  'Key',
  'A key to a board or page, without its secret.',
  closed({
    id: uuid(),
    name: Type.String(),
    scopes: Type.Array(KeyScope),
    prefix: oneOf(['sbk_', 'spk_']),
    lastFour: Type.String({ description: 'The last four characters of the secret.' }),
    createdAt: timestamp(),
    createdBy: Type.String(),
    expiresAt: nullable(timestamp('When the key stops working. `null` if it does not expire.')),
    origins: nullable(
      Type.Array(Type.String(), {
        description: 'The sites whose pages may use the key. `null` if any may.',
      }),
    ),
    previousEndsAt: nullable(
      timestamp('How long the previous secret still works. `null` if it does not.'),
    ),
    lastUsedAt: nullable(timestamp('Accurate to the minute. `null` if it was never used.')),
    revokedAt: nullable(timestamp()),
  }),
)

const GuideColumn = named(
  'WriteGuideColumn',
  'What one column accepts, in words and with an example.',
  closed({
    column: Type.String({ description: 'The column’s key.' }),
    name: Type.String(),
    type: Type.String(),
    required: Type.Boolean(),
    unique: Type.Boolean(),
    writable: Type.Boolean({ description: 'Whether this key can write it.' }),
    accepts: Type.String({ description: 'The values it accepts, in words.' }),
    converts: Type.String({ description: 'How other values are converted, in words.' }),
    example: Type.Unknown({ description: 'A value that it accepts.' }),
  }),
)

export const WriteGuide = named(
  'WriteGuide',
  'How to write to the board: its columns, code samples, limits and errors, as they apply to one key.',
  closed({
    version: Type.String({
      description: 'Changes when the columns change, or what the key may do.',
    }),
    endpoint: Type.String({ description: 'Where to POST rows.' }),
    canWrite: Type.Boolean({ description: 'Whether the key may write rows.' }),
    columns: Type.Array(GuideColumn),
    samples: Type.Array(
      named(
        'WriteGuideSample',
        'A request to copy, in several languages.',
        closed({
          title: Type.String(),
          body: Type.Unknown(),
          curl: Type.String(),
          javascript: Type.String(),
          python: Type.String(),
        }),
      ),
    ),
    limits: Type.Array(closed({ limit: Type.String(), value: Type.String() })),
    errors: Type.Array(
      named(
        'WriteGuideError',
        'A refusal that a write may meet, and what to do about it.',
        closed({
          status: Type.Integer(),
          code: Type.String(),
          meaning: Type.String(),
          remedy: Type.String(),
        }),
      ),
    ),
  }),
)

const keyName = text(MOST_NAME_CHARS)
const keyEnd = nullable(timestamp('When the key stops working. `null`: it does not expire.'))
const keySites = nullable(
  Type.Array(site, {
    maxItems: MOST_KEY_ORIGINS,
    uniqueItems: true,
    description:
      'The sites whose pages may use the key: a request with another Origin is refused. `[]` allows no page, only programs that send no Origin. `null`: any may.',
  }),
)
const NewKey = named(
  'NewKey',
  'A key to be created. By default it does not expire, and pages of any site may use it.',
  closed({
    name: keyName,
    scopes: Type.Array(KeyScope, { minItems: 1, maxItems: 2, uniqueItems: true }),
    expiresAt: Type.Optional(keyEnd),
    origins: Type.Optional(keySites),
  }),
)
const KeyChange = named(
  'KeyChange',
  'What to change in a key. What is left out stays as it is.',
  closed(
    {
      name: Type.Optional(keyName),
      expiresAt: Type.Optional(keyEnd),
      origins: Type.Optional(keySites),
    },
    { minProperties: 1 },
  ),
)
const NewKeySecret = named(
  'KeyWithSecret',
  'A key with its new secret.',
  closed({
    ...Key.properties,
    secret: Type.String({ description: 'The key to send. It is shown this once.' }),
  }),
)

export const keyOperations = onDefinitions(({ base, tag }) => {
  return {
    listKeys: operation({
      method: 'GET',
      path: `${base}/keys`,
      tag,
      access: 'board:admin',
      scope: 'records:read',
      summary: 'List the keys',
      description:
        'Lists the keys of the board or page, including revoked ones. Secrets are never returned again.',
      params: addressed(base, {}),
      query: PageQuery,
      answer: list(Key),
      refuses: ['invalid_cursor'],
    }),
    createKey: operation({
      method: 'POST',
      path: `${base}/keys`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Create a key',
      description:
        'The answer shows the secret, once; only its hash is kept. Give the key the scopes that the program needs, and no more.',
      params: addressed(base, {}),
      example: {
        name: 'Contact page',
        scopes: ['read', 'rows:write'],
        origins: ['https://www.harborline.example'],
      },
      body: NewKey,
      answer: one(NewKeySecret),
    }),
    updateKey: operation({
      method: 'PATCH',
      path: `${base}/keys/{keyId}`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Change a key',
      description:
        'Renames a key, or changes when it expires and which sites may use it, from its next request on. Its scopes stay: create another key instead. A key that was revoked or has expired stays as it is.',
      params: addressed(base, { keyId }),
      example: {
        name: 'Contact page',
        expiresAt: '2030-11-28T17:00:00Z',
        origins: ['https://www.harborline.example'],
      },
      body: KeyChange,
      answer: one(Key),
      refuses: ['key_ended'],
    }),
    revokeKey: operation({
      method: 'DELETE',
      path: `${base}/keys/{keyId}`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Revoke a key',
      description:
        'The key stops working with the next request. This cannot be undone; create a new key instead.',
      params: addressed(base, { keyId }),
    }),
    rotateKey: operation({
      method: 'POST',
      path: `${base}/keys/{keyId}/rotate`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Make a new secret for a key',
      description:
        'The answer shows the new secret, once. The previous secret works until the overlap is over, so that you can change your programs one after the other. Any older secret ends no later than that.',
      params: addressed(base, { keyId }),
      example: { overlapSeconds: 3600 },
      body: Rotation,
      answer: one(NewKeySecret),
      refuses: ['key_ended'],
    }),
    keyGuide: operation({
      method: 'GET',
      path: `${base}/keys/{keyId}/guide`,
      tag,
      access: 'board:admin',
      scope: 'records:read',
      summary: 'Get the write guide of a key',
      description:
        'Returns the columns, code samples and limits as the key itself gets them. Use it to show an integrator what to send.',
      params: addressed(base, { keyId }),
      answer: one(WriteGuide),
    }),
  }
})

const readQuery = named(
  'IngestReadQuery',
  'Which page of rows, and in which format.',
  closed({
    ...pageQuery,
    format: Type.Optional(
      oneOf(['json', 'markdown'], {
        description: '`markdown` returns the write guide as text instead.',
      }),
    ),
  }),
)
const writeQuery = named(
  'IngestWriteQuery',
  'Whether to write, or only to check.',
  closed({
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          '`true` checks the request and answers 200 with the same receipts and errors, but writes nothing.',
      }),
    ),
  }),
)

const DefinitionSummary = named(
  'DefinitionSummary',
  'A board or page without its columns.',
  closed({
    id: uuid(),
    key: Type.String(),
    name: Type.String(),
    description: Type.String(),
  }),
)
const Row = named('IngestRow', 'A row as a key sees it.', closed(rowFields))
const WrittenRow = named(
  'WrittenIngestRow',
  'A row as it was written. In a dry run it has no `id` and no `position`.',
  closed({
    ...rowFields,
    id: nullable(rowFields.id),
    position: nullable(rowFields.position),
  }),
)

const outcome = named(
  'RecordOutcome',
  'What happened to a record: created, updated, or already there and returned again.',
  oneOf(['created', 'updated', 'replayed']),
)
const files = Type.Optional(
  Type.Array(named('ReceivedFile', 'A file that came with a row.', closed(receivedFile)), {
    description: 'The files that the row holds now. Absent if there are none.',
  }),
)
const keyReceipt = { ...receipt, files }
const RowReceipt = named(
  'IngestReceipt',
  'What happened to the cells of one row that a key sent: filled, converted or ignored.',
  closed(keyReceipt),
)
const RecordReceipt = named(
  'RecordReceipt',
  'What happened to one record and its cells.',
  closed({ ...keyReceipt, outcome }),
)
const externalId = text(
  255,
  'Your own id for the record, unique in the page. Sending it again does not create a second record. White space around it and invisible characters do not count. A number is taken as its text.',
)

const writing =
  'Send `cells` for one row, or `rows` for 1 to 500 rows, all or nothing. The receipt says for each row which columns were filled, converted or ignored. A column that does not exist is ignored and listed; it does not refuse the row. Test with `dryRun` first, and send an `Idempotency-Key` to make retries safe. A row may also come as a form (`multipart/form-data` or `application/x-www-form-urlencoded`), with a field for each column and the files of file columns beside them. A file that is too large refuses the form like a wrong cell: `errors` names its column and the file. 413 means that the request as a whole is too large to be read.'

export const ingestOperations = {
  readBoard: operation({
    method: 'GET',
    path: '/v1/ingest/board',
    tag: 'Ingest',
    access: 'key:board:read',
    summary: 'Read the board: columns, rows and write guide',
    description:
      'The best first request with a new key. It returns the columns, a page of rows in the order of their position, and a guide to writing. Columns that are not visible to everyone are left out.',
    query: readQuery,
    answer: closed({
      data: named(
        'IngestBoard',
        'What a board key sees: the board, its columns, a page of rows, and how to write.',
        closed({
          board: DefinitionSummary,
          columns: Type.Array(Column),
          rows: Type.Array(Row),
          writeGuide: WriteGuide,
        }),
      ),
      nextCursor: NextCursor,
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
    example: {
      cells: { business: 'Acme Bakery', phone: '(415) 555-0199', amount_requested: '$40,000' },
    },
    formExample: { business: 'Acme Bakery', phone: '(415) 555-0199' },
    body: named(
      'IngestRows',
      'One row as `cells`, or a batch as `rows`.',
      closed({
        cells: Type.Optional(Cells),
        rows: Type.Optional(
          Type.Array(Type.Union([NewRow, Cells]), {
            minItems: 1,
            maxItems: MOST_ROWS,
          }),
        ),
      }),
    ),
    answer: Type.Union([
      named(
        'IngestRowWithReceipt',
        'The row that was written, and what happened to its cells.',
        closed({ data: WrittenRow, ...keyReceipt }),
      ),
      named(
        'IngestRowsWithReceipts',
        'The rows that were written, and what happened to their cells, in the order of the request.',
        closed({ data: Type.Array(WrittenRow), receipts: Type.Array(RowReceipt) }),
      ),
    ]),
    form: true,
    bodyLimit: 8 * MIB,
    refuses: ['invalid_rows', 'unknown_reference', 'rate_limited', 'invalid_request'],
  }),
  readPage: operation({
    method: 'GET',
    path: '/v1/ingest/page',
    tag: 'Ingest',
    access: 'key:page:read',
    summary: 'Read the page: columns, records and write guide',
    description:
      'The best first request with a new key. It returns the columns, a page of records in the order of their position, and a guide to writing. Columns that are not visible to everyone are left out.',
    query: readQuery,
    answer: closed({
      data: named(
        'IngestPage',
        'What a page key sees: the page, its columns, a page of records, and how to write.',
        closed({
          page: DefinitionSummary,
          columns: Type.Array(Column),
          rows: Type.Array(Row),
          writeGuide: WriteGuide,
        }),
      ),
      nextCursor: NextCursor,
    }),
    refuses: ['rate_limited', 'invalid_cursor', 'invalid_request'],
  }),
  writeRecords: operation({
    method: 'POST',
    path: '/v1/ingest/records',
    tag: 'Ingest',
    access: 'key:page:rows:write',
    summary: 'Add records to the page, or update them by your own id',
    description: `${writing} A record whose \`external_id\` is already known gets its first answer again; with \`onConflict: "update"\` the cells you send are updated instead (an upsert).`,
    query: writeQuery,
    example: {
      external_id: 'crm-4711',
      cells: { business: 'Acme Bakery', phone: '(415) 555-0199', amount_requested: '$40,000' },
      onConflict: 'update',
    },
    formExample: { business: 'Acme Bakery', phone: '(415) 555-0199' },
    body: named(
      'IngestRecords',
      'One record as `cells`, or a batch as `rows`.',
      closed({
        cells: Type.Optional(Cells),
        external_id: Type.Optional(externalId),
        rows: Type.Optional(
          Type.Array(
            Type.Union([closed({ cells: Cells, external_id: Type.Optional(externalId) }), Cells]),
            { minItems: 1, maxItems: MOST_ROWS },
          ),
        ),
        onConflict: Type.Optional(
          named(
            'RecordConflict',
            'What to do with a record whose `external_id` is already there: keep it as it is, or update the cells that are sent.',
            oneOf(['keep', 'update']),
          ),
        ),
      }),
    ),
    answer: Type.Union([
      named(
        'IngestRecordWithReceipt',
        'The record that was written, and what happened to it and its cells.',
        closed({ data: WrittenRow, ...keyReceipt, outcome }),
      ),
      named(
        'IngestRecordsWithReceipts',
        'The records that were written, and what happened to them, in the order of the request.',
        closed({ data: Type.Array(WrittenRow), receipts: Type.Array(RecordReceipt) }),
      ),
    ]),
    form: true,
    bodyLimit: 8 * MIB,
    refuses: ['invalid_rows', 'unknown_reference', 'rate_limited', 'invalid_request'],
  }),
  uploadFile: operation({
    method: 'POST',
    path: '/v1/ingest/files',
    tag: 'Ingest',
    access: 'key:any:rows:write',
    summary: 'Upload a file for a row',
    description:
      'Write the `upload` that it returns into a cell of a file column. Only this key can use it, once, within 24 hours; after that it is deleted. No key can read a file back. The limit is 25 MiB, unless the operator has set another (`MAX_FILE_MB`). With an `Idempotency-Key`, the same bytes get the same answer and other bytes are refused. It counts as a write against the rate of the key.',
    upload: true,
    example: { file: '(the bytes of the file)' },
    body: named(
      'IngestFileUpload',
      'A file for a row, as multipart/form-data.',
      closed({ file: binary('The file, with its name and type.') }),
    ),
    answer: one(
      named(
        'Upload',
        'A file that waits for its row.',
        closed({
          upload: uuid('Send it in a cell of a file column.'),
          name: Type.String({
            description: 'The name it was uploaded under, without folders and control characters.',
          }),
          size: Type.Integer({ description: 'In bytes.' }),
          type: Type.String({ description: 'The type that the upload declared.' }),
          sha256: Type.String({ description: 'The SHA-256 of the bytes, in hexadecimal.' }),
        }),
      ),
    ),
    bodyLimit: 26 * MIB,
    refuses: ['rate_limited'],
  }),
}
