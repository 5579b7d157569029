import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mail, multipart } from '../../../tests/support/inputs/mails.ts'
import { readMail } from './mail.ts'
import { takeUuencoded } from './uuencode.rules.ts'

/** As `uuencode` writes it. */
function uuencoded(name: string, bytes: Uint8Array, zero: string, eol: string): string {
  const mark = (value: number) => (value === 0 ? zero : String.fromCharCode(value + 32))
  const lines = []
  for (let at = 0; at < bytes.length; at += 45) {
    const some = bytes.subarray(at, at + 45)
    const groups = Array.from({ length: Math.ceil(some.length / 3) }, (_, n) => {
      const [a = 0, b = 0, c = 0] = some.subarray(n * 3, n * 3 + 3)
      return [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    })
    lines.push(mark(some.length) + groups.flat().map(mark).join(''))
  }
  return [`begin 644 ${name}`, ...lines, zero, 'end', ''].join(eol)
}
const pdf = Buffer.from('%PDF a statement of March')
const march = uuencoded('march.pdf', pdf, '`', '\r\n')
const head = 'From: a@b.example\r\n'
const short = ({ text, files }: ReturnType<typeof readMail>) => [
  text.trim(),
  files.map(({ name, type, bytes }) => [name, type, bytes.toString()]),
]
const file = ['march.pdf', 'application/pdf', pdf.toString()]

test('a file that stands in a text is a file, and the text goes on without it', () => {
  const raw = `${head}\r\nSee the file.\r\n\r\n${march}\r\nAnn\r\n`
  expect(short(readMail(Buffer.from(raw)))).toEqual([
    'See the file.\r\n\r\n\r\nAnn'.replaceAll('\r', ''),
    [file],
  ])
})

test.each(['x-uuencode', 'uuencode', 'X-UUE'])('a part that says so is decoded: %s', (way) => {
  const { header, body } = multipart('mixed', [
    mail('Content-Type: text/plain', '', 'See the file.'),
    mail('Content-Type: application/octet-stream', `Content-Transfer-Encoding: ${way}`, '', march),
  ])
  expect(short(readMail(Buffer.from(`${head}${header}\r\n\r\n${body}`)))).toEqual([
    'See the file.',
    [file],
  ])
})

test('any file comes back, and no words around it are lost', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('`', ' '),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (bytes, zero, eol, isTrimmed) => {
        const written = uuencoded('a b.bin', bytes, zero, eol)
        const sent = isTrimmed ? written.replace(/ +(?=\r?\n)/g, '') : written
        const { text, files } = takeUuencoded(`before${eol}${sent}after`)
        expect(text).toBe(`before${eol}after`)
        expect(files).toEqual([{ name: 'a b.bin', bytes: Buffer.from(bytes) }])
      },
    ),
  )
})

test('what only looks like one stays in the text', () => {
  for (const text of [
    'begin 644 march.pdf\nthe words\nend\n',
    'begin 2026 well\n\n',
    'We begin 644 march.pdf\n`\nend\n',
    'begin 644 march.pdf\n#0V%T\n',
  ]) {
    expect(takeUuencoded(text)).toEqual({ text, files: [] })
  }
})

test('the time is in line with the length', () => {
  for (const piece of ['begin 644 a\n', 'begin 644 a\n`\n', '`\n', '\n', 'end\n']) {
    takeUuencoded(`begin 644 a\n${piece.repeat(50_000)}`)
  }
})
