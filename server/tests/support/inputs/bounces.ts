import { mail, multipart } from './mails.ts'

const TO = 'To: desk@funding.example'
const quoted = (id: string) => [
  'Received: from mail.funding.example by mx.example with ESMTP id 1;',
  ' Sat, 21 Nov 2026 09:00:00 +0000',
  'From: desk@funding.example',
  'Subject: Your deal',
  `Message-ID: ${id}`,
  '',
  'Hello',
]

/** Reports on an email as mail servers write them that do not use the format for it. */
export const plainBounces = (id: string, recipient: string): Record<string, string> => {
  const mixed = (...parts: string[]) => multipart('mixed', parts)
  const opensmtpd = mixed(
    mail('Content-Type: text/plain', '', 'Hi!', '', 'This is the MAILER-DAEMON.'),
    mail(
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    ),
    mail('Content-Type: text/rfc822-headers', '', ...quoted(id)),
  )
  const returning = mixed(
    mail(
      'Content-Type: text/plain',
      '',
      `I could not deliver it to <${recipient}>: host mx.example[192.0.2.1]`,
      '    said: 550 5.1.1 no such user (in reply to RCPT TO)',
    ),
    mail('Content-Type: message/rfc822', '', ...quoted(id)),
  )
  const zoho = mixed(
    mail(
      'Content-Type: text/plain',
      '',
      'This is a permanent error.',
      '',
      `${recipient} Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 no such user`,
      '',
      ...quoted(id).map((line) => line.replace(': ', ':')),
    ),
  )
  return {
    qmail: mail(
      'From: MAILER-DAEMON@mx.example',
      TO,
      'Subject: failure notice',
      '',
      'I was not able to deliver your message. Giving up on it now.',
      '',
      `<${recipient}>:`,
      'Remote host said: 550 5.1.1 no such user',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...quoted(id),
    ),
    exim: mail(
      'From: Mail Delivery System <Mailer-Daemon@mx.example>',
      TO,
      `X-Failed-Recipients: ${recipient}`,
      'Auto-Submitted: auto-replied',
      `References: <older@mx.example> ${id}`,
      'Subject: Mail delivery failed: returning message to sender',
      '',
      `  ${recipient}`,
      '    550 5.1.1 no such user',
    ),
    dma: mail(
      'From: MAILER-DAEMON <>',
      TO,
      'Subject: Mail delivery failed',
      '',
      `There was an error delivering your mail to <${recipient}>.`,
      '',
      'mx.example did not like our RCPT TO:',
      '550 5.1.1 no such user',
      '',
      'Message headers follow.',
      '',
      ...quoted(id),
    ),
    opensmtpd: mail(
      'From: Mailer Daemon <MAILER-DAEMON@mx.example>',
      TO,
      'Subject: Delivery status notification: failed',
      opensmtpd.header,
      '',
      opensmtpd.body,
    ),
    postfix: mail(
      'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
      TO,
      'Subject: Undelivered Mail Returned to Sender',
      returning.header,
      '',
      returning.body,
    ),
    office365: mail(
      'From: postmaster@tenant.example',
      TO,
      'Subject: Undeliverable: Your deal',
      'Content-Type: text/html',
      '',
      `<p>Delivery has failed to these recipients:<br>${recipient}</p>`,
      `<p>${recipient}<br>Remote Server returned '550 5.1.1 no such user'</p>`,
      '<p>Original message headers:</p>',
      `<pre>${quoted(id).join('\n').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`,
    ),
    zoho: mail(
      'From: mailer-daemon@mail.example',
      TO,
      'Subject: Undelivered Mail Returned to Sender',
      zoho.header,
      '',
      zoho.body,
    ),
    unnamed: mail(
      'From: <>',
      TO,
      'Subject: Undeliverable mail',
      '',
      'Your message',
      '',
      '  Subject: Your deal',
      '  Sent:    Sat, 21 Nov 2026 09:00:00 +0000',
      '',
      `was not delivered to ${recipient}: 550 5.1.1 no such user`,
      '',
      ...quoted(id),
    ),
  }
}

/** Somebody's complaint about an email (RFC 5965). */
export function complaint(id: string, type = 'abuse'): string {
  const { header, body } = multipart(
    'report',
    [
      mail('Content-Type: text/plain', '', 'This is a report of an abuse.'),
      mail(
        'Content-Type: message/feedback-report',
        '',
        `Feedback-Type: ${type}`,
        'User-Agent: Feedback/1.0',
        'Version: 1',
      ),
      mail('Content-Type: message/rfc822', '', ...quoted(id)),
    ],
    '; report-type=feedback-report',
  )
  return mail('From: feedback@mail.example', TO, 'Subject: FW: Your deal', header, '', body)
}
