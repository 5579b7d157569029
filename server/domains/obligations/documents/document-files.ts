import type { FileHolder } from '../../records/files/file-holders.ts'
import { listDocumentFiles } from './documents.sql.ts'

/** Every seat can read documents, and none is ever deleted. */
export const documentFiles: FileHolder = {
  scope: 'obligations:read',
  listShared: listDocumentFiles,
  listHeld: listDocumentFiles,
}
