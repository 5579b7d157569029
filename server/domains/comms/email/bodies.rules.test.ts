import { expect, test } from 'vitest'
import { mail, multipart, plainMail } from '../../../tests/support/inputs/mails.ts'
import { readMail } from './mail.ts'

const read = (more: string, body: string) =>
  readMail(Buffer.from(plainMail({ more: [more] }, body)))
const mixed = (...parts: string[]) => {
  const { header, body } = multipart('mixed', parts)
  return read(header, body)
}

test('a named text is a file, unless it is all that the email says', () => {
  const named = mail('Content-Type: text/plain; name="notes.txt"', '', 'note 1')
  const html = mail(
    'Content-Type: text/html',
    'Content-Disposition: inline; filename="statement.html"',
    '',
    '<p>Balance 5</p>',
  )
  const { text, files } = mixed(mail('', 'See these.'), html, named)
  expect(text).toBe('See these.')
  expect(files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['statement.html', '<p>Balance 5</p>'],
    ['notes.txt', 'note 1'],
  ])
  expect(mixed(named)).toMatchObject({ text: 'note 1', files: [] })
  const both = multipart('alternative', [mail('', 'Text.'), html])
  expect(mixed(mail(both.header, '', both.body))).toMatchObject({ files: [] })
})

test('who reads the HTML of an email reads its other texts too', () => {
  const html = mail('Content-Type: text/html', '', '<p>Rich</p>')
  const { text, html: shown } = mixed(mail('', 'Plain <1>\r\n  more'), html)
  expect(text).toBe('Plain <1>\n  more')
  expect(shown).toBe(
    '<div style="white-space:pre-wrap">Plain &lt;1&gt;\n  more</div><br/>\n<p>Rich</p>',
  )
})

test('paragraphs that were broken into lines are whole again, and so are quoted ones', () => {
  const flowed = (lines: string[], more = '') =>
    read(`Content-Type: text/plain; format=flowed${more}`, mail(...lines)).text
  expect(flowed(['Fine.', '> quoted text that ', '> flows on.', '>> deeper ', '>> still.'])).toBe(
    'Fine.\n> quoted text that flows on.\n>> deeper still.',
  )
  expect(flowed(['a ', ' b', '-- ', 'Ann', '>', ' > c'])).toBe('a b\n-- \nAnn\n>\n> c')
  expect(flowed(['a ', 'b'], '; delsp=yes')).toBe('ab')
})

test.each([
  ['aGVs\r\nbG8=\r\n', 'hello'],
  ['aGVsbG8=\r\naGVsbG8=', 'hellohello'],
  ['aG*Vs\0bG 8', 'hello'],
  ['aGVsbG8=\r\n\r\n-- \r\nThe list of deals.\r\n', 'hello'],
  ['', ''],
])('base64 is read to the byte: %j', (encoded, bytes) => {
  const type = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64 (comment)'
  expect(read(type, encoded).files[0]!.bytes.toString()).toBe(bytes)
})
