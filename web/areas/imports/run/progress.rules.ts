import type { Run } from '../questions/types.ts'

/** How much of an import is done, in percent. */
export const percentOf = ({ done, total }: NonNullable<Run['progress']>): number =>
  total === 0 ? 0 : Math.floor((done / total) * 100)

/** About how long it still takes, in words. */
export function timeLeft({ secondsLeft }: NonNullable<Run['progress']>): string {
  if (secondsLeft === null) return 'Starting…'
  if (secondsLeft === 0) return 'Almost done'
  if (secondsLeft < 60) return 'Less than a minute left'
  const minutes = Math.round(secondsLeft / 60)
  if (minutes < 60) return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
  const hours = Math.round(minutes / 60)
  return `About ${hours} ${hours === 1 ? 'hour' : 'hours'} left`
}
