import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mail, multipart } from '../../../tests/support/inputs/mails.ts'
import { readMail } from './mail.ts'
import { withParts } from './partless.rules.ts'

const HEAD = ['From: ann@example.com', 'Subject: Our statement', 'MIME-Version: 1.0']
const FILE = [
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('a statement').toString('base64'),
]
const NAMED = ['Content-Disposition: attachment; filename="march.pdf"', ...FILE]
const PART = ['--real', 'Content-Type: application/pdf; name="march.pdf"', ...FILE]
const march = ['march.pdf', 'application/pdf', 'a statement']

async function read(...lines: string[]) {
  const { text, html, files } = await readMail(Buffer.from(mail(...HEAD, ...lines)))
  const found = files.map(({ name, type, bytes }) => [name, type, bytes.toString()])
  return { body: (text + html).trim(), files: found }
}

describe('A multipart without parts', () => {
  test.each([
    ['that has no boundary', ['Content-Type: multipart/related', ...NAMED]],
    ['that never comes to its boundary', ['Content-Type: multipart/related; boundary=x', ...NAMED]],
    ['in any notation', ['content-type: Multipart/Mixed;', ' boundary="x y"', ...NAMED]],
    [
      'that has its name and type with it',
      ['Content-Type: multipart/related; type="application/pdf"; name=march.pdf', ...FILE],
    ],
  ])('%s is a file', async (_, lines) => {
    expect(await read(...lines)).toEqual({ body: '', files: [march] })
  })

  test('is a text if nothing says that it is a file', async () => {
    const type = 'Content-Type: multipart/alternative; boundary=x; charset=iso-8859-1'
    expect(await read(type, '', 'Please call.')).toEqual({ body: 'Please call.', files: [] })
    const html = await read(
      'Content-Type: multipart/related',
      '',
      '<html><p>Please call.</p></html>',
    )
    expect(html).toEqual({ body: '<html><p>Please call.</p></html>', files: [] })
  })

  test('within an email that has some is a file too', async () => {
    const { header, body } = multipart('mixed', [
      mail('Content-Type: text/plain', '', 'See the page.'),
      mail('Content-Type: multipart/related; boundary=x', ...NAMED),
    ])
    expect(await read(header, '', body)).toEqual({ body: 'See the page.', files: [march] })
  })

  test('is empty if that is what it says', async () => {
    expect(await read('Content-Type: multipart/mixed; boundary=x', '', '--x--')).toEqual({
      body: '',
      files: [],
    })
  })
})

test.each(['multipart/related', 'multipart/mixed; boundary=other', 'multipart/mixed; boundary=""'])(
  'parts are found by the boundary that they have: %s',
  async (type) => {
    const text = ['--real', 'Content-Type: text/plain', '', 'See the file.']
    expect(await read(`Content-Type: ${type}`, '', ...text, ...PART, '--real--')).toEqual({
      body: 'See the file.',
      files: [march],
    })
  },
)

test('an email whose multiparts have parts is left as it is, and so is anything else', () => {
  const { header, body } = multipart('mixed', [
    mail('Content-Type: text/plain', '', 'Content-Type: multipart/mixed; boundary=none', '--x'),
    mail('Content-Type: message/rfc822', '', 'Content-Type: multipart/mixed', '', 'text'),
  ])
  const whole = Buffer.from(mail(...HEAD, header, '', body))
  expect(withParts(whole)).toBe(whole)
  const line = fc.constantFrom(
    '',
    '--a',
    '--a--',
    ' b',
    'Content-Type: text/plain',
    '--b',
    'Content-Type: multipart/x; boundary=b',
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const raw = Buffer.from(lines.join('\r\n'))
      expect(withParts(withParts(raw))).toEqual(withParts(raw))
    }),
  )
})
