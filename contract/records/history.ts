import Type from 'typebox'
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
import { Row, UnresolvedName } from './rows.ts'

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

const entryId = parameter('HistoryEntryId', uuid('The id of the history entry.'))

export const historyOperations = onDefinitions(({ base, tag }) => ({
  listHistory: operation({
    method: 'GET',
    path: `${base}/rows/{rowId}/history`,
    tag,
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the changes of a row, newest first',
    description:
      'Says who changed which cells, with the values before and after. The last entry is the creation, with the cells the row started with. Cells of deleted columns and of columns that you cannot see are left out, and so is an entry with nothing left in it. Earlier values of a column that changed its type are shown under its key; the change of type itself is not an entry.',
    params: addressed(base, { rowId }),
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
}))
