import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, Conversion } from './column.ts'
import { named } from './words.ts'

/** RFC 5321 limits, in UTF-16 units. */
const MOST_CHARS = 254
const MOST_LOCAL_CHARS = 64

// The addresses that people have, not all that RFC 5322 allows: no quoted names, no IP addresses.
// Both sides of the @ can have letters of any script.
const ATOM = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?'
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u')
const ASCII_LOWER =
  /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const NAMED = /^[^<>]*<([^<>]*)>$/

const isAddress = (text: string) =>
  text.length <= MOST_CHARS && text.lastIndexOf('@') <= MOST_LOCAL_CHARS

function convert(_column: CellColumn, sent: Sent): Conversion {
  if (typeof sent !== 'string') {
    return refused('not_an_email', { sent: named(sent) })
  }
  if (isAddress(sent) && ASCII_LOWER.test(sent)) return stored(sent, false)
  const text = sent.trim()
  if (text === '') return EMPTY
  const bare = (NAMED.exec(text)?.[1] ?? text.replace(/^mailto:/i, '')).trim().toLowerCase()
  if (isAddress(bare) && ADDRESS.test(bare)) return stored(bare, bare !== sent)
  return refused('not_an_email', { sent: named(text) })
}

export const email: CellType = {
  convert,
  settings: [],
  unique: (value) => String(value).normalize('NFC'),
  accepts: () => 'one email address in lower case',
  converts: () => 'capitals to lower case; "Name <name@example.com>" and "mailto:" to the address',
  example: () => 'name@example.com',
}
