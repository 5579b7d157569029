import type { FileHolder } from '../../records/files/file-holders.ts'
import { listAttachedFiles } from './attachments.sql.ts'

/** Every seat can read messages. A deleted message keeps its files, but nobody can read them any more. */
export const attachedFiles: FileHolder = {
  scope: 'conversations:read',
  listShared: (tx, fileIds) => listAttachedFiles(tx, fileIds, false),
  listHeld: (tx, fileIds) => listAttachedFiles(tx, fileIds, true),
}
