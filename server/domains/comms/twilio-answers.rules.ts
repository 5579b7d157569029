import type { Outcome } from './provider.ts'

/** Codes under which a text will never arrive, whatever the status that they come with. */
const never = new Set([21610, 21211, 30003, 30005, 30006, 30007])
/** The recipient has said STOP to the provider. */
export const OPTED_OUT = '21610'

/** What an answer to a text that was handed over means. */
export function outcomeOf(status: number, body: string): Outcome {
  const said = objectOf(body)
  if (status >= 200 && status < 300) {
    if (typeof said.sid !== 'string' || said.sid === '') {
      return { kind: 'unknown', error: `The provider answered ${status} without the text’s SID.` }
    }
    const segments = Number(said.num_segments)
    return {
      ...{ kind: 'accepted', externalId: said.sid },
      ...(Number.isInteger(segments) && segments > 0 && { segmentCount: segments }),
    }
  }
  const error = errorOf(status, body)
  const code = typeof said.code === 'number' ? said.code : undefined
  const told = { error, ...(code !== undefined && { code: String(code) }) }
  if (code !== undefined && never.has(code)) return { kind: 'permanent', ...told }
  return status >= 400 && status < 500 && status !== 429
    ? { kind: 'permanent', ...told }
    : { kind: 'transient', ...told }
}

/** In the provider's words, where it has any. */
export function errorOf(status: number, body: string): string {
  const { message, code } = objectOf(body)
  const words = typeof message === 'string' && message !== '' ? message : 'no reason told'
  return `The provider answered ${status}: ${words}${typeof code === 'number' ? ` (${code})` : ''}`
}

export function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Clocks differ, and the provider's tells seconds. */
const APART_MS = 60_000

/** The ids of those of the provider's texts that may be the one whose submission began then, the first first. */
export function likeliest(list: string, content: string, beganAt: Date): string[] {
  const { messages } = objectOf(list)
  if (!Array.isArray(messages)) return []
  return messages
    .map((one) => ({
      ...{ sid: String(one?.sid), body: String(one?.body ?? '') },
      ...{ at: Date.parse(one?.date_created), isOut: /^outbound/.test(one?.direction) },
    }))
    .filter(
      ({ sid, body, at, isOut }) =>
        isOut &&
        /^\w+$/.test(sid) &&
        body.trim() === content.trim() &&
        at >= beganAt.getTime() - APART_MS,
    )
    .sort((a, b) => a.at - b.at)
    .map(({ sid }) => sid)
}
