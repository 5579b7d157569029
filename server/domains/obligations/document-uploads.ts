import type { FastifyRequest } from 'fastify'
import { documentOperations } from '../../../contract/documents.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { isForm } from '../../platform/http/call.ts'
import { checkOf } from '../../platform/http/validation.ts'
import { receiveFile, type Upload, withUpload } from '../records/files/uploads.ts'
import type { DocumentBody } from './documents.ts'

const checkFields = checkOf(documentOperations.create.body!, 'body')

/**
 * Reads a new document from JSON, or from a form with its file. The file is deleted unless `make` calls `keep`.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveDocument<T>(
  { request, body }: { request: FastifyRequest; body: DocumentBody },
  { store, maxBytes }: { store: FileStore; maxBytes: number },
  make: (body: DocumentBody, upload: Upload | undefined, keep: () => void) => Promise<T>,
): Promise<T> {
  if (!isForm(request)) return make(body, undefined, () => {})
  const upload = await receiveFile(request, store, maxBytes, ['documentType', 'name'])
  return withUpload(store, upload, async (keep) => {
    checkFields(upload.fields)
    return make(upload.fields as unknown as DocumentBody, upload, keep)
  })
}
