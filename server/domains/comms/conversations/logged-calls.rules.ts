import type { callResults } from '../../../../contract/comms/messages.ts'
import type { CallFacts } from '../threads/messages.sql.ts'

interface LoggedCall {
  result?: (typeof callResults)[number]
  started_at?: string
  duration_seconds?: number
}

/** The facts of a call, as somebody logged it. Without its length, we do not know when it ended. */
export function factsOf(
  { result, started_at, duration_seconds }: LoggedCall,
  now: Date,
): CallFacts & { started_at: string } {
  const seconds = duration_seconds ?? null
  // A call that is logged when it is over began that long ago.
  const startedMs = started_at ? Date.parse(started_at) : now.getTime() - (seconds ?? 0) * 1000
  const startedAt = new Date(startedMs).toISOString()
  const isAnswered = result === 'completed' || result === 'voicemail'
  return {
    ai_summary: null,
    answered_at: isAnswered ? startedAt : null,
    duration_seconds: seconds,
    ended_at: seconds === null ? null : new Date(startedMs + seconds * 1000).toISOString(),
    provider: 'manual',
    recording_count: 0,
    recording_url: null,
    result: result ?? null,
    started_at: startedAt,
    transcript: null,
  }
}
