import { userRef } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Moment } from '../../platform/http/cursor.ts'
import * as sql from './row-agreements.sql.ts'

/** The signatures for the workspace from before a moment, newest first. */
export async function bindingsBefore(tx: Tx, before: Moment, limit: number) {
  const found = await sql.listBindings(tx, before, limit)
  return found.map((signature) => ({
    id: signature.id,
    atUs: signature.at_us,
    at: signature.signed_at.toISOString(),
    actor: userRef(signature.crm_user_id),
    agreement: {
      agreementKind: signature.kind,
      title: signature.title,
      version: signature.version,
      signerName: signature.signer_name,
      signatureId: signature.id,
    },
  }))
}
