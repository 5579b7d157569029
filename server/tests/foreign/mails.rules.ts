import { type Chance, chanceOf } from '../scenarios/chance.ts'
import {
  bytesIn,
  headerText,
  type Lines,
  lineBreak,
  type MailPart,
  type NameStyle,
  nameParam,
  quoted,
  render,
  uuencoded,
  type WordStyle,
  wrapped,
} from './mail-parts.rules.ts'
import { pick } from './tables.rules.ts'

/** An email as another program writes it, with what its author meant. */
export interface ForeignMail {
  seed: number
  /** The program, and what is special. */
  what: string
  bytes: Buffer
  subject: string
  /** Whom an answer goes to. */
  address: string
  /** The author’s name, if a header has one and nobody else gets the answers. */
  name: string | undefined
  text: string
  files: MeantFile[]
}

export interface MeantFile {
  /** Undefined if the sender gave none. */
  name: string | undefined
  bytes: Buffer
  /** What kind of file it is, if that matters: an email within, which others write anew; or a picture in HTML itself. */
  kind?: 'email' | 'in html'
}

/** An email in the making. */
interface Draft {
  seed: number
  chance: Chance
  lines: Lines
  traits: string[]
  fields: string[]
  charset: string
  text: string
  files: MeantFile[]
  nth: number
}

const CHARSETS = [
  'utf-8',
  'utf-8',
  'utf-8',
  'iso-8859-1',
  'windows-1252',
  'iso-8859-15',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'gb18030',
]
const WORDS: Record<string, readonly string[]> = {
  'utf-8': ['Grüße aus Köln', '東京から', '😀 Thanks', 'Łódź – “yes”', 'Ελλάδα', 'Prêt à signer'],
  latin: ['Grüße aus Köln', 'Prêt à signer', 'Señor Núñez', 'Straße 5'],
  cyrillic: ['Привет из Москвы', 'Договор подписан'],
  shift_jis: ['東京から', 'お問い合わせ', '契約書'],
  gb18030: ['你好', '合同已签', '上海公司'],
}
const PLAIN = ['Your offer', 'Documents for Acme Bakery', 'Re: Question', 'Bank statements (3)']
const LINES = [
  'Hello,',
  '',
  'please find the papers enclosed.',
  'The amount is $12,500.00 = 100%.',
  '--',
  '-- not a delimiter',
  'Two  blanks and a\ttab',
  'A line that is longer than most programs like to write in one piece, so that they have to break it somewhere near here.',
  '> a quote',
  'Content-Type: this is only text',
  '=3D stays',
  'Regards',
  'Ann',
]

const wordsOf = (charset: string): readonly string[] =>
  WORDS[charset] ?? (/1251|koi8/.test(charset) ? WORDS.cyrillic! : WORDS.latin!)

const someText = (chance: Chance, charset: string): string =>
  [
    pick(chance, ['Good morning', 'Dear desk,']),
    ...Array.from({ length: chance.between(0, 7) }, () => pick(chance, LINES)),
    ...(chance.happens(0.7) ? [pick(chance, wordsOf(charset))] : []),
    pick(chance, ['the end', 'Regards']),
  ].join('\n')

const noise = (chance: Chance, most: number): string =>
  Array.from({ length: chance.between(1, most) }, () =>
    String.fromCharCode(chance.between(0, 255)),
  ).join('')

function boundaryOf(draft: Draft): string {
  const { chance, seed } = draft
  const nth = ++draft.nth
  return pick(chance, [
    `----=_NextPart_000_00${nth}_01D9.${seed}`,
    `=_alternative 00518${nth}C785258_=`,
    `0000000000${nth}c1f605f`,
    `Apple-Mail=_${nth}-${seed}`,
    // A boundary may begin like that of the multipart around it.
    `b1_${'x'.repeat(nth)}`,
    `_000_${nth}AM0PR${seed}_`,
  ])
}

/** The header of a multipart names another boundary than its parts have. */
export const OTHER_BOUNDARY = 'another boundary'

