import type { KeyFamily } from '../../../contract/operation.ts'
import { actorRef, type KeyActor } from '../../platform/actor.ts'

/** What writing needs to know about whoever writes rows of one definition through ingest. */
export interface Writer {
  workspaceId: string
  definitionId: string
  family: KeyFamily
  /** The key that its rate and receipts belong to, and that must still work. */
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
