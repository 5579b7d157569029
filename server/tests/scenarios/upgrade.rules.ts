/** A request of the load, as it was answered. */
export interface Called {
  what: string
  ms: number
  /** 0 if there was no answer. */
  status: number
  /** The body of a refusal, or why there was no answer. */
  answer: string
}

export interface Traffic {
  called: Called[]
  /** Ids of rows that were acknowledged. */
  acknowledged: string[]
  /** By row: the last number that was acknowledged. Each row has one writer. */
  edited: Map<string, number>
}

export interface Stored {
  written: string[]
  edited: Map<string, number>
}

/** How much longer a request may take while the tables change. */
const STALL_MS = 2_500
const MOST_TOLD = 5

/**
 * Everything that was wrong, in words.
 *
 * @param usualMs what the longest request takes on this machine, with whatever else it does
 */
export function upgradeFaults(
  { called, acknowledged, edited }: Traffic,
  stored: Stored,
  usualMs: number,
): string[] {
  const failed = called.filter(({ status }) => status === 0 || status >= 400)
  const slow = called.filter(({ ms }) => ms > STALL_MS + usualMs)
  const there = new Set(stored.written)
  const known = new Set(acknowledged)
  return [
    ...some(failed, ({ what, status, answer }) => `${what} failed: ${status} ${answer}`),
    ...some(slow, ({ what, ms }) => `${what} took ${Math.round(ms)} ms`),
    ...some(
      acknowledged.filter((id) => !there.has(id)),
      (id) => `row ${id} is lost`,
    ),
    ...some(
      stored.written.filter((id) => !known.has(id)),
      (id) => `row ${id} is stored and nobody was told`,
    ),
    ...(there.size === stored.written.length ? [] : ['a row is stored twice']),
    ...some(
      [...edited].filter(([id, nth]) => stored.edited.get(id) !== nth),
      ([id, nth]) => `row ${id} has ${stored.edited.get(id)}, and ${nth} was acknowledged`,
    ),
  ]
}

/** The same where some requests are refused with 503. One that was cut off may have been stored, and nobody was told. */
export function faultsDespiteRefusals(traffic: Traffic, stored: Stored): string[] {
  const known = new Set(traffic.acknowledged)
  return upgradeFaults(
    { ...traffic, called: traffic.called.filter(({ status }) => status !== 503) },
    { ...stored, written: stored.written.filter((id) => known.has(id)) },
    Number.POSITIVE_INFINITY,
  )
}

const some = <T>(all: T[], word: (one: T) => string): string[] => [
  ...all.slice(0, MOST_TOLD).map(word),
  ...(all.length > MOST_TOLD ? [`… and ${all.length - MOST_TOLD} more like these`] : []),
]

export const longestMs = ({ called }: Traffic): number => Math.max(...called.map(({ ms }) => ms))