function multipartOf(draft: Draft, kind: string, parts: MailPart[], params = ''): MailPart {
  const { chance, traits } = draft
  const boundary = boundaryOf(draft)
  const isClosed = !chance.happens(0.06)
  if (!isClosed) traits.push(`${kind} not closed`)
  const isOther = isClosed && chance.happens(0.02)
  if (isOther) traits.push(OTHER_BOUNDARY)
  const type = pick(chance, ['Content-Type: multipart', 'content-type: MULTIPART'])
  const fold = chance.happens(0.5) ? '\n' : ''
  const named = isOther ? `other-${draft.seed}-${draft.nth}` : boundary
  return {
    fields: [`${type}/${kind};${fold} boundary="${named}"${params}`],
    body: parts,
    boundary,
    isClosed,
    ...(chance.happens(0.2) ? { before: 'This is a multi-part message in MIME format.' } : {}),
    ...(chance.happens(0.1) ? { after: 'What comes after is nothing.' } : {}),
  }
}

/** A text with a transfer encoding. */
function textPart(draft: Draft, text: string, type = 'text/plain', params = ''): MailPart {
  const { chance, lines, charset } = draft
  const bytes = bytesIn(text, charset)
  const isAscii = /^[\0-\x7f]*$/.test(bytes)
  const ways = ['quoted-printable', 'base64', '8bit', ...(isAscii ? ['7bit', 'none'] : ['8bit'])]
  const way = pick(chance, ways)
  const spelled = chance.happens(0.1) ? way.toUpperCase() : way
  const named = chance.happens(0.2) ? `"${charset}"` : charset.toUpperCase()
  const body = {
    'quoted-printable': () => quoted(lines, bytes, true),
    base64: () => wrapped(lines, bytes.replaceAll('\n', '\r\n'), pick(chance, [76, 76, 60, 72])),
  }[way]
  return {
    fields: [
      `Content-Type: ${type}; charset=${isAscii && chance.happens(0.5) ? 'us-ascii' : named}${params}`,
      ...(way === 'none' ? [] : [`Content-Transfer-Encoding: ${spelled}`]),
    ],
    body: body ? body() : bytes.replaceAll('\n', () => lineBreak(lines)),
  }
}

const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map(
      (line) =>
        `<div>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') || '<br>'}</div>`,
    )
    .join('')

/** What is kept of HTML as text: blanks that follow one another are one, and so are empty lines. */
const inHtml = (text: string): string => text.replace(/[ \t]+/g, ' ').replace(/\n{3,}/g, '\n\n')

const FILE_NAMES = [
  'contract.pdf',
  'Scan 2026-11-28.pdf',
  'photo.jpg',
  'statement;final.csv',
  'a "quoted" name.txt',
]
const NAME_ENDS = ['.pdf', '.docx', ' (1).png']

