import Type, { type TProperties } from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import {
  cellWhy,
  closed,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  timestamp,
  uuid,
} from './common.ts'
import { operation } from './operation.ts'

const counted = <P extends TProperties>(item: P) =>
  closed({
    count: Type.Integer(),
    items: Type.Array(closed({ index: Type.Integer(), ...item }), {
      description: 'The first 100; `index` says which row of the request.',
    }),
  })

const KeptReceipt = closed({
  id: uuid(),
  at: timestamp(),
  keyId: uuid(),
  outcome: oneOf(['created', 'updated', 'replayed', 'refused']),
  rowCount: Type.Integer({ description: 'How many rows the request brought.' }),
  firstPosition: nullable(
    Type.Integer({ description: 'The position of the first row it made; the others follow.' }),
  ),
  coerced: counted({ column: Type.String(), sent: Type.String(), stored: Type.String() }),
  ignored: counted({ column: Type.String(), why: Type.String() }),
  refused: counted({ message: Type.String(), column: nullable(Type.String()), ...cellWhy }),
})

const day = (description: string) => Type.String({ format: 'date', description })

/** What one key's requests of one day came to. */
const ReceiptDay = closed({
  day: day('In the time zone of the board or page.'),
  keyId: uuid(),
  requests: Type.Integer({ description: 'Write requests, of every outcome.' }),
  filled: Type.Integer({ description: 'Rows created or updated.' }),
  replayed: Type.Integer({ description: 'Rows answered again, and not written.' }),
  coerced: Type.Integer({ description: 'Cells stored after conversion.' }),
  ignored: Type.Integer({ description: 'Cells not stored.' }),
  refused: Type.Integer({
    description: 'Rows of refused requests; 1 for a request whose rows could not be read.',
  }),
})

/** What is kept of what keys sent to a board or page. */
export function receiptOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  return {
    listReceipts: operation({
      method: 'GET',
      path: `${base}/receipts`,
      tag,
      access: 'workspace',
      summary: 'What keys sent, and what became of it',
      description: 'Newest first: per request what was converted, ignored or refused.',
      params: addressed(base, {}),
      query: closed({
        ...pageQuery,
        keyId: Type.Optional(uuid()),
        outcome: Type.Optional(oneOf(['created', 'updated', 'replayed', 'refused'])),
        day: Type.Optional(day('Only of this day, in the time zone of the board or page.')),
      }),
      answer: list(KeptReceipt),
      refuses: ['invalid_cursor'],
    }),
    countReceipts: operation({
      method: 'GET',
      path: `${base}/receipts/daily`,
      tag,
      access: 'workspace',
      summary: 'What keys sent, by key and day',
      description:
        'Newest day first; days without a request are left out. What was converted or ignored in columns that the reader may not see is not counted. Of more than 50,000 requests only the newest are counted, and `complete` is false.',
      params: addressed(base, {}),
      query: closed({
        days: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 90,
            default: 14,
            description: 'How many days, today included.',
          }),
        ),
        keyId: Type.Optional(uuid()),
      }),
      answer: one(
        closed({
          from: day('The first day that was asked about.'),
          to: day('Today.'),
          timeZone: Type.String(),
          complete: Type.Boolean(),
          days: Type.Array(ReceiptDay),
        }),
      ),
    }),
  }
}
