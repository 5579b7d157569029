import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A part of an archive: a text to pack, or packed bytes with the size that they claim to unpack to. */
export type Part = { name: string; text: string } | { name: string; packed: Buffer; size: number }

/** A ZIP archive, made by hand so that it can lie. */
export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const plain = 'text' in part ? Buffer.from(part.text) : undefined
    const packed = 'text' in part ? deflateRawSync(plain!) : part.packed
    const size = 'text' in part ? plain!.length : part.size
    const name = Buffer.from(part.name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0) // version
    facts.writeUInt16LE(8, 4) // deflated
    facts.writeUInt32LE(plain ? crc32(plain) : 0, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, tail, name]))
    files.push(local)
    at += local.length
  }
  const directory = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, directory, Buffer.from('PK\x05\x06'), end])
}

const MIB = 1024 * 1024

/** A part that repeats a piece at least that many times, though the piece is packed only once. */
export function repeated(
  name: string,
  before: string,
  piece: string,
  times: number,
  after: string,
): Part {
  const perBlock = Math.ceil(MIB / piece.length)
  const blocks = Math.ceil(times / perBlock)
  const pack = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH })
  const block = pack(piece.repeat(perBlock))
  return {
    name,
    packed: Buffer.concat([pack(before), ...Array(blocks).fill(block), deflateRawSync(after)]),
    size: before.length + blocks * perBlock * piece.length + after.length,
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export interface SheetParts {
  /** The content of `sheetData`, by the names of sheets. */
  sheets: Record<string, string>
  texts?: string[]
  /** The content of `styleSheet`. */
  styles?: string
  /** Instead of a part, or in addition. */
  more?: Part[]
}

/** A workbook in the layout of Excel. */
export function workbookOf({ sheets, texts = [], styles = '', more = [] }: SheetParts): Buffer {
  const names = Object.keys(sheets)
  const parts: Part[] = [
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook xmlns:r="r"><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${XML}<Relationships>${names
        .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
        .join('')}</Relationships>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      text: `${XML}<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    { name: 'xl/styles.xml', text: `${XML}<styleSheet>${styles}</styleSheet>` },
    ...Object.values(sheets).map((rows, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      text: `${XML}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ]
  const replaced = new Set(more.map(({ name }) => name))
  return zipOf([...parts.filter(({ name }) => !replaced.has(name)), ...more])
}
