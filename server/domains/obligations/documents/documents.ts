import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef, type UserActor } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { invalid, notFound, unknownReference } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { createFile, holdFile } from '../../records/files/files.ts'
import type { Upload } from '../../records/files/uploads.ts'
import * as sql from './documents.sql.ts'

export interface DocumentBody {
  documentType: string
  name?: string
  url?: string
  fileId?: string
}

export async function listDocuments(
  tx: Tx,
  query: { limit?: number; cursor?: string; documentType?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const documentType = query.documentType ?? null
  const found = await sql.listDocuments(tx, { after, documentType, limit: limit + 1 })
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map(documentOut), nextCursor }
}

/** @throws Refusal not_found */
export async function getDocument(tx: Tx, id: number) {
  const document = await sql.findDocument(tx, id)
  if (!document) throw notFound()
  return documentOut(document)
}

/**
 * @param upload the file sent with the body.
 * @throws Refusal invalid_request (no name, or both a link and a file), unknown_reference (no such file that the actor
 *   can read)
 */
export async function createDocument(
  tx: Tx,
  actor: UserActor,
  { documentType, url, ...body }: DocumentBody,
  upload?: Upload,
) {
  if (url !== undefined && body.fileId !== undefined) {
    throw invalid('body.url', why('link_or_file', {}))
  }
  if (body.name === undefined && body.fileId === undefined && !upload) {
    throw invalid('body.name', why('document_unnamed', {}))
  }
  const file = upload ? await createFile(tx, actor, upload) : await fileOf(tx, actor, body.fileId)
  const id = await takeIntegerId(tx, 'document')
  sql.insertDocument(tx, {
    id,
    documentType,
    url: url ?? null,
    fileId: file?.id ?? null,
    name: body.name ?? file!.name,
    createdBy: actorRef(actor),
  })
  appendEvent(tx, {
    type: 'document.created',
    actor: actorRef(actor),
    subject: `document:${id}`,
    data: { documentId: id },
  })
  return getDocument(tx, id)
}

async function fileOf(tx: Tx, actor: Actor, id: string | undefined) {
  if (id === undefined) return undefined
  const file = await holdFile(tx, actor, id)
  if (!file) throw unknownReference('fileId')
  return file
}

const documentOut = ({ createdAt, ...document }: sql.DocumentRecord) => ({
  ...document,
  createdAt: createdAt.toISOString(),
})
