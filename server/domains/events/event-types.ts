/** Every event there is, by noun. docs/events.md tells of each, and a test holds it to that. */
export const eventVerbs = {
  agreement: ['viewed', 'signed', 'overridden'],
  board: ['created', 'updated', 'deleted'],
  channel: ['created', 'updated', 'deleted', 'secret_rotated'],
  column: ['created', 'updated', 'deleted', 'restored'],
  column_policy: ['updated', 'deleted'],
  columns: ['reordered'],
  comment: ['created', 'updated', 'deleted'],
  conversation: ['created', 'updated'],
  deal: ['created', 'updated', 'expected', 'collected', 'clawed_back', 'reversed'],
  deal_split: ['created', 'updated', 'held', 'released', 'deactivated'],
  document: ['created'],
  draw: ['requested', 'paid', 'voided'],
  import: ['started', 'finished', 'recorded', 'undone', 'redone'],
  key: ['created', 'revoked'],
  message: [
    ...['queued', 'sent', 'delivered', 'failed', 'uncertain'],
    ...['cancelled', 'received', 'updated', 'read', 'deleted'],
  ],
  obligation: [
    ...['created', 'updated', 'started', 'submitted', 'rejected'],
    ...['completed', 'waived', 'cancelled', 'reopened', 'escalated'],
  ],
  opt_out: ['changed'],
  page: ['created', 'updated', 'deleted'],
  rows: ['created', 'updated', 'deleted', 'restored'],
  seat: ['created', 'invited', 'accepted', 'updated', 'removed'],
  team: ['created', 'updated', 'deleted'],
  template: ['created', 'updated', 'deleted'],
  view: ['created', 'updated', 'deleted'],
  webhook: ['created', 'updated', 'deleted', 'secret_rotated'],
  workspace: ['created', 'updated'],
} as const

type Noun = keyof typeof eventVerbs
export type Verb<N extends Noun> = (typeof eventVerbs)[N][number]
/** `<noun>.<what happened>`, as `seat.invited`. */
export type EventType = { [N in Noun]: `${N}.${Verb<N>}` }[Noun]
