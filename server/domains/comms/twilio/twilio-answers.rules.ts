import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import type { Outcome } from '../channels/provider.ts'

/** Codes that mean a text will never arrive, whatever status comes with them. */
const never = new Set([21610, 21211, 30003, 30005, 30006, 30007])
/** The recipient has said STOP to the provider. */
export const OPTED_OUT = '21610'

/** Twilio’s are letters and digits; a service with the same API may use hyphens. */
const SID = /^[\w-]{1,64}$/

/** What the answer to a submitted text means. */
export function outcomeOf(status: number, body: string): Outcome {
  const answer = objectOf(body)
  if (status >= 200 && status < 300) {
    if (typeof answer.sid !== 'string' || !SID.test(answer.sid)) {
      return { kind: 'unknown', ...failed('answer_without_sid', { status }) }
    }
    const segments = Number(answer.num_segments)
    return {
      kind: 'accepted',
      externalId: answer.sid,
      ...(Number.isInteger(segments) && segments > 0 && { segmentCount: segments }),
    }
  }
  const code = codeOf(answer)
  const failure = { ...refusedBy(status, body), ...(code !== undefined && { code: String(code) }) }
  if (code !== undefined && never.has(code)) return { kind: 'permanent', ...failure }
  return status >= 400 && status < 500 && status !== 429
    ? { kind: 'permanent', ...failure }
    : { kind: 'transient', ...failure }
}

/** In our own words, for common codes; only the code is repeated from the provider's text. */
export function refusedBy(status: number, body: string): Failed {
  const code = codeOf(objectOf(body))
  const meant = code === undefined ? undefined : meanings[code]
  const detail =
    (meant === undefined ? '' : `: ${meant}`) + (code === undefined ? '' : ` (${code})`)
  return failed('provider_refused', { status, detail })
}

/** The reason that an account cannot send; null if it can. */
export function standingFault(body: string): Failed | null {
  const { status } = objectOf(body)
  if (status === undefined || status === 'active') return null
  if (status === 'suspended') return failed('account_suspended', {})
  return failed(status === 'closed' ? 'account_closed' : 'account_not_active', {})
}

/** Common codes from Twilio’s dictionary of errors. */
const meanings: Record<number, string> = {
  20003: 'it refused the sign-in, so check the account SID and the auth token',
  20404: 'it has no such account',
  20429: 'too many requests at once',
  21211: 'the number is not a valid one',
  21212: 'the sender is not a valid number',
  21408: 'the account cannot send to that country',
  21606: 'the sender is not a number of the account that can send texts',
  21608: 'a trial account can send only to verified numbers',
  21610: 'the recipient has texted STOP',
  21611: 'too many texts are waiting at the sender’s number',
  21612: 'the sender cannot reach that number',
  21614: 'the number cannot receive texts',
  21617: 'the text is too long',
  30001: 'too many texts are waiting',
  30002: 'the account is suspended',
  30003: 'the phone cannot be reached',
  30004: 'the recipient’s carrier blocks it',
  30005: 'nobody has that number',
  30006: 'the number is a landline, or its carrier cannot be reached',
  30007: 'a carrier treated it as spam',
  30034: 'the sender’s number is not registered for business texts',
}

/** Twilio's codes have five digits. */
function codeOf({ code }: Record<string, unknown>): number | undefined {
  const isCode = Number.isInteger(code) && Number(code) >= 10_000 && Number(code) <= 99_999
  return isCode ? Number(code) : undefined
}

function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** How far apart our time and the provider's can be. Clocks differ, and the provider's times are whole seconds. */
const APART_MS = 60_000

/** The ids of the provider's texts that can be the one whose submission began at that time, earliest first. */
export function likeliest(list: string, content: string, beganAt: Date): string[] {
  const { messages } = objectOf(list)
  if (!Array.isArray(messages)) return []
  return messages
    .map((one) => ({
      sid: String(one?.sid),
      body: String(one?.body ?? ''),
      at: Date.parse(one?.date_created),
      isOut: /^outbound/.test(one?.direction),
    }))
    .filter(
      ({ sid, body, at, isOut }) =>
        isOut &&
        SID.test(sid) &&
        body.trim() === content.trim() &&
        at >= beganAt.getTime() - APART_MS,
    )
    .sort((a, b) => a.at - b.at)
    .map(({ sid }) => sid)
}
