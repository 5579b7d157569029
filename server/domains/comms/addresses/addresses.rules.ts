import type { Medium } from '../../../../contract/comms/messages.ts'
import { type CellRefusal, cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { bareNumber } from '../../../../shared/phone-extension.ts'
import { cleaned } from '../../../../shared/visible-text.ts'
import { readMailbox } from '../../../platform/mailbox.rules.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import type { CellColumn, CellContext } from '../../records/cells/column.ts'
import { email } from '../../records/cells/email.ts'
import { phone } from '../../records/cells/phone.ts'
import { named } from '../../records/cells/words.ts'

/** An address as it is stored, or why it is refused. */
export type ReadAddress = { address: string } | { refusal: CellRefusal }

/** These conversions do not use the column. */
const noColumn = {} as CellColumn

/**
 * A number in E.164 form, read as one of the region if it has no country code, and without its extension; or a bare email
 * address in lower case.
 * Only one, without a name: a name, a second address or a line break could smuggle in a header or a recipient.
 */
export function readAddress(medium: Medium, sent: string, region: string): ReadAddress {
  const ctx = { region, keepsAll: true } as CellContext
  const wanted = cleaned(sent)
  const read = (medium === 'text' ? phone : email).convert(noColumn, wanted, ctx)
  if (read.kind === 'refused') return { refusal: read.refusal }
  if (read.kind === 'empty') return { refusal: cellRefusal('address_empty', {}) }
  const address = bareNumber(String(read.value))
  if (medium === 'email' && address !== wanted.toLowerCase()) {
    return { refusal: cellRefusal('more_than_an_address', { sent: named(wanted), address }) }
  }
  return { address }
}

const SENDER = /^(?:"[^"\\\p{C}]{1,62}"|[^\s"\\\p{C}<>@,;]{1,64})@[^\s"\\\p{C}<>@,;]{1,189}$/u

/**
 * The address that an email is from, as it is stored, with an international domain in the ASCII form that mail uses.
 * Devices and servers also write from addresses that nobody can write to, such as `root@server1`.
 */
export function readSender(written: string): string | undefined {
  const bare = written
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\.$/, '')
  const [, local, domain = ''] = /^(.*)@([^\s/?#:@%\\[\]]+)$/su.exec(bare) ?? []
  const url = `http://${domain}`
  const ascii = URL.canParse(url) ? `${local}@${new URL(url).hostname}` : bare
  for (const address of [bare, ascii]) {
    const read = readAddress('email', address, '')
    if ('address' in read) return read.address
  }
  return SENDER.test(bare) ? bare.toLowerCase() : undefined
}

/**
 * As `readAddress`, but an email address may have a name: `Bob <bob@client.example>`. A name that could be more than one
 * is refused like a second address.
 */
export function readNamedAddress(
  medium: Medium,
  sent: string,
  region: string,
): { address: string; name: string | null } | { refusal: CellRefusal } {
  const mailbox = medium === 'email' ? readMailbox(sent) : undefined
  const read = readAddress(medium, mailbox?.address ?? sent, region)
  return 'address' in read ? { ...read, name: mailbox?.name ?? null } : read
}

/** @param field of the body that has the address. */
export const addressIssue = (field: string, refusal: CellRefusal): Issue =>
  issueAt(`body.${field}`, refusal)
