import type { Answer } from '../support/clients/client.ts'
import { repeated, zipOf } from '../support/inputs/zip.ts'
import { type Chance, chanceOf } from './chance.ts'
import { HEADS, NAMES, noise, pick, spoiled } from './hostile-files.rules.ts'

/** A file for a file column that means harm to whoever opens it, or to what stores it. */
export interface HostileUpload {
  what: string
  name: string
  /** The type that its sender claims. */
  type: string
  bytes: Buffer
}

interface Made {
  bytes: Buffer
  name: string
  type: string
}

const SCRIPT = '<script>document.title="owned";fetch("/v1/auth/session")</script>'
const HTML = `<!DOCTYPE html><html><body onload="alert(1)">${SCRIPT}</body></html>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const text = (body: string, name: string, type: string): Made => ({
  bytes: Buffer.from(body),
  name,
  type,
})
const latin = (body: string) => Buffer.from(body, 'latin1')
const entities = Array.from({ length: 12 }, (_, n) => {
  const inner = n === 0 ? 'lol' : `&e${n - 1};`.repeat(10)
  return `<!ENTITY e${n} "${inner}">`
})

const KINDS: Record<string, (chance: Chance) => Made> = {
  'a page with a script': () => text(HTML, 'statement.html', 'text/html'),
  'a picture with a script': () => text(SVG, 'logo.svg', 'image/svg+xml'),
  'a page that claims to be a PDF': () => text(HTML, 'march.pdf', 'application/pdf'),
  'a page that claims to be a picture': () => text(HTML, 'me.png', 'image/png'),
  XHTML: () =>
    text(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
      'a.xhtml',
      'application/xhtml+xml',
    ),
  'XML with a style sheet that runs': () =>
    text(`<?xml-stylesheet type="text/xsl" href="?x"?><x>${SCRIPT}</x>`, 'feed.xml', 'text/xml'),
  'a picture that is a script too': () => ({
    bytes: latin('GIF89a/*\x01\x00\x01\x00*/=1;alert(document.domain)//'),
    name: 'dot.gif',
    type: 'image/gif',
  }),
  'a PDF that is a page too': () => ({
    bytes: latin(`%PDF-1.7\n${HTML}\n1 0 obj<</JS(app.alert(1))/S/JavaScript>>endobj\n%%EOF`),
    name: 'both.pdf',
    type: 'application/pdf',
  }),
  'an archive that begins as a page': () => ({
    bytes: Buffer.concat([Buffer.from(HTML), zipOf([{ name: 'a.txt', text: 'x' }])]),
    name: 'both.zip',
    type: 'application/zip',
  }),
  'an archive that unpacks to much': () => ({
    bytes: zipOf([repeated('zeros.bin', '', '\0'.repeat(1024), 256 * 1024, '')]),
    name: 'papers.zip',
    type: 'application/zip',
  }),
  'an archive with paths upwards': () => ({
    bytes: zipOf([
      { name: '../../../../etc/cron.d/evil', text: '* * * * * root sh' },
      { name: '/etc/passwd', text: 'root::0:0' },
      { name: '..\\..\\evil.dll', text: 'MZ' },
    ]),
    name: 'papers.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  }),
  'entities that grow': () =>
    text(`<!DOCTYPE x [${entities.join('')}]><x>&e11;</x>`, 'growing.xml', 'application/xml'),
  'an entity that reads a file': () =>
    text(
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg>&f;</svg>',
      'f.svg',
      'image/svg+xml',
    ),
  nothing: () => text('', 'empty.pdf', 'application/pdf'),
  'a byte order mark alone': () => ({
    bytes: latin('\xef\xbb\xbf'),
    name: 'bom.txt',
    type: 'text/plain',
  }),
  'a page in UTF-16': () => ({
    bytes: Buffer.from(`\ufeff${HTML}`, 'utf16le'),
    name: 'wide.txt',
    type: 'text/plain; charset=utf-7',
  }),
  'a page in UTF-7': () =>
    text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-', 'seven.txt', 'text/html; charset=utf-7'),
  'the head of something else': (chance) => ({
    bytes: Buffer.concat([latin(pick(chance, HEADS)), noise(chance, 200)]),
    name: pick(chance, NAMES),
    type: 'application/pdf',
  }),
  'a name that means harm': (chance) =>
    text('x', pick(chance, [...NAMES, ...MORE_NAMES]), 'text/plain'),
  'a type that means harm': (chance) => text(HTML, 'typed.pdf', pick(chance, TYPES)),
  'an email with a page': () =>
    text(
      `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`,
      'mail.mht',
      'multipart/related',
    ),
  'a shortcut': () =>
    text(
      '[InternetShortcut]\r\nURL=javascript:alert(1)\r\n',
      'Invoice.pdf.url',
      'application/x-mswinurl',
    ),
  'a table with formulas': () =>
    text('=cmd|"/c calc"!A1,=HYPERLINK("https://evil.example")\n', 'table.csv', 'text/csv'),
  'a spoiled page': (chance) => ({
    bytes: spoiled(chance, Buffer.from(HTML)),
    name: 'spoiled.html',
    type: 'text/html',
  }),
  noise: (chance) => ({
    bytes: noise(chance, chance.between(1, 4000)),
    name: pick(chance, NAMES),
    type: pick(chance, TYPES),
  }),
}

const MORE_NAMES = [
  'invoice\u202efdp.exe',
  'שלום.pdf',
  '\u200f\u200f.html',
  `${'ä'.repeat(300)}.pdf`,
  `${'a/'.repeat(500)}b.html`,
  '<script>alert(1)</script>.html',
  "' onmouseover='alert(1).png",
  '%2e%2e%2fetc%2fpasswd',
  '%0d%0aX-Evil: 1.pdf',
  '.htaccess',
  'index.html ',
  'a.pdf\u0000.html',
  '🏴‍☠️.svg',
  '\ud800.pdf',
  'NUL',
  '   ',
]
const TYPES = [
  'text/html',
  'image/svg+xml',
  'text/javascript',
  'application/xhtml+xml',
  'text/html\r\nX-Evil: 1',
  'multipart/x-mixed-replace; boundary=x',
  'not a type',
  'application/octet-stream; x="><script>alert(1)</script>',
  '*/*',
  'x'.repeat(500),
]

/** So many files, the same for the same seed, of all kinds in turn. No two have the same bytes. */
export function hostileUploads(seed: number, count: number): HostileUpload[] {
  const kinds = Object.entries(KINDS)
  return Array.from({ length: count }, (_, n) => {
    const [what, make] = kinds[n % kinds.length]!
    const chance = chanceOf(seed + n)
    const { bytes, name, type } = make(chance)
    // Each kind comes under its own name first, and later under others too.
    return {
      what,
      name: n >= kinds.length && chance.happens(0.3) ? pick(chance, MORE_NAMES) : name,
      type: n >= kinds.length && chance.happens(0.3) ? pick(chance, TYPES) : type,
      bytes,
    }
  })
}

/** A stored name that says where a file goes, or hides what it is. */
const UNCLEAN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\/<>:"|?*]|^\.*$/u

/** What is wrong with the name under which a file is kept. */
export const nameFaults = (name: string): string[] =>
  UNCLEAN.test(name) || name.trim() !== name || [...name].length > 200
    ? [`is called ${JSON.stringify(name)}`]
    : []

/** What is wrong with how a browser gets the file: as other bytes, or as something that it would show or run. */
export function servedFaults({ status, headers, bytes }: Answer, sent: Buffer): string[] {
  if (status !== 200) return [`is answered with ${status}`]
  const wanted: [header: string, fits: RegExp][] = [
    ['content-type', /^application\/octet-stream$/],
    ['content-disposition', /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.!~*'()%-]+$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /^sandbox; default-src 'none'$/],
  ]
  return [
    ...wanted.flatMap(([header, fits]) => {
      const value = headers.get(header) ?? ''
      return fits.test(value) ? [] : [`is served with ${header}: ${value}`]
    }),
    ...(headers.has('x-evil') ? ['has put in a header'] : []),
    ...(Buffer.from(bytes).equals(sent) ? [] : ['comes back as other bytes']),
  ]
}
