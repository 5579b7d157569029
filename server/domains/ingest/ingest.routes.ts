import { ingestOperations, keyOperations } from '../../../contract/ingest/ingest.ts'
import { receiptOperations } from '../../../contract/ingest/receipts.ts'
import type { Database } from '../../platform/database/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { CountedWrites } from './admission/counted-writes.ts'
import * as keys from './keys/keys.ts'
import { Reads } from './reading/reads.ts'
import { countReceipts, listReceipts } from './receipts/receipts.ts'
import { acceptBlocked } from './writing/arrivals.ts'
import { uploadFile } from './writing/file-uploads.ts'
import { QuickWrites } from './writing/quick-writes.ts'
import { writeRows } from './writing/row-writes.ts'
import { WholeWrites } from './writing/whole-writes.ts'

export interface IngestOptions {
  db: Database
  seal: Seal
  files: FileStore
  maxFileBytes: number
  /** Can be a getter: a port that the system chooses is known only once the server listens. */
  publicUrl: string
  writesPerMinute: number
  readsPerMinute: number
  maxWaitMs?: number | undefined
}

export function bindIngest(
  { bindBoth, bindKey, othersAtWork }: Http,
  options: IngestOptions,
): void {
  const { db, seal, files, maxFileBytes, writesPerMinute, readsPerMinute, maxWaitMs } = options
  const counted = new CountedWrites(db, seal, writesPerMinute)
  const deps = {
    quick: new QuickWrites({ db, writesPerMinute, maxWaitMs, othersAtWork }),
    whole: new WholeWrites(counted),
    counted,
    db,
    store: files,
    maxFileBytes,
  }
  const reads = new Reads(db, readsPerMinute, options)

  bindKey(ingestOperations.readBoard, (call) => reads.read(call))
  bindKey(ingestOperations.readPage, (call) => reads.read(call))
  bindKey(ingestOperations.writeRows, (call) => writeRows(deps, call))
  bindKey(ingestOperations.writeRecords, (call) => writeRows(deps, call))

  bindKey(ingestOperations.uploadFile, (call) => uploadFile(deps, call))

  bindBoth(keyOperations, {
    listKeys: ({ params, query }, tx) => keys.listKeys(tx, params, query),
    createKey: async ({ actor, params, body }, tx) => ({
      data: await keys.createKey(tx, actor, params, body),
    }),
    updateKey: async ({ actor, params, body }, tx) => ({
      data: await keys.updateKey(tx, actor, params, body),
    }),
    rotateKey: async ({ actor, params, body }, tx) => ({
      data: await keys.rotateKey(tx, actor, params, body),
    }),
    revokeKey: ({ actor, params }, tx) => keys.revokeKey(tx, actor, params),
    keyGuide: async ({ params }, tx) => ({
      data: await keys.keyGuide(tx, params, options),
    }),
  })
  bindBoth(receiptOperations, {
    listReceipts: ({ actor, params, query }, tx) => listReceipts(tx, actor, params, query),
    countReceipts: ({ actor, params, query }, tx) => countReceipts(tx, actor, params, query),
    acceptBlocked: async ({ actor, params }, tx) => ({
      data: await acceptBlocked(tx, actor, params),
    }),
  })
}
