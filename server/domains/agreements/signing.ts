import { atLeast } from '../../../shared/roles.ts'
import type { UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { announce, findStanding, getStanding } from './agreements.ts'
import * as sql from './signatures.sql.ts'
import { shownDocument } from './standing.rules.ts'
import type { StandingRow } from './standings.sql.ts'

export interface SigningBody {
  version: string
  documentHash: string
  signerName: string
  signerTitle: string
  forWorkspace?: boolean
}

/**
 * Accepts the current version, for the caller alone or for the workspace as well.
 *
 * @param from the IP address and the browser that the request came from.
 * @throws Refusal not_found, forbidden, version_changed, not_viewed, already_signed
 */
export async function signAgreement(
  tx: Tx,
  actor: UserActor,
  kind: string,
  body: SigningBody,
  from: { address: string; userAgent: string },
) {
  const row = await findStanding(tx, actor, kind)
  const forWorkspace = body.forWorkspace ?? false
  if (forWorkspace && !atLeast(actor.role, 'admin')) {
    throw new Refusal('forbidden', 'sign_for_workspace', { role: actor.role })
  }
  const shown = shownDocument(row)
  const { version } = row
  if (body.version !== version) throw new Refusal('version_changed', 'other_version', { version })
  if (body.documentHash !== shown.documentHash) throw new Refusal('version_changed', 'other_text')
  if (row.firstViewedAt === null) {
    throw new Refusal('not_viewed', 'version', { version: row.version })
  }
  refuseSecond(row, forWorkspace)
  sql.keepDocument(tx, row, shown)
  const kept = await sql.keptDocument(tx, row)
  // Somebody else signed in the meantime, and their document differs: the workspace's name or minimum changed.
  if (kept.documentHash !== body.documentHash) throw new Refusal('version_changed', 'other_text')
  const { signerName, signerTitle } = body
  const { accountId, crmUserId } = actor
  const isStored = await sql.insertSignature(tx, {
    id: newId(),
    kind: row.kind,
    version: row.version,
    accountId,
    crmUserId,
    forWorkspace,
    signerName,
    signerTitle,
    documentHash: kept.documentHash,
    ...from,
    minimumFunding: forWorkspace ? kept.minimumFunding : null,
  })
  if (!isStored) throw alreadySigned(row.version, forWorkspace)
  announce(tx, actor, 'signed', row)
  return getStanding(tx, actor, kind)
}

/** Somebody who signed for themselves can still sign for the workspace, but not the other way round. */
function refuseSecond({ version, mine, binding }: StandingRow, forWorkspace: boolean): void {
  if ((forWorkspace ? binding : mine)?.version === version) {
    throw alreadySigned(version, forWorkspace)
  }
}

const alreadySigned = (version: string, forWorkspace: boolean) =>
  new Refusal('already_signed', forWorkspace ? 'workspace' : 'person', { version })
