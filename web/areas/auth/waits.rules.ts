/** `Try again in 14:59.`, to the second, so that nobody waits longer than necessary. */
export function waitText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return `Try again in ${minutes}:${rest}.`
}
