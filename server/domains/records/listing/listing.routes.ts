import { boardOperations, pageOperations } from '../../../../contract/records.ts'
import { boardViewOperations, pageViewOperations } from '../../../../contract/views.ts'
import { type Database, sqlState } from '../../../platform/database/db.ts'
import { sendJson } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { askForIndexes, listRows } from './listing.ts'
import * as views from './saved-views.ts'

/** Whether PostgreSQL gave a statement up. */
const tookTooLong = (error: unknown): boolean =>
  error instanceof Refusal && sqlState(error.cause) === '57014'

export function bindListing({ bind, bindOwn }: Http, db: Database): void {
  for (const op of [boardOperations, pageOperations]) {
    bindOwn(op.listRows, async ({ actor, params, query, reply }) => {
      const list = db.withWorkspace(actor, (tx) => listRows(tx, actor, params, query))
      const { text } = await list.catch(async (error) => {
        if (tookTooLong(error)) {
          await db.withWorkspace(actor, (tx) => askForIndexes(tx, actor, params, query))
        }
        throw error
      })
      return sendJson(reply, await text)
    })
  }
  for (const op of [boardViewOperations, pageViewOperations]) {
    bind(op.listViews, ({ actor, params, query }, tx) => views.listViews(tx, actor, params, query))
    bind(op.createView, async ({ actor, params, body }, tx) => ({
      data: await views.createView(tx, actor, params, body),
    }))
    bind(op.getView, async ({ actor, params }, tx) => ({
      data: await views.getView(tx, actor, params),
    }))
    bind(op.updateView, async ({ actor, params, body }, tx) => ({
      data: await views.updateView(tx, actor, params, body),
    }))
    bind(op.removeView, ({ actor, params }, tx) => views.removeView(tx, actor, params))
  }
}
