import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failed } from '../../../../../contract/refusals/reasons.ts'
import { complaint, plainBounces } from '../../../../tests/support/inputs/bounces.ts'
import { bounce } from '../../../../tests/support/inputs/mails.ts'
import { readMail } from '../../email/mail.ts'
import { mailKind } from '../../email/mail-kinds.rules.ts'
import { readReport, readStatus, readWords } from './bounces.rules.ts'

const lines = (...of: string[]) => of.join('\r\n')
const postfix = lines(
  'Reporting-MTA: dns; mail.funding.example',
  'X-Postfix-Queue-ID: 4C1',
  '',
  'Final-Recipient: rfc822; ann@client.example',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 <ann@client.example>:',
  '    user unknown',
  '',
)
const exchange = lines(
  'Original-Envelope-Id: one@funding.example',
  'Reporting-MTA: dns;exchange.client.example',
  '',
  'Final-recipient: RFC822;ann@client.example',
  'Action: Failed',
  'Status: 5.2.2',
  '',
)
const gmail = lines(
  'Reporting-MTA: dns; googlemail.com',
  'Arrival-Date: Sat, 21 Nov 2026 01:00:00 -0800 (PST)',
  '',
  'Final-Recipient: rfc822; ann@client.example',
  'Action: delayed',
  'Status: 4.4.1',
  'Will-Retry-Until: Tue, 24 Nov 2026 01:00:00 -0800 (PST)',
  '',
)

test('a report has the server’s words for a failure, or else its status', () => {
  expect(readStatus(postfix)).toEqual({
    outcome: 'undelivered',
    why: failed('reported', { said: '550 5.1.1 <ann@client.example>: user unknown' }),
  })
  expect(readStatus(exchange)).toEqual({
    outcome: 'undelivered',
    why: { error: 'Status 5.2.2', reason: 'reported_status', values: { status: '5.2.2' } },
  })
  expect(readStatus(postfix.replaceAll('\r\n', '\n'))).toEqual(readStatus(postfix))
  expect(readStatus(postfix.replace(/Status[\s\S]*/, ''))).toMatchObject({
    why: { error: 'The mail server gave no reason', reason: 'reported_without_reason', values: {} },
  })
})

test('a delayed or relayed email changes nothing, a delivered one does', () => {
  expect(readStatus(gmail)).toBe(null)
  expect(readStatus(postfix.replace('failed', 'relayed'))).toBe(null)
  expect(readStatus(postfix.replace('failed', 'delivered'))).toMatchObject({ outcome: 'delivered' })
  expect(readStatus('')).toBe(null)
  // Of several recipients, one that failed decides.
  const mixed = lines(gmail, 'Final-Recipient: rfc822; b@x', 'Action: failed', 'Status: 5.0.0', '')
  expect(readStatus(mixed)).toMatchObject({ outcome: 'undelivered' })
})

const read = (raw: string) => readReport(readMail(Buffer.from(raw)))
const ID = '<one@funding.example>'
const TO = 'ann@client.example'

test('a server that writes no action, or that an email expired, tells of a failure too', () => {
  expect(readStatus(postfix.replace(/Action.*\r\n/, ''))?.outcome).toBe('undelivered')
  expect(readStatus(postfix.replace('failed', 'expired'))?.outcome).toBe('undelivered')
  expect(readStatus(gmail.replace(/Action.*\r\n/, ''))).toBe(null)
})

test('an email is identified by its returned header first, and by no header in its body', () => {
  const raw = bounce('<a@x>', { envelopeId: 'one@x', inReplyTo: '<c@x>' })
  expect(read(raw)?.ids).toEqual(['<a@x>', '<one@x>', '<c@x>'])
  const within = raw.replace(/Message-ID:\s+<a@x>\r\n(.*)/, '$1\r\n\r\nMessage-ID: <a@x>')
  expect(within).not.toBe(raw)
  expect(read(within)?.ids).toEqual(['<one@x>', '<c@x>'])
})

