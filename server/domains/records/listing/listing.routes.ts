import { rowOperations } from '../../../../contract/records/rows.ts'
import { viewOperations } from '../../../../contract/records/views.ts'
import type { Database } from '../../../platform/database/db.ts'
import { sendJson } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import * as views from './saved-views.ts'
import { sharedLists } from './shared-lists.ts'

export function bindListing({ bindBoth, bindBothProving }: Http, { db }: { db: Database }): void {
  const listRows = sharedLists(db)
  bindBothProving(rowOperations, {
    listRows: async ({ actor, params, query, reply, proving }) =>
      sendJson(reply, await listRows({ actor, address: params, query, proving })),
  })
  bindBoth(viewOperations, {
    listViews: ({ actor, params, query }, tx) => views.listViews(tx, actor, params, query),
    createView: async ({ actor, params, body }, tx) => ({
      data: await views.createView(tx, actor, params, body),
    }),
    getView: async ({ actor, params }, tx) => ({
      data: await views.getView(tx, actor, params),
    }),
    updateView: async ({ actor, params, body }, tx) => ({
      data: await views.updateView(tx, actor, params, body),
    }),
    removeView: ({ actor, params }, tx) => views.removeView(tx, actor, params),
  })
}
