// What hooks take, which the contract states and the app offers.

/** How a service signs what it sends to a hook. */
export const signatures = [
  'none',
  'stripe',
  'typeform',
  'calendly',
  'tally',
  'github',
  'standard',
] as const
export type SignatureKind = (typeof signatures)[number]

/** How a number in a body is read, if it is not what it looks like. */
export const readings = ['unix_seconds', 'minor_units'] as const
export type Reading = (typeof readings)[number]

/** What happens to a row with a value that its column does not take. */
export const misfitRules = ['leave_empty', 'refuse'] as const
export type MisfitRule = (typeof misfitRules)[number]

/** How many hooks a board or page can have, how many columns one can fill, and how many bodies it keeps as samples. */
export const MOST_HOOKS = 20
export const MOST_HOOK_FIELDS = 200
export const MOST_SAMPLES = 5
/** How long a path into a body can be. */
export const MOST_PATH_CHARS = 500
/** How short and how long the secret of a sender can be. */
export const LEAST_HOOK_SECRET_CHARS = 8
export const MOST_HOOK_SECRET_CHARS = 500
