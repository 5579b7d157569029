import { boardOperations, pageOperations } from '../../../../contract/records/definitions.ts'
import { boardViewOperations, pageViewOperations } from '../../../../contract/records/views.ts'
import type { Database } from '../../../platform/database/db.ts'
import { sendJson } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import * as views from './saved-views.ts'
import { sharedLists } from './shared-lists.ts'

export function bindListing({ bind, bindOwn }: Http, db: Database): void {
  const listRows = sharedLists(db)
  for (const op of [boardOperations, pageOperations]) {
    bindOwn(op.listRows, async ({ actor, params, query, reply }) =>
      sendJson(reply, await listRows({ actor, address: params, query })),
    )
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
