import { SaxesParser } from 'saxes'
import { fromBuffer } from 'yauzl'

/** A cell in the file: its type, its value, and the format of its style. */
export interface ReadCell {
  type: 'number' | 'boolean' | 'text'
  value: string
  format: string | undefined
}

/**
 * Reads a workbook strictly and without the library that writes them: every part must be well-formed XML, every style
 * must exist, and a formula is an error. Returns the cells by sheet, in the order of the workbook, and by row.
 */
export async function readWorkbook(
  bytes: Uint8Array,
): Promise<{ name: string; rows: (ReadCell | undefined)[][] }[]> {
  const parts = await unzip(bytes)
  for (const [, text] of parts) parse(text, {})
  const formats = stylesOf(parts.get('xl/styles.xml')!)
  const targets = new Map<string, string>()
  parse(parts.get('xl/_rels/workbook.xml.rels')!, {
    Relationship: ({ Id, Target }) => targets.set(Id!, `xl/${Target}`),
  })
  const sheets: { name: string; rows: (ReadCell | undefined)[][] }[] = []
  parse(parts.get('xl/workbook.xml')!, {
    sheet: ({ name, 'r:id': id }) => {
      sheets.push({ name: name!, rows: rowsOf(parts.get(targets.get(id!)!)!, formats) })
    },
  })
  return sheets
}

function rowsOf(text: string, formats: (string | undefined)[]): (ReadCell | undefined)[][] {
  const rows: (ReadCell | undefined)[][] = []
  const parser = new SaxesParser()
  let cell: (ReadCell & { column: number }) | undefined
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'f') throw new Error('a formula')
    if (name === 'row') rows[Number(attributes.r) - 1] = []
    if (name !== 'c') return
    const style = Number(attributes.s ?? 0)
    if (style >= formats.length) throw new Error(`no style ${style}`)
    const types = { inlineStr: 'text', b: 'boolean' } as Record<string, ReadCell['type']>
    const type = types[attributes.t as string] ?? 'number'
    cell = { type, value: '', format: formats[style], column: columnOf(attributes.r as string) }
  })
  parser.on('text', (piece) => {
    if (cell) cell.value += piece
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'c' || !cell) return
    const { column, ...read } = cell
    const value = read.value.replace(/_x([0-9A-F]{4})_/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    rows.at(-1)![column] = { ...read, value }
    cell = undefined
  })
  parser.write(text).close()
  return rows
}

const columnOf = (ref: string): number =>
  [.../^[A-Z]+/.exec(ref)![0]].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The number format of each style. */
function stylesOf(text: string): (string | undefined)[] {
  const codes = new Map<string, string>()
  const styles: (string | undefined)[] = []
  let inCells = false
  parse(text, {
    numFmt: ({ numFmtId, formatCode }) => codes.set(numFmtId!, formatCode!),
    cellXfs: () => {
      inCells = true
    },
    cellStyles: () => {
      inCells = false
    },
    xf: ({ numFmtId }) => {
      if (inCells) styles.push(codes.get(numFmtId!) ?? (numFmtId === '0' ? undefined : numFmtId))
    },
  })
  return styles
}

function parse(
  text: string,
  on: Record<string, (attributes: Record<string, string>) => unknown>,
): void {
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    on[name]?.(attributes as Record<string, string>)
  })
  parser.write(text).close()
}

function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          try {
            const pieces: Buffer[] = []
            for await (const piece of stream) pieces.push(piece as Buffer)
            parts.set(entry.fileName, Buffer.concat(pieces).toString('utf8'))
            zip.readEntry()
          } catch (broken) {
            reject(broken)
          }
        })
      })
      zip.on('end', () => resolve(parts))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}
