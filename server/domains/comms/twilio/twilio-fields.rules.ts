import { Refusal } from '../../../platform/refusal.ts'
import { readAddress } from '../addresses/addresses.rules.ts'
import { plain } from '../threads/lines.rules.ts'

/**
 * One of the provider's ids.
 *
 * @throws Refusal invalid_message.
 */
export function idOf(fields: URLSearchParams, name: string): string {
  const id = fields.get(name) ?? ''
  if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id
  throw new Refusal('invalid_message', 'no_id', { field: name })
}

const MOST_CHARS = 64

/**
 * The contact: a number in E.164 form, or what the provider sends instead, such as a short code or a name.
 *
 * @throws Refusal invalid_message.
 */
export function contactOf(fields: URLSearchParams, name: string, region: string): string {
  const sent = plain(fields.get(name) ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_CHARS)
  if (sent === '') throw new Refusal('invalid_message', 'no_field', { field: name })
  const read = readAddress('text', sent.replaceAll(' ', ''), region)
  return 'address' in read ? read.address : sent.toWellFormed()
}
