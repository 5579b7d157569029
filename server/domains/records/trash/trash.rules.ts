import type { Stretch } from './trash.sql.ts'

/** Splits stretches into parts of at most `limit` rows each, in order. */
export function cutStretches(stretches: readonly Stretch[], limit: number): Stretch[][] {
  const parts: Stretch[][] = []
  let room = 0
  for (let { first, count } of stretches) {
    while (count > 0) {
      if (room === 0) {
        parts.push([])
        room = limit
      }
      const taken = Math.min(count, room)
      parts.at(-1)!.push({ first, count: taken })
      room -= taken
      first += taken
      count -= taken
    }
  }
  return parts
}
