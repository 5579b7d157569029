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

/** The access token in a request's cookies. */
export function cookieIn(header: string | undefined, publicUrl: string): string | undefined {
  const start = `${nameOf(publicUrl)}=`
  const pair = header?.split(/; */).find((part) => part.startsWith(start))
  return pair?.slice(start.length) || undefined
}

/** Whether the client keeps its session in the cookie. Another site's forms and scripts cannot send this header. */
const keepsCookie = (headers: IncomingHttpHeaders): boolean => headers[HEADER] === 'cookie'

/**
 * Refuses a request that another site may have sent through the browser: a change without the header, or from another
 * origin. The public address counts as our own, because a proxy in front may have rewritten the host.
 */
export function refuseCrossSite(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  publicUrl: string,
): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!keepsCookie(headers)) {
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
      ? { cookie: written('', 0, publicUrl), body }
      : { body }
  }
  if (!keepsCookie(headers)) return { body }
  const { data, ...rest } = JSON.parse(body) as { data: { accessToken: string } }
  return {
    cookie: written(data.accessToken, MAX_AGE_SECONDS, publicUrl),
    body: JSON.stringify({ data: { ...data, accessToken: '' }, ...rest }),
  }
}

const written = (value: string, maxAge: number, publicUrl: string): string =>
  [
    `${nameOf(publicUrl)}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ')
