import { fileOperations as op } from '../../../../contract/records/files.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sendStored } from '../../../platform/http/stored-files.ts'
import { announcing } from './announced-files.ts'
import { createFile, getFile, openFile } from './files.ts'
import { receiveFile, type UploadDeps, withUploads } from './uploads.ts'

export function bindFiles({ bind, bindOwn }: Http, { db, files, maxFileBytes }: UploadDeps): void {
  bindOwn(op.create, async ({ actor, request, transaction }) => {
    const uploads = announcing(db, actor, files)
    const upload = await receiveFile(request, uploads, maxFileBytes)
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
  bindOwn(op.content, async ({ actor, params, request, reply }) =>
    sendStored(request, reply, await openFile(db, files, actor, params.id)),
  )
}
