// What happens to messages whose workers are killed, as a check on three lists: what is stored, what the carrier was
// handed, and every change of a delivery.
import type { DeliveryState, Medium } from '../../../contract/comms/messages.ts'
import type { Handed } from '../support/outside/carrier.ts'

export interface StoredMessage {
  id: number
  medium: Medium
  state: DeliveryState
  attempts: number
  externalId: string | null
  /** How many events say that it was sent, and that it failed. */
  toldSent: number
  toldFailed: number
}

/** A change of a delivery. */
export interface Change {
  id: number
  from: DeliveryState
  to: DeliveryState
  fenceFrom: number
  fenceTo: number
  /** Whether the lease that it had until then had lapsed. */
  lapsed: boolean
}

export interface MessagesRound {
  stored: StoredMessage[]
  handed: Handed[]
  changes: Change[]
}

/** Everything that is wrong, in words; empty if the promise holds. */
export function messageFaults({ stored, handed, changes }: MessagesRound): string[] {
  const attempts = Map.groupBy(handed, ({ messageId }) => messageId)
  return [
    ...stored.flatMap((one) => faultsOf(one, attempts.get(one.id) ?? [])),
    ...handed.flatMap(({ messageId, overlaps }) =>
      overlaps ? [`${messageId}: two workers handed it over at the same time`] : [],
    ),
    ...changes.flatMap(changeFaults),
  ]
}

function faultsOf(one: StoredMessage, attempts: readonly Handed[]): string[] {
  const { id, medium, state } = one
  const say = (wrong: boolean, what: string) =>
    wrong ? [`${id} (${medium}, ${state}): ${what}`] : []
  const taken = attempts.filter(({ answer }) => answer === 200 || answer === 'take and drop').length
  // A text may be handed over again only if all earlier attempts were clearly refused.
  const doubtful = attempts.slice(0, -1).some(({ answer }) => answer !== 429)
  const settled = state === 'sent' || state === 'failed' || state === 'uncertain'
  return [
    ...say(!settled, 'is not settled'),
    ...say(state === 'sent' && taken === 0, 'was not taken by anybody'),
    ...say(state === 'failed' && (medium === 'email' || one.attempts < 8), 'failed too soon'),
    ...say(state === 'uncertain' && medium === 'email', 'an email is never uncertain'),
    ...say(medium === 'text' && taken > 1, `was taken ${taken} times`),
    ...say(medium === 'text' && doubtful, 'was sent again blindly'),
    ...say(
      medium === 'email' &&
        attempts.some(({ messageIdHeader }) => messageIdHeader !== one.externalId),
      'was handed over under another Message-ID',
    ),
    ...say(one.toldSent !== Number(state === 'sent'), `was told to be sent ${one.toldSent} times`),
    ...say(one.toldFailed !== Number(state === 'failed'), `told to fail ${one.toldFailed} times`),
  ]
}

function changeFaults({ id, from, to, fenceFrom, fenceTo, lapsed }: Change): string[] {
  const claims = to === 'claimed' && fenceTo !== fenceFrom
  if (claims && fenceTo !== fenceFrom + 1) return [`${id}: its fence went to ${fenceTo}`]
  if (claims && from === 'claimed' && !lapsed) return [`${id}: was claimed under a lease that held`]
  if (from !== 'pending' && from !== 'claimed') return [`${id}: changed once it was ${from}`]
  return []
}
