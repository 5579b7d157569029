// Files that people take for a workbook or a table: what each is, and how to make it one that can be read.

/** The streams of a compound file, as old Office programs and encrypted workbooks are stored. The first that is there tells. */
const COMPOUNDS: readonly (readonly [stream: string, problem: string])[] = [
  [
    'EncryptionInfo',
    'is protected with a password; open it, save it without one (in Excel: File > Info > Protect Workbook > Encrypt with Password), and import that',
  ],
  [
    'EncryptedPackage',
    'is protected by the rights management of an organization; open it, remove the protection or the sensitivity label, save it, and import that',
  ],
  ['Workbook', 'is an old XLS workbook; save it as XLSX or CSV'],
  ['Book', 'is an old XLS workbook; save it as XLSX or CSV'],
  ['WordDocument', 'is an old Word document; save its table as XLSX or CSV'],
]

/** @param has whether the file has a stream of that name. */
export const compoundProblem = (has: (stream: string) => boolean): string =>
  COMPOUNDS.find(([stream]) => has(stream))?.[1] ?? 'is neither CSV nor XLSX'

const DIRECTORY_ENTRY_BYTES = 128
const NAME_BYTES = 64
const STREAM = 2

/**
 * The telling streams in a part of a compound file. Its directory lies anywhere in it, in entries of 128 bytes; so does
 * the rest, which almost never looks like one.
 *
 * @param bytes from a multiple of 128.
 */
export function streamsIn(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + DIRECTORY_ENTRY_BYTES <= bytes.length; at += DIRECTORY_ENTRY_BYTES) {
    const length = bytes.readUInt16LE(at + NAME_BYTES)
    if (bytes[at + NAME_BYTES + 2] !== STREAM || length < 4 || length > NAME_BYTES) continue
    const name = bytes.toString('utf16le', at, at + length - 2)
    if (COMPOUNDS.some(([stream]) => stream === name)) names.push(name)
  }
  return names
}

/** What the parts of a ZIP archive tell that is no workbook. */
const ARCHIVES: readonly (readonly [part: RegExp, problem: string])[] = [
  [/^word\//, 'is a Word document; save its table as XLSX or CSV'],
  [/^ppt\//, 'is a PowerPoint presentation; save its table as XLSX or CSV'],
  [/^index\/tables\//, 'is a Numbers document; in Numbers, choose File > Export To > Excel'],
  [
    /^index(\/document\.iwa|\.zip)$/,
    'is a document of Numbers, Pages or Keynote; export it to Excel',
  ],
  [
    /^content\.xml$/,
    'is an OpenDocument file, such as LibreOffice saves (ODS); save it as XLSX or CSV',
  ],
]

/** @param parts the names of all parts, in lowercase. */
export function archiveProblem(parts: readonly string[]): string {
  const known = ARCHIVES.find(([part]) => parts.some((name) => part.test(name)))
  return (
    known?.[1] ?? 'is a ZIP archive without a workbook in it; unpack it, and import what it holds'
  )
}

/** Markup of a page, which can have comments above it. */
const HTML =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|meta|style|body|table|div|font|center)\b/is
const XML = /^\s*<(?:\?xml|(?:\w+:)?workbook)\b/i
const AS_SHEET = 'open it in a spreadsheet program, and save it as XLSX or CSV'

/** What a text is that is no table with delimiters; undefined if it may be one. */
export function markupProblem(text: string): string | undefined {
  const head = text.replace(/^\ufeff/, '')
  if (HTML.test(head)) return `is a web page (HTML), whatever it is named; ${AS_SHEET}`
  if (/^MIME-Version:/i.test(head) && /^Content-Type:\s*multipart\/related/im.test(head)) {
    return `is a web archive (MHTML); ${AS_SHEET}`
  }
  if (head.startsWith('%PDF-'))
    return 'is a PDF; export the table as XLSX or CSV where it comes from'
  if (!XML.test(head)) return undefined
  if (head.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
    return `is an XML spreadsheet of Excel 2003; ${AS_SHEET}`
  }
  if (/<office:document\b/.test(head)) return `is a flat OpenDocument file (FODS); ${AS_SHEET}`
  return 'is an XML file; export it as XLSX or CSV where it comes from'
}
