import Type, { type TProperties } from 'typebox'
import { addressed } from '../language/addressed.ts'
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
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

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
  'What happened to a request to write rows. `tried`: a dry run that named rows or people, by a key that cannot read.',
  oneOf(['created', 'updated', 'replayed', 'refused', 'blocked', 'tried']),
)

/** Who sent it: exactly one of them is set. */
const sentBy = {
  keyId: nullable(uuid('The key that sent it.')),
  formId: nullable(uuid('The form that it came through.')),
  addressId: nullable(uuid('The email address of the board or page that it came to.')),
  hookId: nullable(uuid('The hook that another service sent it to.')),
}
const onlyBy = {
  keyId: Type.Optional(uuid('Only this key.')),
  formId: Type.Optional(uuid('Only this form.')),
  addressId: Type.Optional(uuid('Only this email address of the board or page.')),
  hookId: Type.Optional(uuid('Only this hook.')),
}

const BlockedContent = named(
  'BlockedContent',
  'What was sent and looks like spam. It is kept for 30 days, and somebody can accept it in that time.',
  closed({
    why: oneOf(['trap', 'too_fast', 'too_many'], {
      description:
        'A field that people do not see was filled, it was sent within two seconds, or too many were sent by programs or without JavaScript.',
    }),
    until: timestamp('When the cells are removed.'),
    cells: Type.Array(closed({ column: Type.String(), sent: Type.String() }), {
      description: 'Empty after `until`.',
    }),
    acceptedBy: nullable(Type.String()),
    rowId: nullable(uuid('The row that it became, if it was accepted.')),
  }),
)

const KeptReceipt = named(
  'KeptReceipt',
  'What was written, converted, ignored and refused of one request of a key, or of what came through a form, an email address or a hook.',
  closed({
    id: uuid(),
    at: timestamp(),
    ...sentBy,
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
    unresolved: Type.Optional(
      counted('UnresolvedCells', {
        column: Type.String({ description: 'The column’s key.' }),
        sent: Type.String({
          description: 'The name of a row or person that led nowhere and was kept beside the cell.',
        }),
      }),
    ),
    files: Type.Optional(counted('ReceivedFiles', receivedFile)),
    refused: counted('RefusedRows', {
      message: Type.String(),
      column: nullable(Type.String()),
      ...refusedWhy,
    }),
    blocked: Type.Optional(BlockedContent),
  }),
)

const day = (description: string) => Type.String({ format: 'date', description })

const ReceiptDay = named(
  'ReceiptDay',
  'What one key, form, email address or hook sent in one day.',
  closed({
    day: day('In the time zone of the board or page.'),
    ...sentBy,
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
    blocked: Type.Integer({ description: 'Rows that look like spam and were not written.' }),
  }),
)

const AcceptedRow = named(
  'AcceptedRow',
  'The row that was written.',
  closed({ rowId: uuid(), position: Type.Integer() }),
)

/** The receipts of what keys, forms, email addresses and hooks brought to a board or page. */
export const receiptOperations = onDefinitions(({ base, tag }) => {
  return {
    listReceipts: operation({
      method: 'GET',
      path: `${base}/receipts`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List what came in, newest first',
      description:
        'Each receipt says what was written, converted, ignored or refused when a key, a form, an email address or a hook sent rows. Use them to find out why a row is not as it was sent. Columns that you cannot see are left out.',
      params: addressed(base, {}),
      query: named(
        'ReceiptsQuery',
        'Which receipts to list.',
        closed({
          ...pageQuery,
          ...onlyBy,
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
      scope: 'records:read',
      summary: 'Count what came in, by sender and day',
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
          ...onlyBy,
        }),
      ),
      answer: one(
        named(
          'ReceiptCounts',
          'How much came in over a number of days, by sender.',
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
    acceptBlocked: operation({
      method: 'POST',
      path: `${base}/receipts/{receiptId}/accept`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Accept what was blocked',
      description:
        'Writes the row as if it had not looked like spam: `createdBy` names the form or email address.',
      params: addressed(base, { receiptId: parameter('ReceiptId', uuid('The receipt’s id.')) }),
      answer: one(AcceptedRow),
      refuses: ['nothing_to_accept'],
    }),
  }
})
