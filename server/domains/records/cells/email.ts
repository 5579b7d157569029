import { type CellType, EMPTY, refused, type Sent, shortened, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { halfWidth, named } from './words.ts'

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

/** A cell with more than this is a text that has addresses in it. */
const MOST_TEXT_CHARS = 1000
const BESIDE = '\\s,;:<>()[\\]"“”|'
/** What looks like an address within a text. */
const FOUND = new RegExp(`[^${BESIDE}@]+@[^${BESIDE}@/?]+`, 'gu')
/**
 * What certainly begins and ends outside of an address. A word with only a space between may be part of it, as in
 * `john smith@x.example` and `a@x.example .uk`.
 */
const MAY_PRECEDE = /(?:^|[:;,<([|"“]\s*|\s[-–—/&=]\s+|\b(?:e-?mail|mail|and|or|und|oder)\s+)$/i
const MAY_FOLLOW =
  /^[>)\]"”]*(?:$|[,;:]+(?:\s|$)|\s*[([<?]|\s*[,;|/&]?\s*(?:\b(?:and|or|und|oder)\s+)?(?=[^\s@]+@)|\s+[-–—|/]\s)/i

const isShort = (text: string) =>
  text.length <= MOST_CHARS && text.lastIndexOf('@') <= MOST_LOCAL_CHARS

const isAddress = (text: string) => isShort(text) && ADDRESS.test(text)

function convert(_column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  if (typeof sent !== 'string') {
    return refused('not_an_email', { sent: named(sent) })
  }
  if (isShort(sent) && ASCII_LOWER.test(sent)) return stored(sent, false)
  const text = sent.trim()
  if (text === '') return EMPTY
  const bare = (NAMED.exec(text)?.[1] ?? text.replace(/^mailto:/i, '')).trim().toLowerCase()
  // Spreadsheets put an apostrophe before what is to stay text.
  if (isAddress(bare) && !/^['’]/.test(bare)) return stored(bare, bare !== sent)
  const found = text.length <= MOST_TEXT_CHARS ? findAddress(text) : undefined
  if (!found) return refused('not_an_email', { sent: named(text) })
  const { address, hasMore } = found
  return hasMore ? shortened(address, sent, ctx) : stored(address, true)
}

/** The first address of a text, if all that look like addresses are; and whether there are words beside it. */
function findAddress(text: string): { address: string; hasMore: boolean } | undefined {
  const plain = halfWidth(text).replace(/\bmailto:/gi, '')
  const found = [...plain.matchAll(FOUND)].map(({ 0: written, index }) => {
    const open = /^['‘’]*/.exec(written)![0].length
    const address = written.slice(open).replace(/[.'’!]+$/, '')
    return { address: address.toLowerCase(), from: index + open, to: index + written.length }
  })
  const [first] = found
  if (!first || found.length !== plain.split('@').length - 1) return undefined
  if (!found.every(({ address }) => isAddress(address))) return undefined
  const [before, after] = [plain.slice(0, first.from).replace(/['‘’]+$/, ''), plain.slice(first.to)]
  if (!MAY_PRECEDE.test(before) || !MAY_FOLLOW.test(after)) return undefined
  return { address: first.address, hasMore: /[\p{L}\p{N}]/u.test(before + after) }
}

export const email: CellType = {
  convert,
  unique: (value) => String(value).normalize('NFC'),
  accepts: () => 'one email address in lower case',
  converts: () =>
    'capitals to lower case; "Name <name@example.com>" and "mailto:" to the address; of words or a second address beside it, the receipt has the text that was sent',
  guess: {
    // The lengths are bounded: otherwise each dot of a long text would be tried with everything after it.
    looks: (text) => /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,63}$/.test(text),
    kind: 'email',
    suggests: () => true,
  },
  example: () => 'name@example.com',
}
