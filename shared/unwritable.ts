/** Why nothing can be sent to an address that messages came from. */
export type Unwritable = 'is_a_name' | 'is_incomplete'

/**
 * Whether nothing can be sent to an address. Companies send texts under a name that they chose, and devices and servers send
 * emails from addresses that are none outside of their own network.
 */
export function unwritable(medium: 'text' | 'email', address: string): Unwritable | undefined {
  // `whatsapp:+14155550199` can be written to.
  if (medium === 'text') return /^[^:]*\p{L}[^:]*$/u.test(address) ? 'is_a_name' : undefined
  return /^[^\s"@]+@[^\s@[\]]+\.[^\s@[\]]+$/.test(address) ? undefined : 'is_incomplete'
}
