import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import type { Outgoing } from '../channels/provider.ts'
import { authorName, compose } from './email-composition.rules.ts'

const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  workspaceId: 'w',
  messageId: 1,
  to: 'ann@client.example',
  toName: null,
  senderName: null,
  isAutomatic: false,
  subject: null,
  content: 'Hello',
  contentHtml: null,
  messageIdHeader: '<m@x>',
  inReplyTo: null,
  references: [],
  attachments: [],
  ...more,
})

const desk = { from: 'desk@funding.example', fromName: 'Harborline' }

test('an email has its headers, and no HTML or In-Reply-To unless they are given', () => {
  expect(compose(desk, outgoing())).toEqual({
    from: { name: 'Harborline', address: 'desk@funding.example' },
    to: { name: '', address: 'ann@client.example' },
    subject: '',
    messageId: '<m@x>',
    references: [],
    text: 'Hello',
  })
  const more = { inReplyTo: '<a@x>', references: ['<b@x>', '<a@x>'], contentHtml: '<p>Hi</p>' }
  expect(compose(desk, outgoing(more))).toMatchObject({
    inReplyTo: '<a@x>',
    references: ['<b@x>', '<a@x>'],
    html: '<p>Hi</p>',
  })
})

test('nothing in a header can begin another one, and there is one recipient', () => {
  const tricky = fc.array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\u2028',
      ' ',
      ',',
      ';',
      '<',
      '>',
      '"',
      '(',
      ':',
      '@',
      'a',
      'x.example',
      '\t',
      '\0',
    ),
  )
  const odd = fc.oneof(
    tricky.map((parts) => parts.join('')),
    fc.string(),
  )
  /** Mostly valid values, so that most emails have at most the fault that is tested. */
  const near = (right: string) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(right) },
      { weight: 1, arbitrary: odd },
      { weight: 1, arbitrary: odd.map((text) => right + text) },
    )
  const [address, id] = [near('ann@client.example'), near('<m@x>')]
  fc.assert(
    fc.property(address, address, near('Hi'), id, id, (from, to, subject, id, reply) => {
      const more = { to, subject, messageIdHeader: id, inReplyTo: reply, references: [reply] }
      const made = compose({ from, fromName: null }, outgoing(more))
      if ('fault' in made) return
      const { inReplyTo = '', references, messageId } = made
      expect(
        [
          made.from.address,
          made.to.address,
          made.subject,
          messageId,
          inReplyTo,
          ...references,
        ].join(),
      ).not.toMatch(/[\r\n\0]/)
      for (const { address } of [made.from, made.to])
        expect(address).toMatch(/^[^@\s,;<>]+@[^@\s,;<>]+$/)
    }),
    { numRuns: 1000 },
  )
  for (const to of [
    'a@x.example\r\nBcc: b@x',
    'a@x.example,b@x.example',
    'A <a@x.example>',
    'a@x@y',
    '',
  ]) {
    expect(compose(desk, outgoing({ to }))).toHaveProperty('fault')
  }
})

test('an email is from the person who wrote it, at the desk, or else from the desk', () => {
  expect(authorName('Ann Lee', 'Harborline')).toBe('Ann Lee at Harborline')
  expect(authorName(null, 'Harborline')).toBe('Harborline')
  expect(authorName('Ann Lee', null)).toBe('Ann Lee')
  expect(authorName('Harborline', 'Harborline')).toBe('Harborline')
  expect(authorName(' \r\n', null)).toBe('')
  expect(authorName('Ann\r\nBcc: x@y', 'A <b@c>')).toBe('Ann Bcc: x y at A b c')
})

test('what no person wrote says so', () => {
  expect(compose(desk, outgoing({ isAutomatic: true }))).toMatchObject({
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
})

test('names arrive as they are, and nothing in one is a header or an address', async () => {
  const piece = fc.constantFrom(
    'Ann',
    'Zoë',
    '北',
    '😀',
    ' ',
    ',',
    ';',
    ':',
    '"',
    "'",
    '\\',
    '(',
    ')',
    '<',
    '>',
    '@',
    '.',
    '=?utf-8?Q?=0A?=',
    '=?',
    '?=',
    '\r\n',
    '\n',
    '\0',
    '\u2028',
    '\u202e',
    '\ud800',
    'Bcc: eve@evil.example',
    'x'.repeat(80),
  )
  const name = fc.oneof(
    fc.array(piece).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  await fc.assert(
    fc.asyncProperty(name, name, name, async (senderName, fromName, toName) => {
      const made = compose({ ...desk, fromName }, outgoing({ subject: 'Hi', senderName, toName }))
      if ('fault' in made) throw new Error(made.fault.error)
      const { message } = await transport.sendMail({ ...made, xMailer: false })
      const raw = message.toString()
      const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
      expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/)
      const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0])
      expect(new Set(names)).toEqual(
        new Set([
          'From',
          'To',
          'Subject',
          'Message-ID',
          'Content-Transfer-Encoding',
          'Date',
          'MIME-Version',
          'Content-Type',
        ]),
      )
      expect(names.length).toBe(8)
      const read = await simpleParser(message as Buffer)
      expect(read.from?.value).toEqual([made.from])
      expect([read.to].flat()[0]?.value).toEqual([made.to])
    }),
    { numRuns: 300 },
  )
})
