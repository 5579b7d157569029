import { callApi } from '../clients/client.ts'

/** Emails as mail programs write them, line by line. */
export const mail = (...lines: string[]): string => lines.join('\r\n')

export interface Headers {
  from?: string
  to?: string
  subject?: string
  id?: string | null
  inReplyTo?: string
  references?: string
  more?: string[]
}

let nth = 0
export const mailId = (domain = 'mail.client.example'): string =>
  `<${++nth}.${crypto.randomUUID()}@${domain}>`

/** A plain email with these headers. */
export const plainMail = (headers: Headers = {}, body = 'Hello'): string => {
  const { from = 'Ann Client <ann@client.example>', to = 'desk@funding.example' } = headers
  const { subject = 'Question', id = mailId(), inReplyTo, references, more = [] } = headers
  return mail(
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0100',
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references ? [`References: ${references}`] : []),
    ...more,
    ...(more.some((line) => /^content-type/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit']),
    'MIME-Version: 1.0',
    '',
    body,
  )
}

/** Several parts as one body, and its header. */
export function multipart(
  kind: string,
  parts: string[],
  params = '',
): { header: string; body: string } {
  const boundary = `b${++nth}_part`
  return {
    header: `Content-Type: multipart/${kind}; boundary="${boundary}"${params}`,
    body: [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join(''),
  }
}

/** Sends an email to a channel's hook, like a mail server. */
export const postMail = (
  origin: string,
  { id, hookSecret }: { id: string; hookSecret: string },
  raw: string | Uint8Array,
) =>
  callApi(origin, 'POST', `/v1/hooks/${id}/inbound`, {
    token: hookSecret,
    body: raw,
    headers: { 'content-type': 'message/rfc822' },
  })

/** A mail server's report on an email: by default that it could not be delivered. */
export function bounce(
  originalId: string,
  { action = 'failed', returned = true, envelopeId = '', inReplyTo = '' } = {},
): string {
  const { header, body } = multipart(
    'report',
    [
      mail('Content-Type: text/plain', '', 'This is the mail system. I am sorry.'),
      mail(
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.client.example',
        ...(envelopeId ? [`Original-Envelope-Id: ${envelopeId}`] : []),
        'Arrival-Date: Sat, 21 Nov 2026 09:00:00 +0000',
        '',
        'Final-Recipient: rfc822; ann@client.example',
        `Action: ${action}`,
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.client.example',
        'Diagnostic-Code: smtp; 550 5.1.1 <ann@client.example>: Recipient',
        '    address rejected: unknown user',
        '',
      ),
      ...(returned
        ? [
            mail(
              'Content-Type: text/rfc822-headers',
              '',
              'From: desk@funding.example',
              'To: ann@client.example',
              `Message-ID:`,
              ` ${originalId}`,
              'Subject: Your deal',
              '',
            ),
          ]
        : []),
    ],
    '; report-type=delivery-status',
  )
  return plainMail(
    {
      from: 'Mail Delivery System <MAILER-DAEMON@mx.client.example>',
      subject: 'Undelivered',
      ...(inReplyTo ? { inReplyTo } : {}),
      more: [header, 'Auto-Submitted: auto-replied'],
    },
    body,
  )
}
