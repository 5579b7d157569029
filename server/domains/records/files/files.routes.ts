import { fileOperations as op } from '../../../../contract/files.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { SENT } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createFile, getFile, openFile } from './files.ts'
import { receiveFile, withUpload } from './uploads.ts'

export interface FilesDeps {
  db: Database
  store: FileStore
  maxBytes: number
}

/** A reader that takes nothing for this long is cut off. */
const STALLED_MS = 60_000

export function bindFiles({ bind, bindOwn }: Http, { db, store, maxBytes }: FilesDeps): void {
  bindOwn(op.create, async ({ actor, request, transaction }) => {
    const upload = await receiveFile(request, store, maxBytes)
    // If an earlier answer is replayed, no file is made, and the new bytes are deleted.
    return withUpload(store, upload, (keep) =>
      transaction(async (tx) => {
        const data = await createFile(tx, actor, upload)
        keep()
        return { data }
      }),
    )
  })
  bind(op.get, async ({ actor, params }, tx) => ({ data: await getFile(tx, actor, params.id) }))
  bindOwn(op.content, async ({ actor, params, reply }) => {
    const { disposition, size, bytes } = await openFile(db, store, actor, params.id)
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    reply
      .headers({
        'content-disposition': disposition,
        'content-length': size,
        // An uploaded file never runs as a page of this origin, whatever is in it.
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .type('application/octet-stream')
      .send(bytes)
    return SENT
  })
}
