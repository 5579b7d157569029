import { type Chance, chanceOf } from '../scenarios/chance.ts'
import { type Packing, packed } from './archives.rules.ts'
import {
  type Cell,
  type ForeignFile,
  type Kind,
  pick,
  spoilHeader,
  tableOf,
  type Value,
} from './tables.rules.ts'

/** How a program writes XLSX. */
interface Writing {
  chance: Chance
  /** Before the names of elements, such as `x:`. */
  prefix: string
  isStrict: boolean
  texts: 'shared' | 'inline' | 'mixed'
  /** Whether cells, and rows, say where they are. */
  hasCellNames: boolean
  hasRowNumbers: boolean
  since1904: boolean
  /** The number formats of the styles so far, by their place. */
  formats: string[]
  shared: string[]
}

const OFFICE = 'http://schemas.openxmlformats.org'
const STRICT = 'http://purl.oclc.org/ooxml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const X14 =
  'xmlns:x14="http://schemas.example/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.example/excel/2006/main"'

/** A number, the format of its cell, and what a spreadsheet shows. */
const SHOWN: readonly [number, string, string][] = [
  [2138, '00000', '02138'],
  [7, '000', '007'],
  [12_345_678, '000\\-00\\-0000', '012-34-5678'],
  [42, '"INV-"0000', 'INV-0042'],
  [0.125, '0.00%', '12.50%'],
  [0.5, '0%', '50%'],
  [1.510416666666667, '[h]:mm', '36:15'],
  [1234.5, 'General', '1234.5'],
  [2138, '0', '2138'],
  [1_234_567, '#,##0', '1,234,567'],
  [1234.5, '#,##0.00', '1,234.50'],
  [1234.5, '"$"#,##0.00', '$1,234.50'],
  [-20, '0;\\(0\\)', '(20)'],
  [4_155_550_199, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(415) 555-0199'],
  [2.71559, '0.00', '2.72'],
  [12_345, '0.00E+00', '1.23E+04'],
  [0.25, '# ?/?', '1/4'],
  [123, '@', '123'],
  [12, '0 "units"', '12 units'],
  [46_330, 'yyyy\\-mm\\-dd', '2026-11-04'],
]
const DATES = [
  '14',
  'yyyy\\-mm\\-dd',
  'd/m/yyyy',
  'm/d/yy;@',
  '[$-409]d\\-mmm\\-yy;@',
  'dd.mm.yyyy',
  'mmmm d, yyyy',
]
const NUMBERS = ['General', 'General', '0', '#,##0', '0.00', '#,##0.00_);[Red]\\(#,##0.00\\)']
const MONEY = [
  'General',
  '#,##0.00',
  '"$"#,##0.00',
  '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  '[$$-409]#,##0.00',
]

const escaped = (text: string): string =>
  text
    .replace(/_x[0-9A-Fa-f]{4}_/g, '_x005F$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** The place of a style with this number format. */
function styleOf(writing: Writing, format: string): number {
  const { formats } = writing
  const found = formats.indexOf(format)
  return found === -1 ? formats.push(format) - 1 : found
}

const serialOf = (iso: string, since1904: boolean): number =>
  Date.parse(iso) / 86_400_000 + 25_569 - (since1904 ? 1462 : 0)

/** Attributes and content of a cell. */
interface Written {
  type?: string
  style?: number
  content: string
}

/** A text in one of the ways that programs write it. */
function textCell(writing: Writing, text: string): Written {
  const { chance, prefix: x, texts } = writing
  const space = /^\s|\s$|\n/.test(text) || chance.happens(0.1) ? ' xml:space="preserve"' : ''
  const t = (words: string, more = space) => `<${x}t${more}>${words}</${x}t>`
  let words = escaped(text)
  if (chance.happens(0.04) && !words.includes(']]>') && !/[&]/.test(words)) {
    words = `<![CDATA[${words}]]>`
  } else if (chance.happens(0.2))
    words = words.replaceAll('\n', pick(chance, ['&#10;', '_x000D_\n']))
  let content = t(words)
  if (chance.happens(0.08) && text.length > 3 && !/[&_<]/.test(words)) {
    const run = (piece: string, look: string) =>
      `<${x}r>${look}${t(piece, ' xml:space="preserve"')}</${x}r>`
    const bold = `<${x}rPr><${x}b/><${x}sz val="11"/><${x}rFont val="Calibri"/></${x}rPr>`
    content = run(words.slice(0, 2), '') + run(words.slice(2), bold)
  } else if (chance.happens(0.05)) {
    content += `<${x}rPh sb="0" eb="1"><${x}t>フリガナ</${x}t></${x}rPh><${x}phoneticPr fontId="1"/>`
  }
  const isShared = texts === 'shared' || (texts === 'mixed' && chance.happens(0.5))
  if (isShared) {
    const place = writing.shared.push(content) - 1
    return { type: 's', content: `<${x}v>${place}</${x}v>` }
  }
  if (chance.happens(0.1)) {
    return { type: 'str', content: `<${x}f>A1&amp;""</${x}f><${x}v>${escaped(text)}</${x}v>` }
  }
  return { type: 'inlineStr', content: `<${x}is>${content}</${x}is>` }
}

function numberCell(writing: Writing, number: number, format: string): Written {
  const { chance, prefix: x } = writing
  const digits =
    chance.happens(0.1) && Math.abs(number) >= 1000 && Number.isInteger(number)
      ? number.toExponential().replace('e+', 'E')
      : String(number)
  const formula = chance.happens(0.08) ? `<${x}f>SUM(1,2)</${x}f>` : ''
  return {
    ...(chance.happens(0.2) ? { type: 'n' } : {}),
    style: styleOf(writing, format),
    content: `${formula}<${x}v>${digits}</${x}v>`,
  }
}

/** An empty cell, if there is one at all. */
function emptyCell(writing: Writing): Written | undefined {
  const { chance, prefix: x } = writing
  const style = styleOf(writing, pick(chance, ['General', '0.00', '14']))
  return pick<() => Written | undefined>(chance, [
    () => undefined,
    () => undefined,
    () => ({ style, content: '' }),
    () => ({ type: 's', style, content: '' }),
    () => ({ type: 'n', content: `<${x}v/>` }),
    () => ({ type: 'b', content: '' }),
    () => ({ content: `<${x}f>VLOOKUP(1,B1:C2,2)</${x}f>` }),
    () => ({ type: 'str', content: `<${x}f>""</${x}f><${x}v></${x}v>` }),
    () => ({ type: 'e', content: `<${x}v>#N/A</${x}v>` }),
  ])()
}

/** A value of the table as a cell, with what must be read and stored. */
function written(
  writing: Writing,
  value: Value,
  kind: Kind,
  asText: boolean,
): { cell: Cell; as: Written | undefined } {
  const { chance, prefix: x, since1904 } = writing
  if (value === null) {
    const as = emptyCell(writing)
    return { cell: { raw: as?.type === 'e' ? '#N/A' : null, stored: null }, as }
  }
  if (kind === 'date') {
    const iso = String(value)
    if (chance.happens(0.05)) {
      const style = styleOf(writing, '14')
      return {
        cell: { raw: iso, stored: iso },
        as: { type: 'd', style, content: `<${x}v>${iso}</${x}v>` },
      }
    }
    const format = pick(chance, DATES)
    return {
      cell: { raw: iso, stored: iso },
      as: numberCell(writing, serialOf(iso, since1904), format),
    }
  }
  if (typeof value === 'number') {
    const format = pick(chance, kind === 'currency' ? MONEY : NUMBERS)
    return { cell: { raw: value, stored: value }, as: numberCell(writing, value, format) }
  }
  if (typeof value === 'boolean') {
    const as: Written = { type: 'b', content: `<${x}v>${value ? 1 : 0}</${x}v>` }
    return { cell: { raw: value, stored: value }, as }
  }
  if (asText && chance.happens(0.2)) {
    const [number, format, shown] = pick(chance, SHOWN)
    const isDay = format.startsWith('yyyy')
    const stored = isDay && since1904 ? '2030-11-05' : shown
    const raw = isDay ? stored : number
    return { cell: { raw, stored }, as: numberCell(writing, number, format) }
  }
  return { cell: { raw: value, stored: value.trim() || null }, as: textCell(writing, value) }
}

const lettersOf = (at: number): string => String.fromCharCode(65 + at)

function cellXml({ prefix: x, hasCellNames }: Writing, name: string, as: Written): string {
  const at = hasCellNames ? ` r="${name}"` : ''
  const style = as.style === undefined ? '' : ` s="${as.style}"`
  const type = as.type === undefined ? '' : ` t="${as.type}"`
  const start = `<${x}c${at}${style}${type}`
  return as.content === '' ? `${start}/>` : `${start}>${as.content}</${x}c>`
}

/** The rows of a sheet from cells by place; a row without any is not written. */
function sheetRows(writing: Writing, rows: (Written | undefined)[][]): string {
  const { prefix: x, hasCellNames, hasRowNumbers } = writing
  return rows
    .map((cells, at) => {
      const number = at + 1
      if (cells.every((cell) => cell === undefined) && hasRowNumbers) return ''
      const some = cells
        .map((cell, place) => {
          // Without names, only a cell itself says that there is nothing.
          const as = cell ?? (hasCellNames ? undefined : { content: '' })
          return as ? cellXml(writing, `${lettersOf(place)}${number}`, as) : ''
        })
        .join('')
      return `<${x}row${hasRowNumbers ? ` r="${number}"` : ''}>${some}</${x}row>`
    })
    .join('')
}

/** A workbook, as one of many programs could write it. */
export function workbookFile(seed: number): ForeignFile {
  const chance = chanceOf(seed)
  const traits = ['workbook']
  const trait = (probability: number, what: string): boolean => {
    const has = chance.happens(probability)
    if (has) traits.push(what)
    return has
  }
  const isStrict = trait(0.1, 'strict')
  const hasCellNames = !trait(0.12, 'cells without names')
  const writing: Writing = {
    chance,
    prefix: trait(0.2, 'prefix') ? pick(chance, ['x:', 'ss:', 'main:']) : '',
    isStrict,
    texts: pick(chance, ['shared', 'shared', 'inline', 'mixed']),
    hasCellNames,
    hasRowNumbers: hasCellNames || chance.happens(0.5),
    since1904: trait(0.12, 'since 1904'),
    formats: ['General'],
    shared: [],
  }
  const table = tableOf(chance, 'all')
  const kinds = table.kinds
  let header = table.header
  if (header.length > 1 && chance.happens(0.12)) {
    header = spoilHeader(chance, header)
    traits.push(`header ${header.join('/')}`)
  }
  const grid: (Written | undefined)[][] = []
  const rows: Cell[][] = []
  let above = 0
  if (header.length > 2 && table.values.length > 2 && trait(0.12, 'titles')) {
    grid.push([textCell(writing, 'Broker report of November')])
    if (chance.happens(0.5)) grid.push([])
    above = 1
  }
  const headerAt = grid.length
  grid.push(header.map((name) => (name === '' ? undefined : textCell(writing, name))))
  for (const [at, values] of table.values.entries()) {
    if (at > 0 && chance.happens(0.03)) grid.push([])
    const cells = values.map((value, place) => {
      const kind = kinds[place]!
      return written(writing, value, kind, kind === 'text' && place > 0)
    })
    rows.push(cells.map(({ cell }) => cell))
    grid.push(cells.map(({ as }) => as))
  }
  if (trait(0.06, 'a value beside the table')) {
    const at = chance.between(0, rows.length - 1)
    header = [...header, '']
    kinds.push('text')
    for (const row of rows) row.push({ raw: null, stored: null })
    rows[at]![header.length - 1] = { raw: 'call again', stored: 'call again' }
    const line = grid.filter((cells, place) => place > headerAt && cells.length > 0)[at]!
    while (line.length < header.length - 1) line.push(undefined)
    line.push(textCell(writing, 'call again'))
  }
  if (trait(0.05, 'formats far to the right') && hasCellNames) {
    const style = styleOf(writing, '0.00')
    const line = grid[headerAt]!
    while (line.length < 26) line.push({ style, content: '' })
  }
  return packedBook(seed, writing, { grid, header, kinds, rows, above }, traits, trait)
}

interface Filled {
  grid: (Written | undefined)[][]
  header: string[]
  kinds: Kind[]
  rows: Cell[][]
  above: number
}

function packedBook(
  seed: number,
  writing: Writing,
  { grid, header, kinds, rows, above }: Filled,
  traits: string[],
  trait: (probability: number, what: string) => boolean,
): ForeignFile {
  const { chance, prefix: x, isStrict } = writing
  const rel = pick(chance, ['r', 'r', 'r', 'ns1', 'rel'])
  if (rel !== 'r') traits.push(`relations ${rel}:`)
  const main = isStrict ? `${STRICT}/spreadsheetml/main` : `${OFFICE}/spreadsheetml/2006/main`
  const relations = isStrict
    ? `${STRICT}/officeDocument/relationships`
    : `${OFFICE}/officeDocument/2006/relationships`
  const own = x === '' ? `xmlns="${main}"` : `xmlns:${x.slice(0, -1)}="${main}"`
  const namespaces = `${own} xmlns:${rel}="${relations}"`
  const folder = pick(chance, ['xl/', 'xl/', 'xl/', 'xl/', '', 'book/'])
  if (folder !== 'xl/') traits.push(`workbook in "${folder}"`)
  const book = `${folder}workbook.xml`
  const sheetPath = `${folder}${pick(chance, ['worksheets/sheet1.xml', 'worksheets/Leads.xml', 'sheet7.xml'])}`
  const isAbsolute = trait(0.25, 'absolute targets')
  const target = (path: string) => (isAbsolute ? `/${path}` : path.slice(folder.length))

  const sheets: { name: string; path: string; state: string; xml: string }[] = [
    { name: 'Leads', path: sheetPath, state: '', xml: sheetRows(writing, grid) },
  ]
  const word = (text: string) => [textCell(writing, text)]
  let active = 0
  if (trait(0.1, 'a hidden sheet first')) {
    const lists = Array.from({ length: 4 }, (_, at) => [...word(`Option ${at}`), ...word('x')])
    sheets.unshift({
      name: 'Lists',
      path: `${folder}worksheets/sheet2.xml`,
      state: pick(chance, ['hidden', 'veryHidden']),
      xml: sheetRows(writing, lists),
    })
    active = 1
  } else if (trait(0.08, 'a cover first')) {
    sheets.unshift({
      name: 'Cover',
      path: `${folder}worksheets/sheet2.xml`,
      state: '',
      xml: sheetRows(writing, [word('Broker report of November')]),
    })
    if (chance.happens(0.5)) active = 1
  } else if (trait(0.15, 'a sheet behind')) {
    sheets.push({
      name: 'Notes',
      path: `${folder}worksheets/sheet2.xml`,
      state: '',
      xml: sheetRows(writing, [
        [...word('When'), ...word('What')],
        [...word('now'), ...word('this')],
      ]),
    })
  }
  const hasNoise = trait(0.3, 'extensions')
  const noise = hasNoise
    ? `<${x}extLst><${x}ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" ${X14}><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="cellIs"><xm:f>1</xm:f><x14:row r="9"><x14:c r="A9" t="s"><x14:v>0</x14:v></x14:c></x14:row></x14:cfRule><xm:sqref>A1</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></${x}ext></${x}extLst>`
    : ''
  const isMerged = above > 0 && chance.happens(0.6)
  const merged = isMerged
    ? `<${x}mergeCells count="1"><${x}mergeCell ref="A1:C1"/></${x}mergeCells>`
    : ''
  const parts: Record<string, string> = {}
  const types: [string, string][] = []
  const add = (path: string, type: string, xml: string) => {
    parts[path] = XML + xml
    types.push([path, type])
  }
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const date1904 = writing.since1904 ? ` date1904="${pick(chance, ['1', 'true'])}"` : ''
  const bookNoise = hasNoise
    ? `<${x}extLst><${x}ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" ${X14}><x14:workbookPr defaultImageDpi="32767"/><x14:sheets><x14:sheet name="Other" sheetId="9"/></x14:sheets></${x}ext></${x}extLst>`
    : ''
  add(
    book,
    `${sheetType}.sheet.main+xml`,
    `<${x}workbook ${namespaces}><${x}workbookPr${date1904}/><${x}bookViews><${x}workbookView activeTab="${active}"/></${x}bookViews><${x}sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<${x}sheet name="${name}" sheetId="${at + 1}"${state && ` state="${state}"`} ${rel}:id="rId${at + 1}"/>`,
      )
      .join('')}</${x}sheets>${bookNoise}</${x}workbook>`,
  )
  for (const { path, xml } of sheets) {
    const isTable = path === sheetPath
    add(
      path,
      `${sheetType}.worksheet+xml`,
      `<${x}worksheet ${namespaces}>${hasNoise ? `<${x}dimension ref="A1:C3"/>` : ''}<${x}sheetData>${xml}</${x}sheetData>${isTable ? merged : ''}${isTable ? noise : ''}</${x}worksheet>`,
    )
  }
  // Where openpyxl looks, more often than not.
  const styles = `${pick(chance, [folder, 'xl/', 'xl/'])}styles.xml`
  add(styles, `${sheetType}.styles+xml`, stylesXml(writing, own))
  const links = sheets.map(({ path }, at) => [`rId${at + 1}`, 'worksheet', target(path)])
  const isBeside = styles.startsWith(folder)
  links.push(['rId98', 'styles', isBeside ? target(styles) : `/${styles}`])
  if (writing.shared.length > 0) {
    const name = pick(chance, ['sharedStrings.xml', 'SharedStrings.xml', 'texts.xml'])
    const items = writing.shared.map((text) => `<${x}si>${text}</${x}si>`).join('')
    add(
      `${folder}${name}`,
      `${sheetType}.sharedStrings+xml`,
      `<${x}sst ${own} count="${writing.shared.length}">${items}</${x}sst>`,
    )
    links.push(['rId99', 'sharedStrings', target(`${folder}${name}`)])
  }
  const relationships = (some: readonly (readonly string[])[]) =>
    `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${some
      .map(
        ([id, kind, to]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${to}"/>`,
      )
      .join('')}</Relationships>`
  parts[`${folder}_rels/workbook.xml.rels`] = relationships(chance.shuffled(links))
  parts['_rels/.rels'] = relationships([['rId1', 'officeDocument', (isAbsolute ? '/' : '') + book]])
  const packing: Packing = {
    isStored: trait(0.1, 'stored'),
    hasDescriptors: trait(0.3, 'descriptors'),
    zip64: chance.happens(0.15) ? pick(chance, ['files', 'all']) : 'no',
    hasFolders: trait(0.1, 'folders'),
  }
  if (packing.zip64 !== 'no') traits.push(`zip64 ${packing.zip64}`)
  const order = chance.happens(0.5) ? Object.keys(parts) : chance.shuffled(Object.keys(parts))
  const entries = Object.fromEntries([
    ['[Content_Types].xml', contentTypes(types)],
    ...order.map((path) => [path, parts[path]!]),
  ])
  return {
    seed,
    what: traits.join(', '),
    name: 'leads.xlsx',
    bytes: packed(entries, packing),
    choices: {},
    header,
    kinds,
    rows,
    reading: { sheet: 'Leads', above, isStrict, styles },
  }
}

/** Number formats of cells, among others that cells do not have. */
function stylesXml({ prefix: x, formats, chance }: Writing, own: string): string {
  const isBuiltIn = (format: string) => format === 'General' || /^\d\d$/.test(format)
  const idOf = (format: string) =>
    format === 'General' ? 0 : isBuiltIn(format) ? Number(format) : 164 + formats.indexOf(format)
  const codes = formats
    .filter((format) => !isBuiltIn(format))
    .map((format) => {
      const code = escaped(format).replaceAll('"', '&quot;')
      return `<${x}numFmt numFmtId="${idOf(format)}" formatCode="${code}"/>`
    })
  const cells = formats.map(
    (format) =>
      `<${x}xf numFmtId="${idOf(format)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const dxfs = chance.happens(0.3)
    ? `<${x}dxfs count="1"><${x}dxf><${x}numFmt numFmtId="165" formatCode="yyyy"/></${x}dxf></${x}dxfs>`
    : ''
  return (
    `<${x}styleSheet ${own}>` +
    (codes.length > 0
      ? `<${x}numFmts count="${codes.length}">${codes.join('')}</${x}numFmts>`
      : '') +
    `<${x}fonts count="1"><${x}font><${x}sz val="11"/><${x}name val="Calibri"/></${x}font></${x}fonts>` +
    `<${x}fills count="1"><${x}fill><${x}patternFill patternType="none"/></${x}fill></${x}fills>` +
    `<${x}borders count="1"><${x}border><${x}left/><${x}right/><${x}top/><${x}bottom/><${x}diagonal/></${x}border></${x}borders>` +
    `<${x}cellStyleXfs count="2"><${x}xf numFmtId="14" fontId="0" fillId="0" borderId="0"/><${x}xf numFmtId="9" fontId="0" fillId="0" borderId="0"/></${x}cellStyleXfs>` +
    `<${x}cellXfs count="${cells.length}">${cells.join('')}</${x}cellXfs>` +
    `<${x}cellStyles count="1"><${x}cellStyle name="Normal" xfId="0" builtinId="0"/></${x}cellStyles>${dxfs}</${x}styleSheet>`
  )
}

const contentTypes = (types: readonly [string, string][]): string =>
  `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types
    .map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`)
    .join('')}</Types>`
