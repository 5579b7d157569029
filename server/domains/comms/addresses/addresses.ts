import type { Medium } from '../../../../contract/messages.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { addressIssue, readAddress } from './addresses.rules.ts'

/**
 * Reads an address into the form in which it is stored.
 *
 * @param field the field of the body that a refusal names.
 * @throws Refusal invalid_request.
 */
export async function addressOf(
  tx: Tx,
  medium: Medium,
  sent: string,
  field: string,
): Promise<string> {
  const read = readAddress(medium, sent, (await getWorkspace(tx)).region)
  if ('address' in read) return read.address
  const issue = addressIssue(field, read.refusal)
  throw new Refusal('invalid_request', `${field}: ${issue.message}.`, { issues: [issue] })
}

/** The stored forms that an address in a search can mean. */
export async function addressesLike(tx: Tx, sent: string): Promise<string[]> {
  const { region } = await getWorkspace(tx)
  const read = (['text', 'email'] as const).flatMap((medium) => {
    const found = readAddress(medium, sent, region)
    return 'address' in found ? [found.address] : []
  })
  return [...new Set([sent.trim().toLowerCase(), ...read])]
}
