import Type from 'typebox'
import { MOST_ROWS } from '../../shared/limits.ts'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, one, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Row } from './rows.ts'

const RowIds = named(
  'RowIds',
  'The rows to act on.',
  closed({ ids: Type.Array(uuid(), { minItems: 1, maxItems: MOST_ROWS }) }),
)

/** Moving rows to the trash, and out of it. */
export const trashOperations = onDefinitions(({ group, base, tag }) => {
  const params = addressed(base, {})
  const rowParams = addressed(base, { rowId })
  return {
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
      access: group === 'boards' ? 'board:admin' : 'def:admin',
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
  }
})
