/** What was done to an obligation, after its title. */
const verbs: Record<string, string> = {
  created: 'was added',
  updated: 'was changed',
  started: 'was started',
  submitted: 'was handed in',
  rejected: 'was sent back',
  completed: 'was completed',
  waived: 'was waived',
  cancelled: 'was cancelled',
  reopened: 'was opened again',
  escalated: 'was escalated',
}
export const obligationWords = (action: string): string => verbs[action] ?? action

/** What was posted, before its amount. */
const kinds: Record<string, string> = {
  commission_expected: 'Expected:',
  commission_collected: 'Collected:',
  clawback: 'Clawed back:',
  draw_requested: 'A draw was requested:',
  draw_paid: 'A draw was paid:',
  draw_voided: 'A draw was voided:',
  reversal: 'Reversed:',
}
export const entryWords = (kind: string): string => kinds[kind] ?? kind
