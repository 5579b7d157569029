import { guessed } from './charsets.rules.ts'

// Reads the rich text that Outlook sends, as MS-OXRTFCP packs it and MS-OXRTFEX hides HTML in it.

/** What the dictionary starts with, so that usual beginnings are short. */
const START =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript ' +
  '\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
  '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const DICTIONARY = 4096
const HEAD = 16
const PACKED = 0x75465a4c
const PLAIN = 0x414c454d

/** The RTF in packed bytes, at most `most` bytes; undefined if they are not packed RTF. The part that is cut off stays off. */
export function unpackRtf(packed: Buffer, most: number): Buffer | undefined {
  if (packed.length < HEAD) return undefined
  const kind = packed.readUInt32LE(8)
  const size = Math.min(packed.readUInt32LE(4), most)
  if (kind === PLAIN) return packed.subarray(HEAD, HEAD + size)
  return kind === PACKED ? unpacked(packed, size) : undefined
}

function unpacked(packed: Buffer, size: number): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY, ' ')
  let writes = dictionary.write(START, 'latin1')
  // Two bytes give at most 17, so a size that lies needs no memory.
  const most = Math.min(size, packed.length * 9)
  const out = Buffer.alloc(most)
  let made = 0
  const take = (byte: number) => {
    out[made++] = byte
    dictionary[writes] = byte
    writes = (writes + 1) % DICTIONARY
  }
  for (let at = HEAD; at < packed.length && made < most; ) {
    const flags = packed[at++]!
    for (let bit = 0; bit < 8 && at < packed.length && made < most; bit++) {
      if ((flags & (1 << bit)) === 0) {
        take(packed[at++]!)
        continue
      }
      if (at + 2 > packed.length) return out.subarray(0, made)
      const reference = packed.readUInt16BE(at)
      at += 2
      const from = reference >> 4
      if (from === writes) return out.subarray(0, made) // the end
      const length = (reference & 0xf) + 2
      for (let n = 0; n < length && made < most; n++) {
        take(dictionary[(from + n) % DICTIONARY]!)
      }
    }
  }
  return out.subarray(0, made)
}

/** The body of an email, as its RTF has it. */
export interface RtfBody {
  kind: 'html' | 'text'
  content: string
}

/** Parts of RTF that are no text of the document. */
const ELSEWHERE = new Set(
  'fonttbl colortbl stylesheet info pict object header footer headerl headerr headerf footerl footerr footerf footnote themedata datastore listtable listoverridetable rsidtbl generator xmlnstbl fldinst'.split(
    ' ',
  ),
)
const MARKS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
}

interface Group {
  /** Whether its text is left out. */
  skipped: boolean
  /** Whether it is there only for programs that show RTF, beside the hidden HTML. */
  onlyRtf: boolean
  /** Whether it has hidden HTML. */
  isTag: boolean
  /** How many characters follow each Unicode one, for programs that know none. */
  fallback: number
}

/**
 * A piece of RTF: braces, a control word or symbol with its number, a byte in hexadecimal, or text. Long text is in several
 * pieces, because the engine remembers each character of a piece.
 */
const PIECE =
  /([{}])|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[\r\n]{1,500}|([^\\{}\r\n]{1,500})/gi
const MOST_GROUPS = 1_000

/** The HTML that RTF was made from, or else its text. Reads it once, from its start to its end. */
export function readRtf(rtf: Buffer): RtfBody {
  const source = rtf.toString('latin1')
  const isHtml = /\\fromhtml1\b/.test(source.slice(0, 4_000))
  const charset = /\\ansicpg(\d{1,5})/.exec(source.slice(0, 4_000))?.[1] ?? '1252'
  const out: string[] = []
  const bytes: number[] = []
  const groups: Group[] = []
  let group: Group = { skipped: false, onlyRtf: false, isTag: false, fallback: 1 }
  let leftOut = 0
  let isOptional = false

  const shows = () => !group.skipped && !(isHtml && group.onlyRtf && !group.isTag)
  const flush = () => {
    if (bytes.length > 0) out.push(inCodepage(Buffer.from(bytes.splice(0)), charset))
  }
  const say = (text: string) => {
    flush()
    if (shows()) out.push(text)
  }
  for (const [, brace, hex, word, number, symbol, text] of source.matchAll(PIECE)) {
    const optional = isOptional
    isOptional = false
    if (brace === '{') {
      flush()
      if (groups.length >= MOST_GROUPS) break
      groups.push(group)
      group = { ...group }
      leftOut = 0
    } else if (brace === '}') {
      flush()
      group = groups.pop() ?? group
      leftOut = 0
    } else if (symbol === '*') isOptional = true
    else if (hex !== undefined) {
      if (leftOut > 0) leftOut--
      else if (shows()) bytes.push(Number.parseInt(hex, 16))
    } else if (word !== undefined) {
      const name = word.toLowerCase()
      if (name === 'htmltag')
        Object.assign(group, { isTag: true, skipped: group.skipped || !isHtml })
      else if (name === 'htmlrtf') group.onlyRtf = number !== '0'
      else if (name === 'uc') group.fallback = Math.min(Math.max(Number(number ?? 1), 0), 100)
      else if (name === 'u') {
        say(String.fromCharCode(Number(number ?? 0) & 0xffff))
        leftOut = group.fallback
      } else if (optional || ELSEWHERE.has(name)) group.skipped = true
      else if (Object.hasOwn(MARKS, name)) say(MARKS[name]!)
    } else if (symbol !== undefined) {
      const shown = {
        '~': '\u00a0',
        _: '-',
        '\n': '\n',
        '\r': '\n',
        '\\': '\\',
        '{': '{',
        '}': '}',
      }
      if (leftOut > 0) leftOut--
      else say(shown[symbol as keyof typeof shown] ?? '')
    } else if (text !== undefined) {
      const rest = text.slice(leftOut)
      leftOut = Math.max(0, leftOut - text.length)
      flush()
      // The bytes of text are decoded like the others; most are ASCII.
      if (shows())
        out.push(
          /^[\0-\x7f]*$/.test(rest) ? rest : inCodepage(Buffer.from(rest, 'latin1'), charset),
        )
    }
  }
  flush()
  const content = out.join('').replaceAll('\0', '').toWellFormed()
  return { kind: isHtml ? 'html' : 'text', content }
}

/** The text of bytes in a code page of Windows. */
export function inCodepage(bytes: Uint8Array, page: number | string): string {
  const label = String(page) === '65001' ? 'utf-8' : (OTHERS[String(page)] ?? `windows-${page}`)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return guessed(bytes)
  }
}

const OTHERS: Readonly<Record<string, string>> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '20127': 'windows-1252',
  '28591': 'windows-1252',
}
