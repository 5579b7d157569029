import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Twilio's signature of a webhook: the HMAC-SHA1, with the account's auth token as the key, of the full address
 * followed by each form field's name and value, sorted by the bytes of the names; in Base64.
 */
export function signatureOf(
  authToken: string,
  url: string,
  fields: Iterable<readonly [string, string]>,
): string {
  const values = Map.groupBy(fields, ([name]) => name)
  const parts = [...values.keys()]
    .sort()
    .flatMap((name) =>
      [...new Set(values.get(name)!.map(([, value]) => value))].sort().map((value) => name + value),
    )
  return createHmac('sha1', authToken)
    .update(url + parts.join(''), 'utf8')
    .digest('base64')
}

/**
 * Whether a webhook is signed with this token for this address, with or without its standard port, since a proxy may
 * have added or removed it.
 */
export function isSigned(
  authToken: string | undefined,
  url: string,
  fields: Iterable<readonly [string, string]>,
  signature: unknown,
): boolean {
  if (!authToken || typeof signature !== 'string') return false
  const pairs = [...fields]
  const given = Buffer.from(signature)
  return [url, withPort(url)].some((address) => {
    const wanted = Buffer.from(signatureOf(authToken, address, pairs))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
}

const ports: Record<string, string> = { https: '443', http: '80' }

/** With the standard port added. */
const withPort = (url: string): string =>
  url.replace(
    /^(https?):\/\/([^/?#:[\]]+|\[[^\]]*\])(?=[/?#]|$)/,
    (_, scheme: string, host: string) => `${scheme}://${host}:${ports[scheme]}`,
  )
