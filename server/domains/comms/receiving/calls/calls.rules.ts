import type { callResults } from '../../../../../contract/comms/messages.ts'
import { plain } from '../../threads/lines.rules.ts'
import type { CallFacts } from '../../threads/messages.sql.ts'

type Result = (typeof callResults)[number]

/** A call never goes back to an earlier one. "A machine answered" says more than "answered", so it comes later. */
const order: readonly Result[] = [
  ...(['canceled', 'failed', 'busy', 'no-answer', 'completed', 'voicemail'] as const),
]

const finals = new Set<string>(['completed', 'busy', 'failed', 'no-answer', 'canceled'])

/** What a callback says about a call. */
export interface Heard {
  /** Whether the callback has a time. Without one, the time of its arrival counts. */
  isTimed: boolean
  result: Result | null
  startedAt: string | null
  answeredAt: string | null
  endedAt: string | null
  durationSeconds: number | null
  recordingUrl: string | null
  transcript: string | null
}

/** @param now used if the callback has no time. */
export function heardOf(fields: URLSearchParams, now: Date): Heard {
  const status = fields.get('CallStatus') ?? ''
  const isFinal = finals.has(status)
  const sentAt = timeOf(fields.get('Timestamp'), now)
  const at = sentAt ?? now
  const seconds = wholeOf(fields.get('CallDuration'))
  const answeredAt =
    status === 'in-progress'
      ? at
      : status === 'completed' && seconds !== null
        ? new Date(at.getTime() - seconds * 1000)
        : null
  const isMachine = /^machine/.test(fields.get('AnsweredBy') ?? '')
  const recording = fields.get('RecordingUrl') ?? ''
  const words = plain(fields.get('TranscriptionText') ?? '').slice(0, MOST_WORDS)
  return {
    isTimed: sentAt !== undefined,
    result: isMachine ? 'voicemail' : isFinal ? (status as Result) : null,
    startedAt: (answeredAt ?? at).toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    endedAt: isFinal ? at.toISOString() : null,
    durationSeconds: isFinal ? seconds : null,
    recordingUrl: URL.canParse(recording) ? plain(recording).slice(0, 2000) : null,
    transcript: words.trim() === '' ? null : words.toWellFormed(),
  }
}

const MOST_WORDS = 100_000
const DAYS_MS = 30 * 86_400_000

/** An implausible time is ignored. */
function timeOf(text: string | null, now: Date): Date | undefined {
  const at = Date.parse(text ?? '')
  return Math.abs(at - now.getTime()) <= DAYS_MS ? new Date(at) : undefined
}

const wholeOf = (text: string | null): number | null =>
  text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null

/** A call, and its recordings so far. */
export interface Call {
  facts: CallFacts
  recordings: readonly string[]
}

export const newCall: Call = {
  facts: {
    ai_summary: null,
    answered_at: null,
    duration_seconds: null,
    ended_at: null,
    provider: 'twilio',
    recording_count: 0,
    recording_url: null,
    result: null,
    started_at: null,
    transcript: null,
  },
  recordings: [],
}

/** A call after another callback. The order of callbacks and repeats do not change the final result. */
export function callAfter({ facts, recordings }: Call, heard: Heard): Call {
  const { recordingUrl, isTimed } = heard
  const earliest = isTimed ? earlier : first
  const latest = isTimed ? later : first
  const all = [...new Set([...recordings, ...(recordingUrl === null ? [] : [recordingUrl])])].sort()
  return {
    facts: {
      ...facts,
      result: greater(facts.result, heard.result, (result) => order.indexOf(result)),
      started_at: earliest(facts.started_at, heard.startedAt),
      answered_at: earliest(facts.answered_at, heard.answeredAt),
      ended_at: latest(facts.ended_at, heard.endedAt),
      duration_seconds: greater(facts.duration_seconds, heard.durationSeconds, Number),
      recording_count: all.length,
      recording_url: all.at(-1) ?? null,
      transcript: longer(facts.transcript, heard.transcript),
    },
    recordings: all.slice(-MOST_RECORDINGS),
  }
}

const MOST_RECORDINGS = 100

function greater<T>(a: T | null, b: T | null, weigh: (one: T) => number): T | null {
  if (a === null || b === null) return a ?? b
  return weigh(b) > weigh(a) ? b : a
}

const first = (a: string | null, b: string | null): string | null => a ?? b

const later = (a: string | null, b: string | null): string | null => greater(a, b, Date.parse)

const earlier = (a: string | null, b: string | null): string | null =>
  greater(a, b, (time) => -Date.parse(time))

/** The longer transcript. Of two with the same length, always the same one, whatever their order. */
function longer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  if (a.length !== b.length) return a.length > b.length ? a : b
  return a > b ? a : b
}
