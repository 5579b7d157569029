import Type, { type TProperties } from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  refusedWhy,
  timestamp,
  uuid,
} from './common.ts'
import { named } from './named.ts'
import { operation } from './operation.ts'

const counted = <P extends TProperties>(name: string, item: P) =>
  named(
    name,
    'How many there were in a request, and the first 100 of them.',
    closed({
      count: Type.Integer(),
      items: Type.Array(
        closed({
          index: Type.Integer({ description: 'The row in the request, counted from 0.' }),
          ...item,
        }),
        { description: 'The first 100.' },
      ),
    }),
  )

/** What a receipt says of a file. */
export const receivedFile = {
  column: Type.String({ description: 'The column’s key.' }),
  name: Type.String(),
  sha256: Type.String({ description: 'The SHA-256 of the bytes, in hexadecimal.' }),
  seenBefore: Type.Boolean({
    description: 'Whether a row of this board or page already had a file with the same bytes.',
  }),
}

const ReceiptOutcome = named(
  'ReceiptOutcome',
  'What happened to a request to write rows.',
  oneOf(['created', 'updated', 'replayed', 'refused']),
)
const KeptReceipt = named(
  'KeptReceipt',
  'What one request of a key wrote, converted, ignored and refused.',
  closed({
    id: uuid(),
    at: timestamp(),
    keyId: uuid(),
    outcome: ReceiptOutcome,
    rowCount: Type.Integer({ description: 'How many rows were in the request.' }),
    firstPosition: nullable(
      Type.Integer({
        description: 'The position of the first row it created; the others follow it.',
      }),
    ),
    coerced: counted('CoercedCells', {
      column: Type.String(),
      sent: Type.String(),
      stored: Type.String(),
    }),
    ignored: counted('IgnoredCells', { column: Type.String(), why: Type.String() }),
    files: Type.Optional(counted('ReceivedFiles', receivedFile)),
    refused: counted('RefusedRows', {
      message: Type.String(),
      column: nullable(Type.String()),
      ...refusedWhy,
    }),
  }),
)

const day = (description: string) => Type.String({ format: 'date', description })

const ReceiptDay = named(
  'ReceiptDay',
  'What one key wrote in one day.',
  closed({
    day: day('In the time zone of the board or page.'),
    keyId: uuid(),
    requests: Type.Integer({ description: 'Write requests, whatever their outcome.' }),
    filled: Type.Integer({ description: 'Rows created or updated.' }),
    replayed: Type.Integer({
      description:
        'Rows that were already there. Their first answer was returned again, and nothing was written.',
    }),
    coerced: Type.Integer({ description: 'Cells that were converted.' }),
    ignored: Type.Integer({ description: 'Cells that were not stored.' }),
    refused: Type.Integer({
      description: 'Rows in refused requests. A request whose rows could not be read counts as 1.',
    }),
  }),
)

/** The receipts of what keys wrote to a board or page. */
export function receiptOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  return {
    listReceipts: operation({
      method: 'GET',
      path: `${base}/receipts`,
      tag,
      access: 'workspace',
      summary: 'List what keys wrote, newest first',
      description:
        'For each request it tells what was written, converted, ignored or refused. Use it to find out why a row does not look as it was sent. Columns that you cannot see are left out.',
      params: addressed(base, {}),
      query: named(
        'ReceiptsQuery',
        'Which receipts to list.',
        closed({
          ...pageQuery,
          keyId: Type.Optional(uuid('Only this key.')),
          outcome: Type.Optional(ReceiptOutcome),
          day: Type.Optional(day('Only this day, in the time zone of the board or page.')),
        }),
      ),
      answer: list(KeptReceipt),
      refuses: ['invalid_cursor'],
    }),
    countReceipts: operation({
      method: 'GET',
      path: `${base}/receipts/daily`,
      tag,
      access: 'workspace',
      summary: 'Count what keys wrote, by key and day',
      description:
        'Newest day first; days without a request are left out. Columns that you cannot see are not counted. If there were more than 50,000 requests, only the newest are counted and `complete` is false.',
      params: addressed(base, {}),
      query: named(
        'ReceiptCountQuery',
        'Which receipts to count.',
        closed({
          days: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 90,
              default: 14,
              description: 'How many days, including today.',
            }),
          ),
          keyId: Type.Optional(uuid('Only this key.')),
        }),
      ),
      answer: one(
        named(
          'ReceiptCounts',
          'What keys wrote in a number of days.',
          closed({
            from: day('The first day that is counted.'),
            to: day('Today.'),
            timeZone: Type.String(),
            complete: Type.Boolean({ description: 'Whether every request was counted.' }),
            days: Type.Array(ReceiptDay),
          }),
        ),
      ),
    }),
  }
}
