import type { Item } from '../../../api.ts'

type Entry = Item<'definitions.getTimeline'>
type Message = NonNullable<Entry['message']>

/** What somebody did with an obligation, before its title. */
const verbs: Record<string, string> = {
  created: 'added',
  updated: 'changed',
  started: 'started',
  submitted: 'submitted',
  rejected: 'rejected',
  completed: 'completed',
  waived: 'waived',
  cancelled: 'cancelled',
  reopened: 'reopened',
  escalated: 'escalated',
}
export const obligationWords = (action: string): string => verbs[action] ?? action

/** What was posted, to precede its amount. */
const kinds: Record<string, string> = {
  commission_expected: 'Expected:',
  commission_collected: 'Received:',
  clawback: 'Clawed back:',
  draw_requested: 'A draw was requested:',
  draw_paid: 'A draw was paid:',
  draw_voided: 'A draw was voided:',
  reversal: 'Reversed:',
}
export const entryWords = (kind: string): string => kinds[kind] ?? kind

/** What was done to the row, after the person's name. */
const changes: Record<NonNullable<Entry['change']>['action'], string> = {
  created: 'added the record',
  updated: 'changed',
  imported: 'changed by an import',
  reverted: 'reverted',
  deleted: 'moved the record to the trash',
  restored: 'restored the record',
}
export const changeWords = ({ action }: NonNullable<Entry['change']>): string => changes[action]

const outcomes: Partial<Record<Message['status'], string>> = {
  queued: 'queued',
  sending: 'sending',
  failed: 'not sent',
  undelivered: 'not delivered',
  canceled: 'cancelled',
}

/** Who wrote or called, what they did, and how it ended if it did not go well. */
export function messageWords(
  message: Pick<Message, 'direction' | 'medium' | 'isCall' | 'senderName' | 'status'>,
  actor: string,
): { who: string; did: string; outcome: string | null } {
  const { direction, medium, isCall, senderName, status } = message
  return {
    who: direction === 'inbound' ? (senderName ?? 'The contact') : actor,
    did: isCall ? 'called' : medium === 'email' ? 'emailed' : 'texted',
    outcome: direction === 'inbound' ? null : (outcomes[status] ?? null),
  }
}
