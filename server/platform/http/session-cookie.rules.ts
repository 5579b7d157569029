import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusal.ts'

// A browser's session: the access token in a cookie that no script can read, and what a request with the cookie must
// have to prove that no other site made it.

const HEADER = 'x-sourcebook-session'
/** As long as the access token is valid. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** With https, the prefix `__Host-` keeps other hosts of the same domain from setting the cookie. */
const nameOf = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-sourcebook_session' : 'sourcebook_session'

/** The cookie by which the service knows a browser again where an account has signed in. It opens nothing. */
const BROWSER = 'sourcebook_browser'
const BROWSER_MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/** The access token in a request's cookies. */
export const cookieIn = (header: string | undefined, publicUrl: string): string | undefined =>
  valueIn(header, nameOf(publicUrl))

export const browserIn = (header: string | undefined): string | undefined =>
  valueIn(header, BROWSER)?.slice(0, 100)

function valueIn(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const pair = header?.split(/; */).find((part) => part.startsWith(start))
  return pair?.slice(start.length) || undefined
}

/** Whether the client keeps its session in the cookie. Another site's forms and scripts cannot send this header. */
export const keepsCookies = (headers: IncomingHttpHeaders): boolean => headers[HEADER] === 'cookie'

/**
 * Refuses a request that another site may have sent through the browser: a change without the header, or from another
 * origin. The public address counts as our own, because a proxy in front may have rewritten the host.
 */
export function refuseCrossSite(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  publicUrl: string,
): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!keepsCookies(headers)) {
    return new Refusal('csrf_refused', 'no_header')
  }
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return undefined
  if (origin === `http://${host}` || origin === `https://${host}`) return undefined
  return new Refusal('csrf_refused', 'other_origin', { origin })
}

/** The answer of an operation that opens or ends a session, for a client that keeps it in the cookie. */
export function cookieFor(
  what: 'opens' | 'ends',
  headers: IncomingHttpHeaders,
  body: string,
  publicUrl: string,
): { cookie?: string; body: string } {
  if (what === 'ends') {
    return cookieIn(headers.cookie, publicUrl)
      ? { cookie: written(nameOf(publicUrl), '', 0, publicUrl), body }
      : { body }
  }
  if (!keepsCookies(headers)) return { body }
  const { data, ...rest } = JSON.parse(body) as { data: { accessToken: string } }
  return {
    cookie: written(nameOf(publicUrl), data.accessToken, MAX_AGE_SECONDS, publicUrl),
    body: JSON.stringify({ data: { ...data, accessToken: '' }, ...rest }),
  }
}

/** Keeps the browser's secret for as long as browsers allow. */
export const browserCookie = (browser: string, publicUrl: string): string =>
  written(BROWSER, browser, BROWSER_MAX_AGE_SECONDS, publicUrl)

const written = (name: string, value: string, maxAge: number, publicUrl: string): string =>
  [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ')