/** A file, as most programs attach it. */
function filePart(draft: Draft, more: { isInline?: boolean; cid?: string } = {}): MailPart {
  const { chance, lines, traits, charset, files } = draft
  const bytes = chance.happens(0.03) ? '' : noise(chance, 1500)
  const isPlain = chance.happens(0.6)
  const name = isPlain
    ? pick(chance, FILE_NAMES)
    : pick(chance, wordsOf(charset)) + pick(chance, NAME_ENDS)
  const styles: NameStyle[] = isPlain
    ? ['quoted', 'quoted', 'pieces', 'extended', ...(/[;"]/.test(name) ? [] : (['bare'] as const))]
    : ['word', 'extended', 'extended in pieces', ...(charset === 'utf-8' ? (['raw'] as const) : [])]
  const style = pick(chance, styles)
  const place = more.cid ? 'name' : pick(chance, ['filename', 'filename', 'name', 'both', 'none'])
  traits.push(`name ${place} ${place === 'none' ? '' : style}`.trim())
  const inName =
    place === 'name' || place === 'both' ? `; ${nameParam('name', name, charset, style)}` : ''
  const inFile =
    place === 'filename' || place === 'both'
      ? `;\n ${nameParam('filename', name, charset, style)}`
      : ''
  const kind = more.isInline ? 'inline' : 'attachment'
  const way = pick(chance, ['base64', 'base64', 'base64', 'quoted-printable', 'x-uuencode'])
  if (way === 'x-uuencode') traits.push('uuencode')
  const body = {
    base64: () => wrapped(lines, bytes, pick(chance, [76, 76, 60, 1000])),
    'quoted-printable': () => quoted(lines, bytes, false),
    'x-uuencode': () => uuencoded(lines, bytes, 'file.bin'),
  }[way]!
  files.push({ name: place === 'none' ? undefined : name, bytes: Buffer.from(bytes, 'latin1') })
  const type = more.cid
    ? 'image/png'
    : pick(chance, ['application/pdf', 'application/octet-stream', 'image/jpeg', 'text/csv'])
  return {
    fields: [
      `Content-Type: ${type}${inName}`,
      `Content-Transfer-Encoding: ${way}`,
      ...(more.cid ? [`Content-ID: <${more.cid}>`] : [`Content-Disposition: ${kind}${inFile}`]),
    ],
    body: body(),
  }
}

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function mixed(draft: Draft, first: MailPart): MailPart {
  const count = draft.chance.between(0, 3)
  if (count === 0) return first
  return multipartOf(draft, 'mixed', [
    first,
    ...Array.from({ length: count }, () => filePart(draft)),
  ])
}

const alternativeOf = (draft: Draft, html = htmlOf(draft.text)): MailPart =>
  multipartOf(draft, 'alternative', [
    textPart(draft, draft.text),
    textPart(draft, html, 'text/html'),
  ])

/** The kinds of emails: what each program makes of a text. */
const KINDS: Record<string, (draft: Draft) => MailPart> = {
  Outlook: (draft) => {
    const cid = `image001.png@01D9.${draft.seed}`
    const alternative = alternativeOf(draft, `${htmlOf(draft.text)}<img src="cid:${cid}">`)
    const related = multipartOf(draft, 'related', [alternative, filePart(draft, { cid })])
    return mixed(draft, related)
  },
  'Apple Mail': (draft) => {
    const first = textPart(draft, draft.text)
    const file = filePart(draft, { isInline: true })
    const rest = 'Sent from my iPhone'
    draft.text += `\n${rest}`
    return multipartOf(draft, 'mixed', [first, file, textPart(draft, rest)])
  },
  Gmail: (draft) => mixed(draft, alternativeOf(draft)),
  'Lotus Notes': (draft) => mixed(draft, alternativeOf(draft)),
  PHPMailer: (draft) => mixed(draft, textPart(draft, draft.text)),
  'a ticket system': (draft) => {
    draft.fields.push(
      `References: ${Array.from({ length: 80 }, (_, at) => `<${at}.${draft.seed}@tickets.example>`).join('\n ')}`,
      `X-Ticket-History: ${'status=open; '.repeat(600).trim()}`,
    )
    return textPart(draft, draft.text)
  },
  'HTML only': (draft) => {
    const html = htmlOf(draft.text)
    draft.text = inHtml(draft.text)
    return mixed(draft, textPart(draft, `<html><body>${html}</body></html>`, 'text/html'))
  },
  'a picture in the HTML itself': (draft) => {
    draft.files.push({ name: undefined, bytes: PIXEL, kind: 'in html' })
    const picture = `<img src="data:image/png;base64,${PIXEL.toString('base64')}">`
    const html = `<html><body>${htmlOf(draft.text)}${picture}</body></html>`
    draft.text = inHtml(draft.text)
    return textPart(draft, html, 'text/html')
  },
  'a scanner': (draft) => {
    draft.text = ''
    const file = filePart(draft)
    return draft.chance.happens(0.5) ? multipartOf(draft, 'mixed', [file]) : file
  },
  mailx: (draft) => {
    draft.charset = 'utf-8'
    return {
      fields: [],
      body: bytesIn(draft.text, 'utf-8').replaceAll('\n', () => lineBreak(draft.lines)),
    }
  },
  'a type without its second half': (draft) => {
    const part = textPart(draft, draft.text)
    const type = pick(draft.chance, ['text', 'plain'])
    return { ...part, fields: part.fields.map((field) => field.replace('text/plain', type)) }
  },
  'a text that flows': (draft) => {
    const written = [
      'The first paragraph of this flows ',
      'over two lines.',
      '> A quote of it flows ',
      '> as well.',
      '>> And what it quotes ',
      '>> does.',
      '-- ',
      'Ann',
    ]
    draft.text = [
      'The first paragraph of this flows over two lines.',
      '> A quote of it flows as well.',
      '>> And what it quotes does.',
      '-- ',
      'Ann',
    ].join('\n')
    return textPart(draft, written.join('\n'), 'text/plain', '; format=flowed')
  },
  'a text that flows without blanks': (draft) => {
    const words = pick(draft.chance, wordsOf(draft.charset))
    draft.text = `${words}${words}\n${words}`
    const params = '; format=flowed; delsp=yes'
    return textPart(draft, `${words} \n${words}\n${words}`, 'text/plain', params)
  },
  'parts deep within': (draft) => {
    const alternative = alternativeOf(draft)
    const related = multipartOf(draft, 'related', [alternative])
    const inner = multipartOf(draft, 'mixed', [related, filePart(draft)])
    return multipartOf(draft, 'mixed', [multipartOf(draft, 'mixed', [inner]), filePart(draft)])
  },
  'an invitation': (draft) => {
    const calendar = [
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      `UID:${draft.seed}@calendar.example`,
      'SUMMARY:Call',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n')
    draft.files.push({ name: undefined, bytes: Buffer.from(calendar) })
    return multipartOf(draft, 'alternative', [
      textPart(draft, draft.text),
      {
        fields: [
          'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
          'Content-Transfer-Encoding: base64',
        ],
        body: wrapped(draft.lines, calendar, 76),
      },
    ])
  },
  'forwarded as a file': (draft) => {
    const inner = innerMail(draft, 'Inner')
    const body = render(draft.lines, inner)
    draft.files.push({ name: undefined, bytes: Buffer.from(body, 'latin1'), kind: 'email' })
    const forwarded = { fields: ['Content-Type: message/rfc822'], body }
    return multipartOf(draft, 'mixed', [textPart(draft, draft.text), forwarded])
  },
  'a digest': (draft) => {
    const inner = ['One', 'Two'].map((subject) => render(draft.lines, innerMail(draft, subject)))
    for (const body of inner) {
      draft.files.push({ name: undefined, bytes: Buffer.from(body, 'latin1'), kind: 'email' })
    }
    // Their type goes without saying, so the header of each is empty.
    const parts = inner.map((body): MailPart => ({ fields: [], body }))
    return multipartOf(draft, 'mixed', [
      textPart(draft, draft.text),
      multipartOf(draft, 'digest', parts),
    ])
  },
  'a signed email': (draft) => {
    const signature = filePart(draft)
    const params = '; micalg=sha-256; protocol="application/pkcs7-signature"'
    return multipartOf(draft, 'signed', [textPart(draft, draft.text), signature], params)
  },
  'a list with its footer': (draft) => {
    const first = textPart(draft, draft.text)
    const footer = 'You get this because you asked for it.'
    draft.text += `\n${footer}`
    return multipartOf(draft, 'mixed', [first, textPart(draft, footer)])
  },
}

const innerMail = ({ seed }: Draft, subject: string): MailPart => ({
  fields: [
    'From: Ben <ben@inner.example>',
    `Subject: ${subject} ${seed}`,
    'Content-Type: text/plain; charset=us-ascii',
  ],
  body: 'What was said before.',
})

/** An email, as one of many programs could write it. */
export function foreignMail(seed: number): ForeignMail {
  const chance = chanceOf(seed)
  const what = pick(chance, Object.keys(KINDS))
  const charset = pick(chance, CHARSETS)
  const traits = [what, charset]
  const breaks = pick(chance, [['\r\n'], ['\r\n'], ['\r\n'], ['\n'], ['\r\n', '\n']])
  if (breaks[0] !== '\r\n' || breaks.length > 1)
    traits.push(breaks.length > 1 ? 'CR/LF mixed' : 'LF')
  const padding = chance.happens(0.08) ? pick(chance, [' ', '\t', '   ']) : ''
  if (padding !== '') traits.push('padded delimiters')
  const lines: Lines = { chance, breaks, padding }
  const draft: Draft = {
    seed,
    chance,
    lines,
    traits,
    fields: [],
    charset,
    text: someText(chance, charset),
    files: [],
    nth: 0,
  }
  const content = KINDS[what]!(draft)
  const subject = subjectOf(draft)
  const sender = senderOf(draft)
  const fields = [
    sender.field,
    ...(sender.replyTo === undefined ? [] : [`Reply-To: ${sender.replyTo}`]),
    'To: desk@funding.example',
    `Subject: ${subject.written}`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0100',
    `Message-ID: <${seed}.foreign@mail.example>`,
    ...(chance.happens(0.9) ? ['MIME-Version: 1.0'] : []),
    ...draft.fields,
  ]
  const whole: MailPart = {
    ...content,
    fields: chance.happens(0.5) ? [...fields, ...content.fields] : [...content.fields, ...fields],
  }
  if (typeof content.body === 'string' && draft.files.length === 0 && chance.happens(0.15)) {
    whole.endOfHeader = pick(chance, [' \n', ''])
    traits.push(whole.endOfHeader === '' ? 'nothing ends the header' : 'a blank ends the header')
  }
  return {
    seed,
    what: traits.join(', '),
    bytes: Buffer.from(render(lines, whole), 'latin1'),
    subject: subject.text,
    address: sender.replyTo ?? sender.address,
    name: sender.replyTo === undefined ? sender.name : undefined,
    text: draft.text,
    files: draft.files,
  }
}

const STYLES: WordStyle[] = ['q', 'b', 'split', 'split characters', 'blanks inside']

function styleFor({ chance, charset }: Draft): WordStyle {
  if (charset === 'utf-8') return pick(chance, [...STYLES, 'raw', 'raw inside'])
  return pick(chance, /^(?:iso-8859-1|windows-1252)$/.test(charset) ? [...STYLES, 'raw'] : STYLES)
}

function subjectOf(draft: Draft): { text: string; written: string } {
  const { chance, charset, traits } = draft
  if (chance.happens(0.4)) {
    const text = `${pick(chance, PLAIN)} ${pick(chance, PLAIN)}`
    return { text, written: chance.happens(0.3) ? text.replace(' ', '\n ') : text }
  }
  const text = `${pick(chance, wordsOf(charset))} ${pick(chance, wordsOf(charset))}`
  const style = styleFor(draft)
  traits.push(`subject ${style}`)
  return { text, written: headerText(text, charset, style) }
}

interface Sender {
  address: string
  name: string | undefined
  field: string
  replyTo: string | undefined
}

function senderOf(draft: Draft): Sender {
  const { chance, charset, traits, seed } = draft
  const address = `client${seed}@mail.example`
  const replyTo = chance.happens(0.08) ? `answers${seed}@customer.example` : undefined
  if (replyTo) traits.push('Reply-To')
  const from = (name: string | undefined, field: string): Sender => ({
    address,
    name,
    field: `From: ${field}`,
    replyTo,
  })
  return pick<() => Sender>(chance, [
    () => from(undefined, address),
    () => from(undefined, `<${address.toUpperCase()}>`),
    () => from('Ann Lee', `Ann Lee <${address}>`),
    () => from('Lee, Ann', `"Lee, Ann" <${address}>`),
    () => from('Ann Lee', `${address} (Ann Lee)`),
    () => from('Ann "AL" Lee', `"Ann \\"AL\\" Lee" <${address}>`),
    () => {
      const name = pick(chance, wordsOf(charset))
      const style = styleFor(draft)
      traits.push(`sender ${style}`)
      const written = headerText(name, charset, style)
      return from(name, `${chance.happens(0.3) ? `"${written}"` : written} <${address}>`)
    },
  ])()
}

export const foreignMails = (seed: number, count: number): ForeignMail[] =>
  Array.from({ length: count }, (_, n) => foreignMail(seed + n))
