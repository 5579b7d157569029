import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusal.ts'

// A browser's session: the access token in a cookie that no script can read, and what a request under it must show so
// that no other site can have made it.

const HEADER = 'x-sourcebook-session'
/** As long as the access token is valid. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Under https the name itself keeps neighbours of the host from setting it. */
const nameOf = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-sourcebook_session' : 'sourcebook_session'

/** The access token of a request's cookies. */
export function cookieIn(header: string | undefined, publicUrl: string): string | undefined {
  const start = `${nameOf(publicUrl)}=`
  const pair = header?.split(/; */).find((part) => part.startsWith(start))
  return pair?.slice(start.length) || undefined
}

/** Whether the client keeps its session in the cookie. A cross-site form cannot say so, nor a script unasked. */
const keepsCookie = (headers: IncomingHttpHeaders): boolean => headers[HEADER] === 'cookie'

/**
 * Refuses what another site may have had the browser send: a change without the header, or from another origin. What
 * a proxy in front has rewritten is made good by the public address.
 */
export function refuseCrossSite(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  publicUrl: string,
): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!keepsCookie(headers)) {
    return new Refusal(
      'csrf_refused',
      'A change made with the session cookie needs the header X-Sourcebook-Session: cookie.',
    )
  }
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return undefined
  if (origin === `http://${host}` || origin === `https://${host}`) return undefined
  return new Refusal(
    'csrf_refused',
    `The session cookie works from the service's own pages only, not from ${origin}.`,
  )
}

/** How the success of an operation that opens or ends a session is handed to whoever keeps it in the cookie. */
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
