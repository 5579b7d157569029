import type { KeyFamily } from '../../../../contract/language/operation.ts'
import {
  actorRef,
  type IntakeActor,
  type PresentedKey,
  readsNothing,
} from '../../../platform/actor.ts'

/** Whom a receipt belongs to: exactly one of them is set. */
export interface Sender {
  keyId: string | null
  formId: string | null
  addressId: string | null
  hookId: string | null
}

/** What writing needs to know about whoever writes rows of one definition through ingest. */
export interface Writer {
  workspaceId: string
  definitionId: string
  family: KeyFamily
  sender: Sender
  /** How rows and events name it. */
  by: string
  /** Whether its answers must not tell which rows and people there are. */
  readsNothing: boolean
}

/** A writer whose rate is counted by its key, which must still work. */
export interface KeyWriter extends Writer {
  keyId: string
  secretNumber: number
}

export const writerOf = (actor: PresentedKey): KeyWriter => ({
  workspaceId: actor.workspaceId,
  definitionId: actor.definitionId,
  family: actor.family,
  keyId: actor.keyId,
  secretNumber: actor.secretNumber,
  sender: { keyId: actor.keyId, formId: null, addressId: null, hookId: null },
  by: actorRef(actor),
  readsNothing: readsNothing(actor),
})

export const intakeWriterOf = (actor: IntakeActor): Writer => ({
  workspaceId: actor.workspaceId,
  definitionId: actor.definitionId,
  family: actor.family,
  sender: {
    keyId: null,
    formId: actor.through === 'form' ? actor.id : null,
    addressId: actor.through === 'address' ? actor.id : null,
    hookId: actor.through === 'hook' ? actor.id : null,
  },
  by: actorRef(actor),
  readsNothing: readsNothing(actor),
})

export const sourceOf = ({ family }: Pick<Writer, 'family'>): 'api' | 'page' =>
  family === 'board' ? 'api' : 'page'
