import { Text, type TextProps } from '@mantine/core'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** `3 hours ago`, `in 2 days`, or `just now` and `now` if it is less than a minute away. */
export function fromNow(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return seconds < 0 ? 'just now' : 'now'
}

/** A moment in the reader's own time zone, to the minute. */
export const momentText = (at: string): string => full.format(new Date(at))
export const dayText = (at: string): string => day.format(new Date(at))

const shows = {
  relative: (at: string) => fromNow(at),
  moment: momentText,
  second: (at: string) => exact.format(new Date(at)),
  day: dayText,
}

interface Props extends TextProps {
  at: string | null | undefined
  /**
   * `relative`: how long ago, with the moment as a tooltip; otherwise the moment itself, to the minute, second or day.
   */
  as?: keyof typeof shows
}

export function Time({ at, as = 'relative', ...rest }: Props) {
  if (!at) return null
  const shown = shows[as](at)
  return (
    <Text component="time" span inherit dateTime={at} title={momentText(at)} {...rest}>
      {shown}
    </Text>
  )
}
