import { type CellType, EMPTY, refused, type Sent, shortened, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { named } from './words.ts'

/** UTF-16 units. */
const MOST_CHARS = 2048
const WEB = /^https?:\/\/(?=[^/\\?#@])/i
/** `mailto:`, `javascript:` …, but not `example.com:8080/path`. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i
const HOST = /^(?:https?:)?\/\/([^/?#]*)/i
const UNSAFE = /[\s\\\u0000-\u001f\u007f]/

/** Whether a text is clearly meant as a host: `foo` and `12.5` could be anything. */
function isPlainHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '')
  const dot = name.lastIndexOf('.')
  return (
    name === 'localhost' ||
    /^\d+(?:\.\d+){3}$/.test(name) ||
    (dot > 0 && /\D/.test(name.slice(dot + 1)))
  )
}

/** Why an address is not a web address; undefined if it is one. */
function problem(address: string, schemeless: boolean) {
  if (UNSAFE.test(address)) return 'web_address_unsafe'
  const host = schemeless || address.includes('@') ? (HOST.exec(address)?.[1] ?? '') : ''
  if (host.includes('@')) return 'web_address_user'
  // Without a scheme, any word would be a host.
  return (!schemeless || isPlainHost(host)) && URL.canParse(address)
    ? undefined
    : 'not_a_web_address'
}

/** A web address within a text, up to the next one. */
const FOUND = /https?:\/\/(?:(?![,;|]?https?:\/\/)[^\s<>"“”])+/i
/** What certainly begins and ends outside of an address: a space within one could be meant as `%20`. */
const MAY_PRECEDE = /(?:^|[:<("“]\s*|\s[-–—]\s+)$/
const MAY_FOLLOW = /^(?:[>)"”.,;|\s]*(?:$|(?=https?:\/\/))|\s*[(<[]|\s+[-–—|]\s)/i

/** The first address of a text with something beside it; undefined if it is not certain where it ends. */
function addressIn(text: string): string | undefined {
  const match = FOUND.exec(text)
  if (!match) return undefined
  const { 0: found, index } = match
  const address = found.replace(/[.,;|]+$/, '').replace(/^([^(]*)\)$/, '$1')
  const isCertain =
    MAY_PRECEDE.test(text.slice(0, index)) && MAY_FOLLOW.test(text.slice(index + address.length))
  const isWhole = address === text || address.length > MOST_CHARS
  return isCertain && !isWhole && problem(address, false) === undefined ? address : undefined
}

/** Stored as sent, even if a browser would write it differently. */
function convert(_column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  if (typeof sent !== 'string') {
    return refused('not_a_web_address', { sent: named(sent) })
  }
  const text = sent.trim()
  if (text === '') return EMPTY
  const schemeless = !WEB.test(text)
  const bare = schemeless || UNSAFE.test(text) || !URL.canParse(text) ? addressIn(text) : undefined
  if (bare !== undefined) {
    const isMore = /[\p{L}\p{N}]/u.test(text.replace(bare, ''))
    return isMore ? shortened(bare, sent, ctx) : stored(bare, true)
  }
  if (schemeless && OTHER_SCHEME.test(text)) {
    return refused('not_a_web_address', { sent: named(text) })
  }
  const address = schemeless ? `https://${text.replace(/^\/\//, '')}` : text
  if (address.length > MOST_CHARS) {
    return refused('web_address_too_long', {
      sent: named(text),
      chars: address.length,
      most: MOST_CHARS,
    })
  }
  const wrong = problem(address, schemeless)
  return wrong === undefined
    ? stored(address, address !== sent)
    : refused(wrong, { sent: named(text) })
}

export const url: CellType = {
  convert,
  // `HTTPS://Example.com` and `https://example.com/` lead to the same place.
  unique: (value) => (URL.canParse(String(value)) ? new URL(String(value)).href : String(value)),
  accepts: () =>
    `a web address beginning with https:// or http://, at most ${MOST_CHARS} characters`,
  converts: () =>
    'https:// is put before an address without it; white space at both ends is removed; of words or a second address beside it, the receipt has the text that was sent',
  guess: {
    looks: (text) => /^https?:\/\/\S+$|^www\.\S+$/i.test(text),
    kind: 'url',
    suggests: () => true,
  },
  example: () => 'https://example.com',
}
