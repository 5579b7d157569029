import { oneOf } from '../language/common.ts'
import { named } from '../language/named.ts'

/** Who below manager sees the money of deals. Managers and above always see all of it. */
export const moneyVisibilities = ['everyone', 'own', 'managers'] as const
export type MoneyVisibleTo = (typeof moneyVisibilities)[number]
export const moneyVisibleTo = named(
  'MoneyVisibility',
  'Who sees the money of deals. `everyone`: every seat sees all of it. `own`: members and viewers see their own splits, and nothing of other people’s, of the house’s or of totals. `managers`: members and viewers see none. Managers and above always see everything.',
  oneOf(moneyVisibilities),
)
