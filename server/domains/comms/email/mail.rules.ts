import type { Addresses, Headers } from './fields.rules.ts'

/** A Message-ID as it can be stored and looked up: in its brackets, without spaces. */
export function messageIdOf(written: unknown): string | null {
  const found = typeof written === 'string' ? /<[^\s\p{Cc}<>]{1,900}>/u.exec(written) : null
  return found?.[0] ?? null
}

/** The Message-IDs in a header that names several, in order. */
export const messageIdsOf = (written: unknown): string[] =>
  [written]
    .flat()
    .flatMap(
      (one) => (typeof one === 'string' ? one.match(/<[^\s\p{Cc}<>]{1,900}>/gu) : null) ?? [],
    )
    .slice(-MOST_REFERENCES)

const MOST_REFERENCES = 100

/** Whether a machine wrote it, such as an absence note. Mailing lists pass on what people write. */
export function isAutomatic(headers: Headers): boolean {
  const submitted = textOf(headers, 'auto-submitted').split(/[;\s]/)[0]!
  if (submitted !== '' && submitted !== 'no') return true
  if (MACHINES.some((name) => !['', 'no'].includes(textOf(headers, name)))) return true
  // Who wants no report on its delivery is a machine.
  const paths = [headers.get('return-path') ?? []].flat() as Addresses[]
  const isBounce = paths.some(({ value }) => value?.every(({ address }) => !address))
  return isBounce || textOf(headers, 'precedence') === 'auto_reply'
}

const MACHINES = ['x-autoreply', 'x-autorespond', 'x-amz-sns-message-id']

/** Whether it was written to many, or wants no answer from a machine. */
export const isBulk = (headers: Headers): boolean =>
  headers.has('list') ||
  headers.has('x-loop') ||
  ['bulk', 'list', 'junk'].includes(textOf(headers, 'precedence')) ||
  /\b(?:all|oof|autoreply)\b/.test(textOf(headers, 'x-auto-response-suppress'))

/** As in RFC 5321. */
const MOST_HOPS = 100

/** Whether an email goes around in a circle: it has passed more servers than any real way has. */
export const isLooping = (headers: Headers): boolean =>
  [headers.get('received') ?? []].flat().length > MOST_HOPS

const textOf = (headers: Headers, name: string): string =>
  [headers.get(name) ?? ''].flat().map(String).join(' ').trim().toLowerCase()

/** The time of an email, if it is plausible. Clocks that were never set give absurd years. */
export function writtenAt(date: string | null): Date | undefined {
  const at = new Date(date ?? '')
  const year = at.getUTCFullYear()
  return year >= 1980 && year < 3000 ? at : undefined
}
