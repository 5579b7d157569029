import {
  boardCommentOperations,
  pageCommentOperations,
} from '../../../contract/records/comments.ts'
import { boardOperations, pageOperations } from '../../../contract/records/definitions.ts'
import { mentionOperations } from '../../../contract/records/mentions.ts'
import {
  boardRowFileOperations,
  pageRowFileOperations,
} from '../../../contract/records/row-files.ts'
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
export function bindRowWork({ bind }: Http): void {
  for (const op of [boardOperations, pageOperations]) {
    bind(op.updateRow, ({ actor, params, body }, tx) => edits.updateRow(tx, actor, params, body))
    bind(op.updateRows, ({ actor, params, body }, tx) =>
      edits.updateRows(tx, actor, params, body.rows),
    )
    bind(op.removeRow, ({ actor, params }, tx) => removals.removeRow(tx, actor, params))
    bind(op.removeRows, async ({ actor, params, body }, tx) => ({
      data: await removals.removeRows(tx, actor, params, body.ids),
    }))
    bind(op.restoreRow, async ({ actor, params }, tx) => ({
      data: await removals.restoreRow(tx, actor, params),
    }))
    bind(op.restoreRows, async ({ actor, params, body }, tx) => ({
      data: await removals.restoreMany(tx, actor, params, body.ids),
    }))
    bind(op.purgeRows, async ({ actor, params, body }, tx) => ({
      data: await removals.purgeMany(tx, actor, params, body.ids),
    }))
    bind(op.listHistory, ({ actor, params, query }, tx) =>
      history.listHistory(tx, actor, params, query),
    )
    bind(op.revertCell, async ({ actor, params, body }, tx) => ({
      data: await history.revertCell(tx, actor, params, body.column),
    }))
    bind(op.reorderColumns, ({ actor, params, body }, tx) =>
      order.reorderColumns(tx, actor, params, body.columns),
    )
    bind(op.previewColumnType, async ({ actor, params, body }, tx) => ({
      data: await types.previewType(tx, actor, params, body),
    }))
    bind(op.changeColumnType, async ({ actor, params, body }, tx) => ({
      data: await types.changeType(tx, actor, params, body),
    }))
    bind(op.restoreColumn, async ({ actor, params }, tx) => ({
      data: await columnTrash.restoreColumn(tx, actor, params),
    }))
  }
  for (const op of [boardCommentOperations, pageCommentOperations]) {
    bind(op.listComments, ({ params, query }, tx) => comments.listComments(tx, params, query))
    bind(op.createComment, async ({ actor, params, body }, tx) => ({
      data: await comments.createComment(tx, actor, params, body),
    }))
    bind(op.updateComment, async ({ actor, params, body }, tx) => ({
      data: await comments.updateComment(tx, actor, params, body),
    }))
    bind(op.removeComment, ({ actor, params }, tx) => comments.removeComment(tx, actor, params))
  }
  for (const op of [boardRowFileOperations, pageRowFileOperations]) {
    bind(op.listRowFiles, ({ params, query }, tx) => rowFiles.listRowFiles(tx, params, query))
    bind(op.addRowFile, async ({ actor, params, body }, tx) => ({
      data: await rowFiles.addRowFile(tx, actor, params, body),
    }))
    bind(op.removeRowFile, ({ actor, params }, tx) => rowFiles.removeRowFile(tx, actor, params))
  }
  bind(mentionOperations.list, ({ actor, query }, tx) => mentions.listMentions(tx, actor, query))
  bind(mentionOperations.markRead, async ({ actor, body }, tx) => ({
    data: await mentions.readMentions(tx, actor, body.ids),
  }))
}
