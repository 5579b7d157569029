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
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The relations of a part: the kind and the target of each, by id. */
export function relationsOf(
  relations: Record<string, [kind: string, target: string]>,
  namespace = OFFICE,
): string {
  const each = Object.entries(relations).map(
    ([id, [kind, target]]) =>
      `<Relationship Id="${id}" Type="${namespace}/${kind}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

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
    { name: '_rels/.rels', text: relationsOf({ rId1: ['officeDocument', 'xl/workbook.xml'] }) },
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relationsOf({
        ...Object.fromEntries(
          names.map((_, at) => [`rId${at + 1}`, ['worksheet', `worksheets/sheet${at + 1}.xml`]]),
        ),
        texts: ['sharedStrings', 'sharedStrings.xml'],
        styles: ['styles', 'styles.xml'],
      }),
    },
    {
      name: 'xl/sharedStrings.xml',
      text: `${XML}<sst ${MAIN}>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    { name: 'xl/styles.xml', text: `${XML}<styleSheet ${MAIN}>${styles}</styleSheet>` },
    ...Object.values(sheets).map((rows, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      text: `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ]
  const replaced = new Set(more.map(({ name }) => name))
  return zipOf([...parts.filter(({ name }) => !replaced.has(name)), ...more])
}
