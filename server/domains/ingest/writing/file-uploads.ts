import type { ingestOperations } from '../../../../contract/ingest/ingest.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { KeyCall, Sent } from '../../../platform/http/call.ts'
import { announcing } from '../../records/files/announced-files.ts'
import { createFile } from '../../records/files/files.ts'
import { receiveFile, withUploads } from '../../records/files/uploads.ts'
import { type CountedWrites, sendCounted } from '../admission/counted-writes.ts'

export interface FileUploadDeps {
  counted: CountedWrites
  db: Database
  store: FileStore
  maxFileBytes: number
}

/**
 * POST /v1/ingest/files: stores a file that only this key can use, in one cell, within a day.
 *
 * @throws Refusal invalid_request, payload_too_large, rate_limited, unauthenticated.
 */
export async function uploadFile(
  { counted, db, store, maxFileBytes }: FileUploadDeps,
  { actor, request, reply, idempotent }: KeyCall<typeof ingestOperations.uploadFile>,
): Promise<Sent> {
  const uploads = announcing(db, actor, store)
  const upload = await receiveFile(request, uploads, maxFileBytes)
  // Its body describes the upload now. If an earlier answer is replayed, the new bytes are deleted.
  const same = idempotent && { ...idempotent, body: request.body }
  const verdict = await withUploads(uploads, [upload], (keep) =>
    counted.run({ actor, idempotent: same, writesRows: false }, async (tx) => {
      const { id, name, size, type, sha256 } = await createFile(tx, actor, upload)
      keep()
      return { status: 201, body: { data: { upload: id, name, size, type, sha256 } } }
    }),
  )
  return sendCounted(reply, verdict)
}
