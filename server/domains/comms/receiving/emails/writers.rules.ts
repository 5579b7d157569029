import { readAddress, readSender } from '../../addresses/addresses.rules.ts'
import type { Address, Addresses, Headers } from '../../email/fields.rules.ts'

/** Somebody's name and address, as an email has them. */
export interface Writer {
  address: string
  name: string | null
}

export interface Writers {
  /** Who sent it. */
  author: Writer
  /** Whom it is from, so that an answer goes to them. */
  contact: Writer
}

/**
 * Who sent an email, and whom an answer goes to. A web form, or a program that passes on what people write, names the person
 * in `Reply-To`. A group that writes under its own address names them in `X-Original-From`. An address of ours is neither.
 */
export function writersOf(
  headers: Headers,
  isOurs: (address: string) => boolean,
): Writers | undefined {
  const others = ['reply-to', ...(isFromGroup(headers) ? ORIGINAL : [])]
    .flatMap((name) => peopleIn(headers, name))
    .filter(({ address }) => isAnswerable(address) && !isOurs(address))
  const [author] = AUTHORS.flatMap((name) => peopleIn(headers, name))
  if (!author) return undefined
  const contact = others[0] ?? author
  if (contact.address === author.address) return { author, contact: author }
  return { author, contact: { ...contact, name: contact.name ?? nameOf(author) } }
}

/** Every email should have the first. */
const AUTHORS = ['from', 'sender', 'reply-to']
const ORIGINAL = ['x-original-from', 'x-original-sender']

const isAnswerable = (address: string): boolean => 'address' in readAddress('email', address, '')

const VIA = /^['"]?(.*?)['"]?\s+via\s.+$/i

/** Whether the sender is a group in place of the person who wrote to it: `'Ann Lee' via Deals <deals@groups.example>`. */
function isFromGroup(headers: Headers): boolean {
  const [from] = peopleIn(headers, 'from')
  if (!from) return false
  const lists = [headers.get('list') ?? [], headers.get('mailing-list') ?? []].flat()
  const isList = (text: unknown) => String(text).toLowerCase().includes(from.address)
  return VIA.test(from.name ?? '') || lists.some(isList)
}

const nameOf = ({ name }: Writer): string | null => VIA.exec(name ?? '')?.[1] || name

function peopleIn(headers: Headers, name: string): Writer[] {
  const field = headers.get(name) as Addresses | undefined
  return (field?.value ?? []).flatMap((one) => [one, ...(one.group ?? [])]).flatMap(writerOf)
}

/** Marks that would turn the words around a name. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu

function writerOf({ address: written, name }: Address): Writer[] {
  const address = readSender(written ?? '')
  return address ? [{ address, name: name.replace(TURNING, '').trim() || null }] : []
}
