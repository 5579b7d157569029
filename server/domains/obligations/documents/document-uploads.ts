import { documentOperations } from '../../../../contract/obligations/documents.ts'
import { isForm, type UserCall } from '../../../platform/http/call.ts'
import { checkOf } from '../../../platform/http/validation.ts'
import { announcing } from '../../records/files/announced-files.ts'
import type { UploadDeps } from '../../records/files/uploads.ts'
import { receiveFile, type Upload, withUploads } from '../../records/files/uploads.ts'
import type { DocumentBody } from './documents.ts'

const checkFields = checkOf(documentOperations.create.body!, 'body')

/**
 * Reads a new document from JSON, or from a form with its file. The file is deleted unless `make` calls `keep`.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveDocument<T>(
  { actor, request, body }: Pick<UserCall, 'actor' | 'request'> & { body: DocumentBody },
  { db, files, maxFileBytes }: UploadDeps,
  make: (body: DocumentBody, upload: Upload | undefined, keep: () => void) => Promise<T>,
): Promise<T> {
  if (!isForm(request)) return make(body, undefined, () => {})
  const names = ['documentType', 'name']
  const uploads = announcing(db, actor, files)
  const upload = await receiveFile(request, uploads, maxFileBytes, names)
  return withUploads(uploads, [upload], async (keep) => {
    checkFields(upload.fields)
    return make(upload.fields as unknown as DocumentBody, upload, keep)
  })
}
