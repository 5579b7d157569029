import { fileOperations as op } from '../../../../contract/files.ts'
import { SENT } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import { announcing } from './announced-files.ts'
import { createFile, getFile, openFile } from './files.ts'
import { receiveFile, type UploadDeps, withUploads } from './uploads.ts'

/** A reader that takes nothing for this long is cut off. */
const STALLED_MS = 60_000

export function bindFiles({ bind, bindOwn }: Http, { db, store, maxBytes }: UploadDeps): void {
  bindOwn(op.create, async ({ actor, request, transaction }) => {
    const uploads = announcing(db, actor, store)
    const upload = await receiveFile(request, uploads, maxBytes)
    // If an earlier answer is replayed, no file is made, and the new bytes are deleted.
    return withUploads(uploads, [upload], (keep) =>
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
