export type Encoding = 'br' | 'gzip'

/** The encoding that a client prefers, by the header Accept-Encoding; undefined if the bytes have to go out as they are. */
export function encodingFor(accepted: string): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    // A value that is no number is no permission.
    weights.set(name!, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  // Without a mention, plain bytes are accepted like anything else, unless something else is preferred.
  const plain = weights.get('identity') ?? 0
  if (Math.max(br, gzip) <= 0 || Math.max(br, gzip) < plain) return undefined
  return br >= gzip ? 'br' : 'gzip'
}

/** Types of text that are worth compressing. Others are compressed already, or files that people download. */
const TEXTS =
  /^(application\/(json|javascript|manifest\+json)|text\/(html|css|javascript|markdown|plain)|image\/svg\+xml)\s*(;|$)/

/** Whether a type of body gets smaller. */
export const isPackable = (type: string): boolean => TEXTS.test(type)
