import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mail, multipart } from '../../../tests/support/inputs/mails.ts'
import { timesAsLong } from '../../../tests/support/machine/cpu-time.ts'
import { readMail } from './mail.ts'

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
  const { text, html, files } = readMail(Buffer.from(mail(...HEAD, ...lines)))
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

const written = (eol: string, ...lines: string[]) =>
  Buffer.from(lines.join('\r\n').replaceAll('\r\n', eol))
const bodyOf = ({ text, html }: { text: string; html: string }) => (text + html).trim()
const namesOf = (raw: Buffer) =>
  readMail(raw).files.map(({ name, bytes }) => [name, bytes.toString()])

/** A part under a boundary. */
const under = (boundary: string, type: string, ...body: string[]) => [
  `--${boundary}`,
  `Content-Type: ${type}`,
  '',
  ...body,
]
/** A file under a boundary. */
const fileUnder = (boundary: string, name = 'march') =>
  PART.with(0, `--${boundary}`).map((line) => line.replace('march', name))

describe('Parts are found and whole', () => {
  test.each([' ', '\t', ' \t  '])('with blanks after their delimiters: %j', (blanks) => {
    for (const eol of ['\r\n', '\n']) {
      const inner = [...under('in', 'text/html', '<p>See it.</p>'), '--in--']
      const lines = [
        ...under('out', 'multipart/related; boundary=in', ...inner),
        ...fileUnder('out'),
        '--out--',
      ].map((line) => (line.startsWith('--') ? line + blanks : line))
      const raw = written(eol, ...HEAD, 'Content-Type: multipart/mixed; boundary=out', '', ...lines)
      expect(bodyOf(readMail(raw))).toBe('<p>See it.</p>')
      expect(namesOf(raw)).toEqual([['march.pdf', 'a statement']])
    }
  })

  test('if a multipart within another, or one within that, has no end', () => {
    for (const ends of [[], ['--deep--'], ['--in--'], ['--deep--', '--in--']]) {
      const lines = [
        ...under('out', 'multipart/mixed; boundary=in', ...fileUnder('in')),
        ...under('in', 'multipart/alternative; boundary=deep'),
        ...under('deep', 'text/plain', 'Text.'),
        ...under('deep', 'text/html', '<p>Text.</p>', ...ends),
        ...fileUnder('out', 'april'),
      ]
      for (const last of [[], ['--out--', '']]) {
        const head = [...HEAD, 'Content-Type: multipart/mixed; boundary="out"', '']
        const raw = written('\r\n', ...head, ...lines, ...last)
        expect(readMail(raw)).toMatchObject({ text: 'Text.', html: '<p>Text.</p>' })
        expect(namesOf(raw)).toEqual([
          ['march.pdf', 'a statement'],
          ['april.pdf', 'a statement'],
        ])
      }
    }
  })

  test('if two multiparts have one boundary, or if parts follow the last line', async () => {
    const found = await read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...under('b', 'multipart/alternative; boundary=b'),
      ...under('b', 'text/plain', 'Text.', '--b--'),
      ...fileUnder('b'),
      '--b--',
    )
    expect(found).toEqual({ body: 'Text.', files: [march] })
  })

  test('to the byte, whatever its lines end with, and with no line break at the end', () => {
    for (const eol of ['\r\n', '\n']) {
      const part = ['--b', 'Content-Disposition: attachment; filename=a.txt', '']
      const file = ['', 'a', '', ' b ', '']
      const head = [...HEAD, 'Content-Type: multipart/mixed; boundary=b', '', ...part, ...file]
      for (const ends of [[], ['--b--'], ['--b--', 'epilogue'], ['--b', '', 'c']]) {
        expect(namesOf(written(eol, ...head, ...ends))).toEqual([['a.txt', file.join(eol)]])
      }
    }
  })

  test('what stands before them, if there are none', async () => {
    const type = 'Content-Type: multipart/mixed; boundary=x'
    expect(await read(type, '', 'Please call.', '--x--')).toEqual({
      body: 'Please call.',
      files: [],
    })
  })

  test('in a digest, each is an email', async () => {
    const { header, body } = multipart('digest', [mail('', 'Subject: One', '', 'text')])
    const [file] = (await read(header, '', body)).files
    expect(file!.slice(0, 2)).toEqual(['One.eml', 'message/rfc822'])
  })
})

