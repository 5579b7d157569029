/**
 * How long, in ms, a test waits for what must come. It is a net under a test that would hang, never a measure: a test
 * says the same on a machine that has one core and twenty other things to do. What must be quick is measured in `bench/`.
 */
export const PATIENCE_MS = 180_000
/** How long a whole test or hook may take: longer than any one wait in it, so that the wait says what did not come. */
export const TEST_PATIENCE_MS = 600_000
/** In place of a time-out that must not come while a test goes on. */
export const NEVER_MS = 3_600_000
