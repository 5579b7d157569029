import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
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
} from './common.ts'
import { operation } from './operation.ts'
import { Cells, Receipt, Row } from './rows.ts'

const version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'The `version` that the change is made from; with another one it is refused.',
  }),
)
const ids = closed({ ids: Type.Array(uuid(), { minItems: 1, maxItems: 500 }) })

export const HistoryEntry = closed({
  id: uuid(),
  at: timestamp(),
  actor: Type.String({ description: '`user:<crmUserId>` or `key:<keyId>`.' }),
  action: oneOf(['created', 'updated', 'imported', 'reverted', 'deleted', 'restored']),
  runId: nullable(uuid('The import that it was part of, or whose undo it was.')),
  cells: Type.Array(
    closed({
      column: Type.String({ description: 'The column’s key.' }),
      from: Type.Unknown({ description: '`null` where the cell was empty.' }),
      to: Type.Unknown({ description: '`null` where it was emptied.' }),
    }),
  ),
})

/** What changes rows that are there, and what tells of it. */
export function rowChangeOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const params = addressed(base, {})
  const rowParams = addressed(base, { rowId: uuid() })
  return {
    updateRow: operation({
      method: 'PATCH',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'board:write',
      summary: 'Change cells of a row',
      description:
        'Only the cells that are named change; `null` or `""` empties one. Values are converted as when a row is added, and the answer carries the receipt. A column that does not exist is refused.',
      params: rowParams,
      body: closed({ cells: Cells, version }),
      answer: closed({ data: Row, ...Receipt }),
      refuses: ['invalid_rows', 'column_locked', 'row_changed'],
    }),
    updateRows: operation({
      method: 'PATCH',
      path: `${base}/rows`,
      tag,
      access: 'board:write',
      summary: 'Change up to 500 rows, all or nothing',
      description:
        'Rows and receipts are answered in the order that was sent. Where rows were changed meanwhile, `issues` names each.',
      params,
      body: closed({
        rows: Type.Array(closed({ id: uuid(), cells: Cells, version }), {
          minItems: 1,
          maxItems: 500,
        }),
      }),
      answer: closed({ data: Type.Array(Row), receipts: Type.Array(closed(Receipt)) }),
      bodyLimit: 8 * 1024 * 1024,
      refuses: ['invalid_rows', 'column_locked', 'unknown_reference', 'row_changed'],
    }),
    removeRow: operation({
      method: 'DELETE',
      path: `${base}/rows/{rowId}`,
      tag,
      access: 'board:write',
      summary: 'Move a row to the trash',
      description:
        'It stays there for 30 days, from where it can be restored; then it is gone with its history and comments. Its values in unique columns are free at once.',
      params: rowParams,
    }),
    removeRows: operation({
      method: 'POST',
      path: `${base}/rows/delete`,
      tag,
      access: 'board:write',
      summary: 'Move up to 500 rows to the trash, all or nothing',
      params,
      body: ids,
      answer: one(closed({ deleted: Type.Array(uuid()) })),
      refuses: ['unknown_reference'],
    }),
    restoreRow: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/restore`,
      tag,
      access: 'board:write',
      summary: 'Take a row out of the trash',
      description:
        'It comes back as it was, at its position. Refused while another row has its value in a unique column.',
      params: rowParams,
      answer: one(Row),
      refuses: ['value_taken'],
    }),
    restoreRows: operation({
      method: 'POST',
      path: `${base}/rows/restore`,
      tag,
      access: 'board:write',
      summary: 'Take up to 500 rows out of the trash, all or nothing',
      params,
      body: ids,
      answer: one(closed({ restored: Type.Array(uuid()) })),
      refuses: ['unknown_reference', 'value_taken'],
    }),
    listHistory: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/history`,
      tag,
      access: 'workspace',
      summary: 'What became of a row, newest first',
      description:
        'Who changed which cells, from what to what; the last entry is its creation, with the cells that it began with. Cells of columns that you may not see, or that were deleted, are left out, and so is an entry of which nothing is left. A column that changed its type shows what it held before under its key; the change of type itself is no entry of the row.',
      params: rowParams,
      query: closed({ ...pageQuery, trashed: trashed('Of a row in the trash.') }),
      answer: list(HistoryEntry),
      refuses: ['invalid_cursor'],
    }),
    revertCell: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/history/{entryId}/revert`,
      tag,
      access: 'board:write',
      summary: 'Put one cell of an entry back',
      description:
        'The cell gets the entry’s `from` again, whatever it holds now; an entry of the history tells it. The value must suit the column as it is now.',
      params: addressed(base, { rowId: uuid(), entryId: uuid() }),
      body: closed({
        column: Type.String({ maxLength: 200, description: 'Its key, id or name.' }),
      }),
      answer: one(Row),
      refuses: ['invalid_rows', 'unknown_column', 'column_locked'],
    }),
  }
}
