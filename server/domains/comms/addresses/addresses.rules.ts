import { cellMessage } from '../../../../contract/cell-refusals.ts'
import type { Medium } from '../../../../contract/messages.ts'
import type { CellColumn, CellContext } from '../../records/cells/column.ts'
import { email } from '../../records/cells/email.ts'
import { phone } from '../../records/cells/phone.ts'

/** An address in the form in which it is stored, or what is wrong with it. */
export type ReadAddress = { address: string } | { fault: string }

/** Neither conversion looks at the column. */
const noColumn = {} as CellColumn

/**
 * A number in E.164 form, read as one of the region if it has no country code; or a bare email address in lower case.
 * Only one, without a name: a name, a second address or a line break could smuggle in a header or a recipient.
 */
export function readAddress(medium: Medium, sent: string, region: string): ReadAddress {
  const ctx = { region } as CellContext
  const wanted = sent.trim()
  const read = (medium === 'text' ? phone : email).convert(noColumn, wanted, ctx)
  if (read.kind === 'refused') return { fault: cellMessage(read.refusal) }
  if (read.kind === 'empty') return { fault: 'is empty' }
  const address = String(read.value)
  if (medium === 'email' && address !== wanted.toLowerCase()) {
    return { fault: `"${wanted}" is more than an address; send it bare, such as ${address}` }
  }
  return { address }
}
