export interface Answer {
  status: number
  headers: Headers
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any
  /** The body's very text. */
  text: string
}

export interface ApiOptions {
  /** An access token or a key, sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The client's address, as a proxy in front would tell it. */
  from?: string
}

/** One request as a client outside would send it. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  { token, body, headers, from }: ApiOptions = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.includes('json') ?? false
  return {
    status: answer.status,
    headers: answer.headers,
    body: json && text !== '' ? JSON.parse(text) : undefined,
    text,
  }
}
