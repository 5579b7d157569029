import { atLeast } from '../../../shared/roles.ts'
import type { UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { notFound } from '../../platform/refusal.ts'
import { type Evidence, evidenceOf } from './evidence.rules.ts'
import * as sql from './evidence.sql.ts'

export { evidencePage } from './evidence-page.rules.ts'

/**
 * Admins and owners get everybody's views and signatures; others get their own, and the signature for the workspace.
 *
 * @throws Refusal not_found
 */
export async function getEvidence(tx: Tx, actor: UserActor, kind: string): Promise<Evidence> {
  const of = atLeast(actor.role, 'admin') ? null : actor.accountId
  // Documents are read last, so that each signature that was found has its document.
  const [signatures, views, published] = await Promise.all([
    sql.listSignatures(tx, kind, of),
    sql.listViews(tx, kind, of),
    sql.listPublished(tx, kind),
  ])
  if (published.length === 0) throw notFound()
  return evidenceOf(published, views, signatures)
}
