import type { Tx } from '../../../../platform/database/tx.ts'
import { listPeople } from '../../../workspaces/workspace/people.ts'
import { listMailAddresses } from '../../channels/channels.sql.ts'

/**
 * Tells the addresses that a workspace itself writes from or reads from others: those of its channels, of its people, and of its
 * boards and pages. No conversation is with one of them because an email asks for it.
 *
 * @param domain the operator's, if there is one.
 */
export async function ownAddresses(
  tx: Tx,
  domain: string | null,
): Promise<(address: string) => boolean> {
  const [channels, people] = await Promise.all([listMailAddresses(tx), listPeople(tx)])
  const own = new Set([...channels, ...people.map(({ email }) => email.toLowerCase())])
  return (address) => own.has(address) || (domain !== null && address.endsWith(`@${domain}`))
}
