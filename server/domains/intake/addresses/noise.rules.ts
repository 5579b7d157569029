import { type CellRefusal, cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import type { Addresses, Headers } from '../../comms/email/fields.rules.ts'
import { isAutomatic, isLooping } from '../../comms/email/mail.rules.ts'

/** What an email is judged by. */
export interface Judged {
  headers: Headers
  /** The sender's address. */
  from: string
  /** Empty for what must not be answered, such as a report on an email. */
  returnPath: string
}

/**
 * Why an email makes no row although it came to an address that makes rows: nobody wrote it to the desk. Undefined for
 * an email that does.
 *
 * @param address where it came, at the operator's domain.
 */
export function noiseIn(mail: Judged, address: string): CellRefusal | undefined {
  const { headers, from, returnPath } = mail
  if (isCircling(headers, from, address)) return cellRefusal('email_is_from_here', {})
  if (returnPath === '' || isAutomatic(headers) || isReceipt(headers)) {
    return cellRefusal('email_is_automatic', {})
  }
  return isFromList(headers) ? cellRefusal('email_is_from_a_list', {}) : undefined
}

/** Whether it was here before, or comes from an address that itself only makes rows. */
function isCircling(headers: Headers, from: string, address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@'))
  if (from.endsWith(domain)) return true
  if (isLooping(headers)) return true
  // The mail server that hands it over may note the address once.
  const deliveredTo = listOf(headers.get('delivered-to') as Addresses | Addresses[])
  const here = deliveredTo.filter(({ text }) => text?.toLowerCase().includes(address))
  return here.length > 1
}

/** Whether it tells that an email was read, or how it was processed. */
const isReceipt = (headers: Headers): boolean =>
  /^multipart\/report$/i.test(String((headers.get('content-type') as { value?: string })?.value))

const isFromList = (headers: Headers): boolean =>
  headers.has('list') ||
  listOf(headers.get('precedence')).some((one) => /^(bulk|list|junk)$/i.test(String(one)))

const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
