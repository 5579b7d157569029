import {
  boardExportOperations,
  pageExportOperations,
} from '../../../../contract/records/exports.ts'
import type { Database } from '../../../platform/database/db.ts'
import { sendDownload } from '../../../platform/http/downloads.ts'
import type { Http } from '../../../platform/http/http.ts'
import { openExport } from './exports.ts'
import { listSenders } from './senders.ts'

export function bindExports(
  { bind, bindOwn }: Http,
  db: Database,
  mailDomain: string | null,
): void {
  for (const { exportRows, listSenders: operation } of [
    boardExportOperations,
    pageExportOperations,
  ]) {
    bindOwn(exportRows, (call) =>
      sendDownload(call, () => openExport(db, call.actor, call.params, call.query, mailDomain)),
    )
    bind(operation, async ({ actor, params }, tx) => ({
      data: await listSenders(tx, actor, params, mailDomain),
    }))
  }
}
