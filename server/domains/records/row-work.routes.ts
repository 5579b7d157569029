import { columnChangeOperations } from '../../../contract/records/column-changes.ts'
import { commentOperations } from '../../../contract/records/comments.ts'
import { historyOperations } from '../../../contract/records/history.ts'
import { mentionOperations } from '../../../contract/records/mentions.ts'
import { rowChangeOperations } from '../../../contract/records/row-changes.ts'
import { rowFileOperations } from '../../../contract/records/row-files.ts'
import { trashOperations } from '../../../contract/records/trash.ts'
import type { Http } from '../../platform/http/http.ts'
import * as order from './columns/column-order.ts'
import * as columnTrash from './columns/column-trash.ts'
import * as types from './columns/column-types.ts'
import * as comments from './history/comments.ts'
import * as mentions from './history/mentions.ts'
import * as rowFiles from './history/row-files.ts'
import * as history from './history/row-history.ts'
import * as edits from './rows/row-edits.ts'
import * as removals from './trash/row-removals.ts'

/** Work on existing rows and columns. */
export function bindRowWork({ bind, bindBoth }: Http): void {
  bindBoth(rowChangeOperations, {
    updateRow: ({ actor, params, body }, tx) => edits.updateRow(tx, actor, params, body),
    updateRows: ({ actor, params, body }, tx) => edits.updateRows(tx, actor, params, body.rows),
  })
  bindBoth(trashOperations, {
    removeRow: ({ actor, params }, tx) => removals.removeRow(tx, actor, params),
    removeRows: async ({ actor, params, body }, tx) => ({
      data: await removals.removeRows(tx, actor, params, body.ids),
    }),
    restoreRow: async ({ actor, params }, tx) => ({
      data: await removals.restoreRow(tx, actor, params),
    }),
    restoreRows: async ({ actor, params, body }, tx) => ({
      data: await removals.restoreMany(tx, actor, params, body.ids),
    }),
    purgeRows: async ({ actor, params, body }, tx) => ({
      data: await removals.purgeMany(tx, actor, params, body.ids),
    }),
  })
  bindBoth(historyOperations, {
    listHistory: ({ actor, params, query }, tx) => history.listHistory(tx, actor, params, query),
    revertCell: async ({ actor, params, body }, tx) => ({
      data: await history.revertCell(tx, actor, params, body.column),
    }),
  })
  bindBoth(columnChangeOperations, {
    reorderColumns: ({ actor, params, body }, tx) =>
      order.reorderColumns(tx, actor, params, body.columns),
    previewColumnType: async ({ actor, params, body }, tx) => ({
      data: await types.previewType(tx, actor, params, body),
    }),
    changeColumnType: async ({ actor, params, body }, tx) => ({
      data: await types.changeType(tx, actor, params, body),
    }),
    restoreColumn: async ({ actor, params }, tx) => ({
      data: await columnTrash.restoreColumn(tx, actor, params),
    }),
  })
  bindBoth(commentOperations, {
    listComments: ({ params, query }, tx) => comments.listComments(tx, params, query),
    createComment: async ({ actor, params, body }, tx) => ({
      data: await comments.createComment(tx, actor, params, body),
    }),
    updateComment: async ({ actor, params, body }, tx) => ({
      data: await comments.updateComment(tx, actor, params, body),
    }),
    removeComment: ({ actor, params }, tx) => comments.removeComment(tx, actor, params),
  })
  bindBoth(rowFileOperations, {
    listRowFiles: ({ params, query }, tx) => rowFiles.listRowFiles(tx, params, query),
    addRowFile: async ({ actor, params, body }, tx) => ({
      data: await rowFiles.addRowFile(tx, actor, params, body),
    }),
    removeRowFile: ({ actor, params }, tx) => rowFiles.removeRowFile(tx, actor, params),
  })
  bind(mentionOperations.list, ({ actor, query }, tx) => mentions.listMentions(tx, actor, query))
  bind(mentionOperations.markRead, async ({ actor, body }, tx) => ({
    data: await mentions.readMentions(tx, actor, body.ids),
  }))
}
