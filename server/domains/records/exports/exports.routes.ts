import { exportOperations } from '../../../../contract/records/exports.ts'
import type { Database } from '../../../platform/database/db.ts'
import { sendDownload } from '../../../platform/http/downloads.ts'
import type { Http } from '../../../platform/http/http.ts'
import { openExport } from './exports.ts'
import { listSenders } from './senders.ts'

export function bindExports(
  { bindBoth, bindBothOwn }: Http,
  { db, inboundDomain }: { db: Database; inboundDomain: string | null },
): void {
  bindBoth(exportOperations, {
    listSenders: async ({ actor, params }, tx) => ({
      data: await listSenders(tx, actor, params, inboundDomain),
    }),
  })
  bindBothOwn(exportOperations, {
    exportRows: (call) =>
      sendDownload(call, () => openExport(db, call.actor, call.params, call.query, inboundDomain)),
  })
}
