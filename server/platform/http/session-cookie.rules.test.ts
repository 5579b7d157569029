import { describe, expect, test } from 'vitest'
import { cookieFor, cookieIn, refuseCrossSite } from './session-cookie.rules.ts'

const HTTPS = 'https://records.example.com'
const HTTP = 'http://127.0.0.1:3000'
const SAYS = { 'x-sourcebook-session': 'cookie' }
const OPENED = '{"data":{"accessToken":"sat_1","tokenType":"Bearer"}}'

test('the token is found among other cookies, only with the name for the scheme', () => {
  const header = 'theme=dark; sourcebook_session=sat_1;  __Host-sourcebook_session=sat_2'
  expect(cookieIn(header, HTTP)).toBe('sat_1')
  expect(cookieIn(header, HTTPS)).toBe('sat_2')
  expect(cookieIn('xsourcebook_session=sat_1; sourcebook_session=', HTTP)).toBeUndefined()
  expect(cookieIn(undefined, HTTP)).toBeUndefined()
})

describe('a request with the cookie must have', () => {
  const code = (method: string, headers: object, publicUrl = HTTPS) =>
    refuseCrossSite({ method, headers: { host: 'records.example.com', ...headers } }, publicUrl)
      ?.code

  test('nothing, if it changes nothing: a link can download', () => {
    expect(code('GET', { origin: 'https://elsewhere.example' })).toBeUndefined()
    expect(code('HEAD', {})).toBeUndefined()
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s: the header', (method) => {
    expect(code(method, {})).toBe('csrf_refused')
    expect(code(method, { origin: HTTPS })).toBe('csrf_refused')
    expect(code(method, { 'x-sourcebook-session': 'bearer' })).toBe('csrf_refused')
    expect(code(method, SAYS)).toBeUndefined()
  })

  test('an origin that is the public one, or the requested host', () => {
    expect(code('POST', { ...SAYS, origin: HTTPS })).toBeUndefined()
    expect(code('POST', { ...SAYS, origin: 'http://localhost:5173', host: 'localhost:5173' })).toBe(
      undefined,
    )
    for (const origin of ['https://elsewhere.example', 'null', `${HTTPS}.evil.example`, '']) {
      expect(code('POST', { ...SAYS, origin })).toBe('csrf_refused')
    }
  })
})

describe('a new session', () => {
  test('is answered unchanged to clients that did not ask for the cookie', () => {
    expect(cookieFor('opens', {}, OPENED, HTTPS)).toEqual({ body: OPENED })
  })

  test('goes into the cookie for those that did, and nowhere else', () => {
    const { cookie, body } = cookieFor('opens', SAYS, OPENED, HTTPS)
    expect(cookie).toBe(
      '__Host-sourcebook_session=sat_1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
    )
    expect(JSON.parse(body)).toEqual({ data: { accessToken: '', tokenType: 'Bearer' } })
    expect(cookieFor('opens', SAYS, OPENED, HTTP).cookie).toBe(
      'sourcebook_session=sat_1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    )
  })

  test('is cleared at its end, if it was in a cookie', () => {
    const headers = { cookie: 'sourcebook_session=sat_1' }
    expect(cookieFor('ends', headers, '{}', HTTP)).toEqual({
      cookie: 'sourcebook_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      body: '{}',
    })
    expect(cookieFor('ends', {}, '{}', HTTP)).toEqual({ body: '{}' })
  })
})
