import type { FileHolder } from '../../records/files/file-holders.ts'
import { listAttachedFiles } from './attachments.sql.ts'

/** Every seat can read messages. A deleted message has no files any more. */
export const attachedFiles: FileHolder = {
  scope: 'conversations:read',
  listShared: listAttachedFiles,
  listHeld: listAttachedFiles,
}
