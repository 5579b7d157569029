import type { Item } from '../../../service/api.ts'

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

/** What somebody did with money, after the person's name and before the amount. */
const kinds: Record<string, string> = {
  commission_expected: 'recorded an expected commission of',
  commission_collected: 'recorded a collection of',
  clawback: 'recorded a clawback of',
  draw_requested: 'requested a draw of',
  draw_paid: 'paid a draw of',
  draw_voided: 'voided a draw of',
  reversal: 'recorded a reversal of',
}
export const entryWords = (kind: string): string => kinds[kind] ?? kind

/** The words for a change of the row, after the person's name. */
const changes: Record<NonNullable<Entry['change']>['action'], string> = {
  created: 'added the record',
  updated: 'changed',
  imported: 'changed the record',
  reverted: 'reverted',
  deleted: 'moved the record to the trash',
  restored: 'restored the record',
}
export const changeWords = ({ action }: NonNullable<Entry['change']>): string => changes[action]

const outcomes: Partial<Record<Message['status'], string>> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  failed: 'not sent',
  undelivered: 'not delivered',
  canceled: 'cancelled',
}
const failures = new Set<Message['status']>(['failed', 'undelivered'])

/** Who wrote or called, what they did, and whether it was delivered, if there is something to say about that. */
export function messageWords(
  message: Pick<Message, 'direction' | 'medium' | 'isCall' | 'senderName' | 'status' | 'inOutbox'>,
  actor: string,
): { who: string; did: string; outcome: string | null; isBad: boolean } {
  const { direction, medium, isCall, senderName, status, inOutbox } = message
  const isOurs = direction === 'outbound'
  const outcome = !isOurs ? null : inOutbox ? 'kept here, not sent' : (outcomes[status] ?? null)
  // A message that was not delivered has been sent all the same.
  const isSent = outcome === null || status === 'undelivered'
  const [sent, written] =
    medium === 'email' ? ['emailed', 'wrote an email'] : ['texted', 'wrote a text']
  return {
    who: isOurs ? actor : (senderName ?? 'The contact'),
    did: isCall ? 'called' : isSent ? sent : written,
    outcome,
    isBad: isOurs && failures.has(status),
  }
}

/** How long after one change another one of the same person is shown with it. */
const FOLD_MS = 60_000

/** The entries, newest first, with changes that one person made within a minute together. */
export function folded<E extends Pick<Entry, 'actor' | 'at' | 'change'>>(
  entries: readonly E[],
): E[][] {
  const groups: E[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const [later] = group?.slice(-1) ?? []
    const isOne =
      later !== undefined &&
      isEdit(entry) &&
      isEdit(later) &&
      entry.actor === later.actor &&
      Date.parse(later.at) - Date.parse(entry.at) <= FOLD_MS
    if (isOne) group!.push(entry)
    else groups.push([entry])
  }
  return groups
}

const isEdit = ({ change }: Pick<Entry, 'change'>): boolean => change?.action === 'updated'