test('every server’s report is one, and names the email, its recipient and the server’s words', () => {
  const all = Object.entries(plainBounces(ID, TO))
  for (const [server, raw] of all) {
    expect(mailKind(readMail(Buffer.from(raw))), server).toBe('report')
    const { why, ids, recipients, ...rest } = read(raw)!
    expect(rest, server).toEqual({
      outcome: 'undelivered',
      subject: server === 'exim' ? undefined : 'Your deal',
    })
    expect(ids, server).toEqual([ID])
    expect(recipients, server).toContain(TO)
    expect(why?.error, server).toMatch(/^(?:550 )?5\.1\.1 no such user/)
  }
  expect(all).toHaveLength(8)
})

test('what people and their machines write about failures is no report', () => {
  const { qmail } = plainBounces(ID, TO)
  const kindWith = (from: string, subject: string, ...more: string[]) =>
    mailKind(
      readMail(
        Buffer.from(
          [
            ...more,
            qmail!
              .replace(/^From: .*/, `From: ${from}`)
              .replace(/^Subject: .*/m, `Subject: ${subject}`),
          ].join('\r\n'),
        ),
      ),
    )
  expect(kindWith('Ann <ann@client.example>', 'Fwd: failure notice')).toBe('person')
  expect(kindWith('postmaster@client.example', 'Re: failure notice')).toBe('person')
  expect(kindWith('postmaster@client.example', 'Your new mailbox')).toBe('person')
  const machine = 'Auto-Submitted: auto-generated'
  expect(kindWith('shop@client.example', 'Delivery status of your parcel', machine)).toBe(
    'automatic',
  )
})

test('a report of a delay, or that all went well, changes nothing', () => {
  for (const [subject, words] of [
    ['Warning: message 1 delayed 24 hours', ''],
    ['Delivery Status Notification (Delay)', ''],
    ['Delivery status notification: warning', ''],
    ['Delayed Mail (still being retried)', ''],
    ['Mail delivery', 'Delivery attempts will continue. We will keep trying for two days.'],
    ['Successful Mail Delivery Report', ''],
  ] as const) {
    expect(readWords(subject, words), subject).toBe(null)
  }
  for (const words of [
    'I will not try again; this message has been in the queue too long. 4.4.1',
    'It will no longer be retried.',
  ]) {
    expect(readWords('failure notice', words)?.outcome, words).toBe('undelivered')
  }
})

test('a complaint says that the email arrived, and what its reader thinks of it', () => {
  expect(read(complaint(ID))).toEqual({
    outcome: 'delivered',
    why: { error: 'The recipient reported it as spam.', reason: 'reported_as_spam', values: {} },
    ids: [ID],
    recipients: [],
    subject: 'Your deal',
  })
  expect(read(complaint(ID, 'not-spam'))).toBe(null)
})

test('any report can be read', () => {
  const piece = fc.constantFrom(
    'Action: failed',
    'Status: 5',
    '\r\n',
    '\n',
    ' ',
    ':',
    'Diagnostic-Code: x',
    '\0',
    '<a@x>',
    'Message-ID: <a@x>',
    'Subject: x',
    '550 5.1.1 ',
    '--- a copy',
  )
  const words = fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join(''))
  fc.assert(
    fc.property(words, words, words, (subject, text, status) => {
      const headers = new Map([['subject', subject]])
      const file = {
        name: '',
        type: 'message/delivery-status',
        cid: null,
        bytes: Buffer.from(status),
      }
      for (const files of [[], [file]]) {
        const report = readReport({ headers, date: null, text, html: text, files })
        expect((report?.why?.error ?? '').length).toBeLessThanOrEqual(500)
        expect((report?.ids ?? []).every((id) => /^<\S+>$/.test(id))).toBe(true)
        expect(JSON.stringify(report)).not.toContain('\\u0000')
      }
    }),
    { numRuns: 200 },
  )
})

test('the time to read a report is in line with its length', () => {
  for (const piece of [
    '<',
    '<a@',
    'message-id:',
    ' \n',
    '\n ',
    'a',
    '5.',
    'will ',
    '\nSubject:\n ',
  ]) {
    const text = piece.repeat(30_000)
    read(`From: <>\nSubject: Undeliverable\nContent-Type: text/html\n\n${text}`)
    read(`From: <>\nSubject: Undeliverable\n\n${text}`)
  }
})
