import type { KeyFamily } from '../../../contract/operation.ts'
import { actorRef, type KeyActor } from '../../platform/actor.ts'

/** Whoever writes rows of one definition through ingest, as far as the writing asks. */
export interface Writer {
  workspaceId: string
  definitionId: string
  family: KeyFamily
  /** What its rate and its receipts go by, and whether it may still write. */
  keyId: string
  /** How rows and events name it. */
  by: string
}

export const writerOf = (actor: KeyActor): Writer => ({
  workspaceId: actor.workspaceId,
  definitionId: actor.definitionId,
  family: actor.family,
  keyId: actor.keyId,
  by: actorRef(actor),
})

export const sourceOf = ({ family }: Pick<Writer, 'family'>): 'api' | 'page' =>
  family === 'board' ? 'api' : 'page'
