import Type from 'typebox'
import { MOST_ROWS } from '../../shared/limits.ts'
import { addressed, rowId } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  timestamp,
  trashed,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Cells, Row, RowsWithReceipts, RowWithReceipt, UnresolvedName } from './rows.ts'

const version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The `version` that the change is based on. If the row has changed since, the answer is `row_changed`.',
  }),
)
const RowIds = named(
  'RowIds',
  'The rows to act on.',
  closed({ ids: Type.Array(uuid(), { minItems: 1, maxItems: MOST_ROWS }) }),
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
export const CellChange = named(
  'CellChange',
  'What one cell held before and after a change.',
  closed({
    column: Type.String({ description: 'The column’s key.' }),
    from: Type.Unknown({ description: '`null` if the cell was empty.' }),
    to: Type.Unknown({ description: '`null` if the cell was emptied.' }),
    unresolved: Type.Optional(
      closed(
        { from: Type.Array(UnresolvedName), to: Type.Array(UnresolvedName) },
        {
          description:
            'The names in the cell that led nowhere, before and after, if they changed. Absent otherwise.',
        },
      ),
    ),
  }),
)

export const HistoryEntry = named(
  'HistoryEntry',
  'One change of a row: who, when, and which cells.',
  closed({
    id: uuid(),
    at: timestamp(),
    actor: Type.String({ description: '`user:<crmUserId>` or `key:<keyId>`.' }),
    action: named(
      'HistoryAction',
      'What was done to the row.',
      oneOf(['created', 'updated', 'imported', 'reverted', 'deleted', 'restored']),
    ),
    runId: nullable(uuid('The import that made the change, or that was undone by it.')),
    cells: Type.Array(CellChange),
  }),
)

/** Changing rows, and the history of their changes. */
export const rowChangeOperations = onDefinitions(({ group, base, tag }) => {
  const params = addressed(base, {})
  const entryId = parameter('HistoryEntryId', uuid('The id of the history entry.'))
  const rowParams = addressed(base, { rowId })
  const admin = group === 'boards' ? 'board:admin' : 'def:admin'
  return {
    updateRow: operation({
      method: 'PATCH',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Change cells of a row',
      description:
        'Changes only the cells that are sent; `null` or `""` empties one. Values are converted as when a row is added, and the answer includes the receipt. A column that does not exist is refused. Send `version` to make sure that nobody else has changed the row in the meantime.',
      params: rowParams,
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
      params,
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
    removeRow: operation({
      method: 'DELETE',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Move a row to the trash',
      description:
        'It can be restored for 30 days. After that it is gone, with its history and comments. Its values in unique columns are free at once.',
      params: rowParams,
    }),
    removeRows: operation({
      method: 'POST',
      path: `${base}/rows/delete`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Move up to 500 rows to the trash, all or nothing',
      description:
        'As for a single row: they can be restored for 30 days. One unknown id refuses the whole request.',
      params,
      example: {
        ids: ['0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10', '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11'],
      },
      body: RowIds,
      answer: one(
        named(
          'DeletedRows',
          'The rows that were moved to the trash.',
          closed({ deleted: Type.Array(uuid()) }),
        ),
      ),
      refuses: ['unknown_reference'],
    }),
    restoreRow: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/restore`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Restore a row from the trash',
      description:
        'The row comes back as it was, at its old position. Refused with `value_taken` while another row has its value in a unique column.',
      params: rowParams,
      answer: one(Row),
      refuses: ['value_taken'],
    }),
    restoreRows: operation({
      method: 'POST',
      path: `${base}/rows/restore`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Restore up to 500 rows from the trash, all or nothing',
      description:
        'As for a single row. One unknown id, or one value that another row has taken, refuses the whole request.',
      params,
      example: {
        ids: ['0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10', '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11'],
      },
      body: RowIds,
      answer: one(
        named(
          'RestoredRows',
          'The rows that were restored.',
          closed({ restored: Type.Array(uuid()) }),
        ),
      ),
      refuses: ['unknown_reference', 'value_taken'],
    }),
    purgeRows: operation({
      method: 'POST',
      path: `${base}/rows/purge`,
      tag,
      access: admin,
      scope: 'records:write',
      summary: 'Delete up to 500 rows in the trash for good, all or nothing',
      description:
        'The rows leave the trash at once and nothing brings them back. The service then removes them within 10 minutes, with their history, their comments and the sender’s own ids. A row that is not in the trash is refused.',
      params,
      example: {
        ids: ['0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10', '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11'],
      },
      body: RowIds,
      answer: one(
        named(
          'PurgedRows',
          'The rows that were deleted for good.',
          closed({ purged: Type.Array(uuid()) }),
        ),
      ),
      refuses: ['unknown_reference'],
    }),
    listHistory: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/history`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the changes of a row, newest first',
      description:
        'Says who changed which cells, with the values before and after. The last entry is the creation, with the cells the row started with. Cells of deleted columns and of columns that you cannot see are left out, and so is an entry with nothing left in it. Earlier values of a column that changed its type are shown under its key; the change of type itself is not an entry.',
      params: rowParams,
      query: named(
        'HistoryQuery',
        'Which page of the history, and whether the row is in the trash.',
        closed({ ...pageQuery, trashed: trashed('The row is in the trash.') }),
      ),
      answer: list(HistoryEntry),
      refuses: ['invalid_cursor'],
    }),
    revertCell: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/history/{entryId}/revert`,
      tag,
      access: 'board:write',
      scope: 'records:write',
      summary: 'Put one cell back to an earlier value',
      description:
        'Sets the cell to the entry’s `from`, whatever it holds now, and records that in the history. The value must fit the column as it is now.',
      params: addressed(base, { rowId, entryId }),
      example: { column: 'stage' },
      body: named(
        'CellToRevert',
        'The cell to put back.',
        closed({
          column: Type.String({
            maxLength: 200,
            description: 'The column, by its key, id or name.',
          }),
        }),
      ),
      answer: one(Row),
      refuses: ['invalid_rows', 'unknown_column', 'column_locked'],
    }),
  }
})
