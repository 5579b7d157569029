import Type from 'typebox'
import { MOST_ROWS } from '../../shared/limits.ts'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Cells, RowsWithReceipts, RowWithReceipt } from './rows.ts'

const version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The `version` that the change is based on. If the row has changed since, the answer is `row_changed`.',
  }),
)

const RowChange = named(
  'RowChange',
  'Cells to change of one row.',
  closed({ cells: Cells, version }),
)
const RowChanges = named(
  'RowChanges',
  'Cells to change of several rows.',
  closed({
    rows: Type.Array(closed({ id: uuid(), cells: Cells, version }), {
      minItems: 1,
      maxItems: MOST_ROWS,
    }),
  }),
)

export const rowChangeOperations = onDefinitions(({ base, tag }) => ({
  updateRow: operation({
    method: 'PATCH',
    path: `${base}/rows/{rowId}`,
    tag,
    access: 'board:write',
    scope: 'records:write',
    summary: 'Change cells of a row',
    description:
      'Changes only the cells that are sent; `null` or `""` empties one. Values are converted as when a row is added, and the answer includes the receipt. A column that does not exist is refused. Send `version` to make sure that nobody else has changed the row in the meantime.',
    params: addressed(base, { rowId }),
    example: { cells: { stage: 'Qualified' }, version: 3 },
    body: RowChange,
    answer: RowWithReceipt,
    refuses: ['invalid_rows', 'unknown_reference', 'column_locked', 'row_changed'],
  }),
  updateRows: operation({
    method: 'PATCH',
    path: `${base}/rows`,
    tag,
    access: 'board:write',
    scope: 'records:write',
    summary: 'Change up to 500 rows, all or nothing',
    description:
      'Returns rows and receipts in the order of the request. If rows were changed in the meantime, nothing is written and `issues` names each of them.',
    params: addressed(base, {}),
    example: {
      rows: [
        { id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10', cells: { stage: 'Qualified' } },
        { id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11', cells: { stage: 'Lost' }, version: 2 },
      ],
    },
    body: RowChanges,
    answer: RowsWithReceipts,
    bodyLimit: 8 * 1024 * 1024,
    refuses: ['invalid_rows', 'unknown_reference', 'column_locked', 'row_changed'],
  }),
}))
