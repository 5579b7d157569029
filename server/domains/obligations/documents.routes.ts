import { documentOperations as op } from '../../../contract/obligations/documents.ts'
import type { Http } from '../../platform/http/http.ts'
import { receiveDocument } from './documents/document-uploads.ts'
import { createDocument, getDocument, listDocuments } from './documents/documents.ts'

export function bindDocuments(
  { bind, bindOwn }: Http,
  uploads: Parameters<typeof receiveDocument>[1],
): void {
  bind(op.list, ({ query }, tx) => listDocuments(tx, query))
  bindOwn(op.create, (call) =>
    receiveDocument(call, uploads, (body, upload, keep) =>
      call.transaction(async (tx) => {
        const data = await createDocument(tx, call.actor, body, upload)
        keep()
        return { data }
      }),
    ),
  )
  bind(op.get, async ({ params }, tx) => ({ data: await getDocument(tx, params.id) }))
}
