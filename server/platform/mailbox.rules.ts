/** Somebody's name and email address, as in the headers of an email. */
export interface Mailbox {
  name: string | null
  address: string
}

const MOST_NAME = 100
/** What could end a header, name another address, or be decoded to that; and marks that reverse text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069<>@;]|=\?/u

/** A name and an address from `Name <address>`, or only an address; undefined if the name could be more than a name. */
export function readMailbox(written: string): Mailbox | undefined {
  const text = written.trim()
  const [, before, within] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  if (within === undefined || before === undefined) return { name: null, address: text }
  const address = within.trim()
  const name = unquoted(before.trim())
  // Some mail programs write the address as the name.
  if (name === '' || name.toLowerCase() === address.toLowerCase()) return { name: null, address }
  return UNSAFE.test(name) || name.length > MOST_NAME ? undefined : { name, address }
}

function unquoted(name: string): string {
  const [, within] = /^"(.*)"$/s.exec(name) ?? /^'(.*)'$/s.exec(name) ?? []
  return (within === undefined ? name : within.replace(/\\(.)/gs, '$1')).trim()
}

/** A name from elsewhere as it can stand in a header; null if nothing is left of it. */
export function headerName(name: string | null): string | null {
  const safe = (name ?? '')
    .toWellFormed()
    .replace(new RegExp(UNSAFE, 'gu'), ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...safe].slice(0, MOST_NAME).join('').trim()
  return cut === '' ? null : cut
}

/** As people write it, and as `readMailbox` reads it. */
export const mailboxText = ({ name, address }: Mailbox): string =>
  name === null ? address : `${name} <${address}>`
