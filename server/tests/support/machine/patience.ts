/**
 * How long, in ms, a test waits for an event. It only catches a test that would hang, and is never a measure: a test
 * has the same result on a machine with one core and twenty other things to do. Speed is measured in `bench/`.
 */
export const PATIENCE_MS = 300_000
/** How long a whole test or hook may take: longer than any wait in it, so that the wait says what is missing. */
export const TEST_PATIENCE_MS = 1_200_000
/** A time-out that must not happen during a test. */
export const NEVER_MS = 3_600_000
