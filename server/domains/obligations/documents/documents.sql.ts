import type { Tx } from '../../../platform/database/tx.ts'

export interface DocumentRecord {
  id: number
  name: string
  documentType: string
  url: string | null
  file: { id: string; name: string; size: number; type: string } | null
  createdAt: Date
  createdBy: string
}

const DOCUMENT = `
  SELECT d.id, d.name, d.document_type AS "documentType", d.url,
    CASE WHEN f.id IS NOT NULL THEN
      jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) END AS file,
    d.created_at AS "createdAt", d.created_by AS "createdBy"
  FROM documents d LEFT JOIN files f ON f.workspace_id = d.workspace_id AND f.id = d.file_id
  WHERE d.workspace_id = current_workspace()`

export async function findDocument(tx: Tx, id: number): Promise<DocumentRecord | undefined> {
  return (await tx.run<DocumentRecord>(`${DOCUMENT} AND d.id = $1::bigint`, [id]))[0]
}

/** In the order of ids. `after` is the last id of the page before. */
export function listDocuments(
  tx: Tx,
  { after, documentType, limit }: { after: number; documentType: string | null; limit: number },
): Promise<DocumentRecord[]> {
  return tx.run<DocumentRecord>(
    `${DOCUMENT} AND d.id > $1::bigint AND ($2::text IS NULL OR d.document_type = $2)
     ORDER BY d.id LIMIT $3`,
    [after, documentType, limit],
  )
}

export function insertDocument(
  tx: Tx,
  document: Pick<DocumentRecord, 'id' | 'name' | 'documentType' | 'url' | 'createdBy'> & {
    fileId: string | null
  },
): void {
  tx.queue(
    `INSERT INTO documents (workspace_id, id, name, document_type, url, file_id, created_by)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6)`,
    [
      document.id,
      document.name,
      document.documentType,
      document.url,
      document.fileId,
      document.createdBy,
    ],
  )
}

/** Which of these files are documents. */
export async function listDocumentFiles(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  const found = await tx.run<{ id: string }>(
    `SELECT DISTINCT file_id AS id FROM documents
     WHERE workspace_id = current_workspace() AND file_id = ANY ($1::uuid[])`,
    [fileIds],
  )
  return found.map(({ id }) => id)
}