describe('The header', () => {
  test.each([
    ['a line of a blank', [' '], 'Dear desk,'],
    ['lines of blanks', ['\t', '  '], 'Dear desk,'],
    ['a line of blanks before an empty one', [' ', ''], 'Dear desk,'],
    ['the first line that is no field', [], 'Dear desk,'],
    ['a line of a blank before words like fields', [' '], 'Total: 5\nDear desk,'],
    ['a line of a blank before an email in the text', [' '], 'Subject: Old\nDate: today\n\nText'],
  ])('ends with %s', async (_, end, body) => {
    const lines = [...end, ...body.split('\n'), 'see below.']
    const text = `${body}\nsee below.`
    const whole = await read('Content-Type: text/plain', ...lines)
    expect(whole.body.replaceAll('\r', '')).toBe(text)
    const parts = ['--b', 'Content-Type: text/plain', ...lines, ...fileUnder('b'), '--b--']
    const within = await read('Content-Type: multipart/mixed; boundary=b', '', ...parts)
    expect(within).toEqual({ body: text, files: [march] })
  })

  test.each([
    ['a folded line of blanks', ['X-Auth: spf=none;', ' ', 'X-Originating: b', 'List-Id: <c.d>']],
    ['several', ['X-Report: a', ' ', '\t', ' b', ' ']],
    ['a line that is no field', ['This email was scanned', 'X-Scanned: yes']],
  ])('goes on after %s', async (_, odd) => {
    const { body, files } = await read(
      ...odd,
      'Content-Type: multipart/mixed; boundary=real',
      '',
      ...under('real', 'text/plain', 'Text.'),
      ...PART,
      '--real--',
    )
    expect({ body, files }).toEqual({ body: 'Text.', files: [march] })
  })

  test('may begin as in a mailbox file, and be all that a part has', async () => {
    const raw = written('\n', 'From a@b.example Sat Nov 21', ...HEAD, '', 'Text.')
    expect(readMail(raw)).toMatchObject({ text: 'Text.' })
    const type = 'Content-Type: multipart/mixed; boundary=real'
    const bare = ['--real', 'Content-Type: text/html', ...PART, '--real--']
    expect(await read(type, '', ...bare)).toEqual({ body: '', files: [march] })
    const named = ['--a:b', ...NAMED.with(0, `${NAMED[0]}\r\nX-Page: 1`), '--a:b--']
    for (const before of [[], ['--a:b', 'Content-Type: multipart/mixed; boundary="c:d"']]) {
      const lines = [
        ...before,
        ...named.map((line) => (before[0] ? line.replace('a:b', 'c:d') : line)),
      ]
      const { files } = await read('Content-Type: multipart/mixed; boundary="a:b"', ...lines)
      expect(files).toEqual([['march.pdf', 'application/pdf', 'a statement']])
    }
  })
})

test.each(['text', 'text/plain charset=utf-8', '///', 'plain; charset=utf-8'])(
  'what has no proper type is a text: %s',
  async (type) => {
    expect(await read(`Content-Type: ${type}`, '', 'Words.')).toEqual({ body: 'Words.', files: [] })
  },
)

test('a text that has parts is taken apart, and one that only names a boundary is a text', async () => {
  const parts = [...under('real', 'text/plain', 'See the file.'), ...PART, '--real--']
  const type = 'Content-Type: text/html; boundary=real'
  expect(await read(type, '', ...parts)).toEqual({ body: 'See the file.', files: [march] })
  expect(await read(type, '', '<p>Words.</p>', '--')).toMatchObject({ body: '<p>Words.</p>\n--' })
})

test('whatever is written between them, no part of an email is lost', () => {
  const line = fc.constantFrom(
    '',
    ' ',
    '--a',
    '--a \t',
    '--a--',
    '--b',
    '--b--',
    'Content-Type: text/plain',
    'Content-Type: multipart/mixed; boundary=b',
    'Content-Type: multipart/alternative; boundary=a',
    'Content-Type: multipart/mixed',
    'Content-Type: multipart/digest; boundary="',
    'Content-Transfer-Encoding: base64',
    'Subject: =?utf-8?b?',
    '\0\xff',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
      const words = lines.flatMap((one, nth) =>
        /^--a[ \t]*$/.test(one) ? [one, '', `words ${nth}.`] : [one],
      )
      const head = ['From: a@b.example', 'Content-Type: multipart/mixed; boundary=a', '', '--a', '']
      const { text, files } = readMail(written(eol, ...head, ...words))
      const all = [text, ...files.map(({ bytes }) => bytes.toString())].join('\n')
      for (const one of words.filter((one) => one.startsWith('words'))) expect(all).toContain(one)
    }),
  )
})

test('an email takes no longer than it is, however often it seems to end or to go on', async () => {
  const kinds: ((many: number) => string)[] = [
    (many) => ' \nX-A: b\n'.repeat(many),
    (many) => `Content-Transfer-Encoding: ${'('.repeat(many)}\n`,
    (many) =>
      `Content-Type: text/plain${Array.from({ length: many }, (_, n) => `; a*${n}=b`).join('')}\n`,
    (many) => `Subject: ${'=?a?q?'.repeat(many)}\n`,
  ]
  for (const kind of kinds) {
    const of = (many: number) => {
      const raw = Buffer.from(`From: a@b.example\n${kind(many)}\nx`)
      return async () => expect(readMail(raw).text).toBe('x')
    }
    expect(await timesAsLong(of(15_000), of(1_500))).toBeLessThan(40)
  }
})
