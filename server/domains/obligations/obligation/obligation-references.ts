import type { Tx } from '../../../platform/database/tx.ts'
import { unknownReferences } from '../../../platform/refusal.ts'
import { isLiveRow } from '../../records/rows/live-rows.ts'
import type { RowPurger } from '../../records/trash/trash-purge.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { findDocument } from '../documents/documents.sql.ts'
import type { ObligationBody } from './obligation-bodies.rules.ts'
import { clearRows, findObligation } from './obligations.sql.ts'

export interface Document {
  id: number
  documentType: string
}

type Referring = Pick<
  ObligationBody,
  'assignedToUserId' | 'documentId' | 'parentObligationId' | 'dealRowId'
> & { toUserId?: number }

/** Whether a number can be an id. Larger ones do not fit into the database's integer. */
export const isId = (value: number): boolean => value >= 1 && value <= 2_147_483_647

/**
 * Looks up everything that a body refers to, and returns its document.
 *
 * @throws Refusal unknown_reference, with every field that names something unknown.
 */
export async function resolveReferences(tx: Tx, body: Referring): Promise<Document | undefined> {
  const { documentId, parentObligationId, dealRowId } = body
  const people = (['assignedToUserId', 'toUserId'] as const).filter((field) => body[field] != null)
  const [active, document, parent, row] = await Promise.all([
    people.length > 0 ? listPeople(tx) : [],
    documentId != null && isId(documentId) ? findDocument(tx, documentId) : undefined,
    parentObligationId != null && isId(parentObligationId)
      ? findObligation(tx, parentObligationId)
      : undefined,
    dealRowId != null ? isLiveRow(tx, dealRowId) : false,
  ])
  const unknown = [
    ...people.filter((field) => !active.some(({ crmUserId }) => crmUserId === body[field])),
    ...(documentId != null && !document ? ['documentId'] : []),
    ...(parentObligationId != null && !parent ? ['parentObligationId'] : []),
    ...(dealRowId != null && !row ? ['dealRowId'] : []),
  ]
  if (unknown.length === 0) return document
  throw unknownReferences(unknown.map((field) => `body.${field}`))
}

/** An obligation stays when its row is purged, without it. */
export const obligationsOfPurgedRows: RowPurger = clearRows
