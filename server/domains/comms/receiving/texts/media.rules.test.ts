import { expect, test } from 'vitest'
import { againAfter, mediaName, trustIn } from './media.rules.ts'

const TWILIO = ['https:', '', 'api.twilio.com'].join('/')
const CDN = ['https:', '', 'mms.twiliocdn.com', 'a'].join('/')
const own = 'http://provider.example:8080/base'

test.each([
  [undefined, `${TWILIO}/a`, 'signed in'],
  [undefined, `${TWILIO.replace('api.', 'api.dublin.ie1.')}/a`, 'signed in'],
  [undefined, CDN, 'plain'],
  [`${TWILIO.replace('api.', 'api.dublin.ie1.')}`, `${TWILIO}/a`, 'signed in'],
  [own, 'http://provider.example:8080/elsewhere', 'signed in'],
  [own, `${TWILIO}/a`, 'plain'],
  [own, 'https://provider.example:8080/base', 'none'],
  [own, 'http://provider.example/base', 'none'],
  [own, 'http://provider.example:8081/base', 'none'],
  [own, 'http://user@provider.example:8080/base', 'none'],
  [undefined, `${TWILIO.replace('https', 'http')}/a`, 'none'],
  [undefined, `${TWILIO}:8443/a`, 'none'],
  [undefined, `${TWILIO}.evil.example/a`, 'none'],
  [undefined, 'https://eviltwilio.example/a', 'none'],
  [undefined, TWILIO.replace('api.', 'evil'), 'none'],
  [undefined, `https://user:pass@${new URL(TWILIO).host}/a`, 'none'],
  [undefined, 'http://127.0.0.1/a', 'none'],
  [undefined, 'http://169.254.169.254/a', 'none'],
  [undefined, 'file:///etc/passwd', 'none'],
])('with a provider at %s, %s is fetched %s', (baseUrl, url, trust) => {
  const settings = baseUrl === undefined ? {} : { baseUrl }
  expect(trustIn(new URL(url), { settings })).toBe(trust)
})

test('a file is named after its type and position', () => {
  expect(mediaName('image/jpeg', 1)).toBe('media-1.jpg')
  expect(mediaName('constructor', 2)).toBe('media-2')
})

test('failed files are tried again at growing intervals, and given up after a day', () => {
  expect(againAfter(0)).toBe(30_000)
  expect(againAfter(600_000)).toBe(300_000)
  expect(againAfter(80_000_000)).toBe(3_600_000)
  expect(againAfter(86_400_000)).toBe(null)
})
