import { expect, test } from 'vitest'
import { sayFailure, verdictOf } from './smtp-verdicts.rules.ts'

test.each<[Partial<Parameters<typeof sayFailure>[0]>, string]>([
  [
    { code: 'EENVELOPE', command: 'RCPT TO', response: "552-5.2.2 Ann's\n552 5.2.2 box 10.0.0.7" },
    'The mail server refused the recipient: the mailbox is full (552 5.2.2).',
  ],
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.99.99 secret' },
    'The mail server refused the sender (550 5.99.99).',
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', response: '550 no such user' },
    'The mail server refused the recipient (550).',
  ],
  [
    { code: 'EAUTH', response: '535 5.7.8 no such login: desk hunter2' },
    'The mail server refused the sign-in: the user or the password is wrong (535 5.7.8).',
  ],
  [
    { code: 'EPROTOCOL', response: '421 4.3.2 secret' },
    'The mail server turned the connection away: the mail server is not accepting mail at the moment (421 4.3.2).',
  ],
  [
    { code: 'EPROTOCOL', response: '98765432 secret', message: 'Invalid greeting' },
    'The mail server’s answer was not SMTP.',
  ],
  [
    { code: 'ETLS', message: 'Error initiating TLS - certificate has expired' },
    'No encrypted connection to the mail server: its certificate is out of date.',
  ],
  [
    {
      code: 'ESOCKET',
      message: "Hostname/IP does not match certificate's altnames: secret.example",
    },
    'The connection to the mail server broke off: its certificate is for another name.',
  ],
  [
    { code: 'EUNREACHED', message: 'its name is not known' },
    'No connection to the mail server: its name is not known.',
  ],
  [{ code: 'EODD', message: 'secret' }, 'The mail server did not do what it was asked.'],
])('%j is reported as: %s', (failure, words) => {
  const digits = /^\d+/.exec(failure.response ?? '')?.[0]
  const responseCode = digits === undefined ? {} : { responseCode: Number(digits) }
  const whole = { message: `secret: ${failure.response}`, ...responseCode, ...failure }
  expect(sayFailure(whole).error).toBe(words)
  expect(verdictOf(whole, false)).toMatchObject({ error: words })
})
