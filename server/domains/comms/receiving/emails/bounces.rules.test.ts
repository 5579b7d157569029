import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReport, reportedIds } from './bounces.rules.ts'

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
  expect(readReport(postfix)).toEqual({
    outcome: 'undelivered',
    diagnostic: '550 5.1.1 <ann@client.example>: user unknown',
  })
  expect(readReport(exchange)).toEqual({ outcome: 'undelivered', diagnostic: 'Status 5.2.2' })
  expect(readReport(postfix.replaceAll('\r\n', '\n'))).toEqual(readReport(postfix))
  expect(readReport(postfix.replace(/Status[\s\S]*/, ''))).toMatchObject({
    diagnostic: 'The mail server gave no reason',
  })
})

test('a delayed or relayed email changes nothing, a delivered one does', () => {
  expect(readReport(gmail)).toBe(null)
  expect(readReport(postfix.replace('failed', 'relayed'))).toBe(null)
  expect(readReport(postfix.replace('failed', 'delivered'))).toMatchObject({ outcome: 'delivered' })
  expect(readReport('')).toBe(null)
  // Of several recipients, one that failed decides.
  const mixed = lines(gmail, 'Final-Recipient: rfc822; b@x', 'Action: failed', 'Status: 5.0.0', '')
  expect(readReport(mixed)).toMatchObject({ outcome: 'undelivered' })
})

test('an email is identified by its returned headers first, and by no header in its body', () => {
  const returned = lines('Subject: x', 'message-id:', '\t<a@x>', '', 'Message-ID: <body@x>')
  expect(reportedIds(exchange, [returned], '<c@x>')).toEqual([
    '<a@x>',
    '<one@funding.example>',
    '<c@x>',
  ])
  expect(reportedIds(postfix, ['Subject: x\r\n\r\nMessage-ID: <body@x>'], null)).toEqual([])
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
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), fc.string(), (parts, returned) => {
      const report = readReport(parts.join(''))
      expect((report?.diagnostic ?? '').length).toBeLessThanOrEqual(500)
      expect(reportedIds(parts.join(''), [returned], null).every((id) => /^<\S+>$/.test(id))).toBe(
        true,
      )
    }),
    { numRuns: 300 },
  )
})
