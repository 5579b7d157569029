import type { IncomingHttpHeaders } from 'node:http'
import { idText, parsePath, textAt, valueAt } from './paths.rules.ts'

/** The headers in which services send the id of an event. */
const HEADERS = ['webhook-id', 'x-github-delivery', 'idempotency-key']

/** Where known services have it in the body, each with what else is part of it. */
const KNOWN: readonly { is: (body: unknown) => boolean; parts: readonly (readonly string[])[] }[] =
  [
    // Stripe.
    { is: (body) => textAt(body, ['object']) === 'event', parts: [['id']] },
    // Typeform.
    { is: (body) => valueAt(body, ['form_response']) !== undefined, parts: [['event_id']] },
    // Tally.
    { is: (body) => textAt(body, ['eventType']) !== undefined, parts: [['eventId']] },
    // Calendly: an invitee comes once for each thing that happens.
    {
      is: (body) => /^invitee/.test(textAt(body, ['event']) ?? ''),
      parts: [['event'], ['payload', 'uri']],
    },
    // Jotform.
    { is: (body) => textAt(body, ['formID']) !== undefined, parts: [['submissionID']] },
  ]

/**
 * What an event is known by when its sender repeats it; undefined if nobody can tell.
 *
 * @param path where its body has it, as somebody said; null: where services are known to have it.
 */
export function eventIdOf(
  headers: IncomingHttpHeaders,
  body: unknown,
  path: string | null,
): string | undefined {
  if (path !== null) {
    const value = valueAt(body, parsePath(path) ?? [])
    const text = idText(value)
    return text ? `body ${text}` : undefined
  }
  for (const name of HEADERS) {
    const text = headers[name]
    if (typeof text === 'string' && text !== '') return `${name} ${text}`
  }
  for (const { is, parts } of KNOWN) {
    if (!is(body)) continue
    const texts = parts.map((part) => textAt(body, part))
    if (texts.every((text) => text !== undefined && text !== '')) return `body ${texts.join(' ')}`
  }
  return undefined
}
