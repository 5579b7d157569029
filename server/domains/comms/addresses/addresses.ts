import type { Medium } from '../../../../contract/comms/messages.ts'
import type { CellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { addressIssue, readAddress, readNamedAddress } from './addresses.rules.ts'

/**
 * Reads an address into the form in which it is stored.
 *
 * @param field the field of the body that a refusal names.
 * @throws Refusal invalid_request.
 */
export async function requireAddress(
  tx: Tx,
  medium: Medium,
  sent: string,
  field: string,
): Promise<string> {
  const read = readAddress(medium, sent, (await getWorkspace(tx)).region)
  if ('address' in read) return read.address
  throw refusalOf(field, read.refusal)
}

/**
 * Reads an address that may have a name.
 *
 * @throws Refusal like `requireAddress`.
 */
export async function namedAddressOf(
  tx: Tx,
  medium: Medium,
  sent: string,
  field: string,
): Promise<{ address: string; name: string | null }> {
  const read = readNamedAddress(medium, sent, (await getWorkspace(tx)).region)
  if ('address' in read) return read
  throw refusalOf(field, read.refusal)
}

function refusalOf(field: string, refusal: CellRefusal): Refusal {
  const issue = addressIssue(field, refusal)
  const values = { field, problem: issue.message }
  return new Refusal('invalid_request', 'address', values, { issues: [issue] })
}

/** The stored forms that an address in a search can mean. */
export async function addressesLike(tx: Tx, sent: string): Promise<string[]> {
  const { region } = await getWorkspace(tx)
  const read = (['text', 'email'] as const).flatMap((medium) => {
    const found = readAddress(medium, sent, region)
    return 'address' in found ? [found.address] : []
  })
  return [...new Set([sent.trim(), sent.trim().toLowerCase(), ...read])]
}
