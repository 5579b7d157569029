/** What happened to an obligation, to follow its title. */
const verbs: Record<string, string> = {
  created: 'was added',
  updated: 'was changed',
  started: 'was started',
  submitted: 'was submitted',
  rejected: 'was rejected',
  completed: 'was completed',
  waived: 'was waived',
  cancelled: 'was cancelled',
  reopened: 'was reopened',
  escalated: 'was escalated',
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
