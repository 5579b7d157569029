/** The parts of an RFC 5545 rule that we support. */
export interface Recurrence {
  freq: Frequency
  interval: number
  count?: number
  /** The last day (`YYYY-MM-DD`) or time (`YYYY-MM-DDTHH:MM:SS`), in the zone that the rule runs in, or the last moment. */
  until?: string | Date
  months?: number[]
  monthDays?: number[]
  weekdays?: Weekday[]
  /** The day on which weeks begin, where that makes a difference; 0 is Monday, and also what it is without. */
  weekStart?: number
}

export interface Weekday {
  /** 0 is Monday. */
  day: number
  /** Which one in its month or year, counted from the end if negative. 0 means every one. */
  nth: number
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** Monday first. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** The limit for INTERVAL and COUNT. */
export const MOST_TIMES = 9999

/**
 * Reads a rule as calendars write it: with or without `RRULE:` in front (which can have parameters of theirs), with blanks, on
 * folded lines, with a `;` too many. If it is not valid, says what is wrong and what to send instead.
 */
export function readRecurrence(text: string): Recurrence | string {
  const parts = new Map<string, string>()
  const problems: string[] = []
  const line = text.toUpperCase().replaceAll(/\s/g, '')
  for (const part of line.replace(/^RRULE(;[^:]*)?:/, '').split(';')) {
    if (part === '') continue
    const [, name, value] = /^([A-Z-]+)=(.+)$/.exec(part) ?? []
    if (name === undefined || value === undefined) {
      problems.push(`"${part}" is not part of a rule; send NAME=value, such as FREQ=MONTHLY`)
    } else if (!known.has(name)) {
      problems.push(
        `${name} is not supported; send FREQ, INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH`,
      )
    } else if (parts.has(name)) problems.push(`${name} is there twice; send it once`)
    else parts.set(name, value)
  }

  const read = <T>(
    name: string,
    reader: (value: string) => T | undefined,
    send: string,
  ): T | undefined => {
    const value = parts.get(name)
    if (value === undefined) return undefined
    const found = reader(value)
    if (found === undefined) problems.push(`${name}: "${value}" is not supported; send ${send}`)
    return found
  }
  const freq = read(
    'FREQ',
    (value) => frequencies.find((known) => known === value),
    frequencies.join(', '),
  )
  if (!parts.has('FREQ')) problems.push(`FREQ is missing; send FREQ=${frequencies.join('|')}`)
  const ordinals = freq === 'YEARLY' ? (parts.has('BYMONTH') ? 5 : 53) : freq === 'MONTHLY' ? 5 : 0
  const rule: { [K in keyof Recurrence]: Recurrence[K] | undefined } = {
    freq,
    interval:
      read(
        'INTERVAL',
        (value) => whole(value, 1, MOST_TIMES),
        `a whole number from 1 to ${MOST_TIMES}`,
      ) ?? 1,
    count: read(
      'COUNT',
      (value) => whole(value, 1, MOST_TIMES),
      `a whole number from 1 to ${MOST_TIMES}`,
    ),
    until: read('UNTIL', readUntil, 'a date or a time, such as 20271231 or 20271231T170000Z'),
    months: read(
      'BYMONTH',
      (value) => listOf(value, (one) => whole(one, 1, 12)),
      'months from 1 to 12',
    ),
    monthDays: read(
      'BYMONTHDAY',
      (value) => listOf(value, (one) => signed(one, 31)),
      'days from 1 to 31, or from the end, such as -1',
    ),
    weekdays: read(
      'BYDAY',
      (value) => listOf(value, (one) => readWeekday(one, ordinals)),
      ordinals === 0
        ? `${weekdayCodes.join(', ')}, without a number before them`
        : `${weekdayCodes.join(', ')}, or with a number up to ${ordinals}, such as 2TU or -1FR`,
    ),
  }
  const weekStart = read(
    'WKST',
    (value) => (weekdayCodes.includes(value) ? weekdayCodes.indexOf(value) : undefined),
    weekdayCodes.join(', '),
  )
  // It decides which weeks are left out, and only those.
  if (weekStart && freq === 'WEEKLY' && rule.interval! > 1 && rule.weekdays) {
    rule.weekStart = weekStart
  }
  const positions = read(
    'BYSETPOS',
    (value) => listOf(value, (one) => signed(one, ordinals || 366)),
    `a number up to ${ordinals || 366}, or from the end, such as -1`,
  )
  const [weekday, ...others] = rule.weekdays ?? []
  const isOneDay = ordinals > 0 && weekday?.nth === 0 && others.length === 0 && !rule.monthDays
  if (positions && isOneDay && (rule.months?.length ?? 1) === 1) {
    // Outlook writes the second Tuesday so.
    rule.weekdays = positions.map((nth) => ({ ...weekday, nth }))
  } else if (positions) {
    problems.push(
      'BYSETPOS goes with one day in BYDAY and at most one month; send BYDAY=2TU instead',
    )
  }
  if (rule.count && rule.until) problems.push('COUNT and UNTIL are both there; send one of them')
  if (freq === 'WEEKLY' && parts.has('BYMONTHDAY')) {
    problems.push('BYMONTHDAY does not go with FREQ=WEEKLY; send FREQ=MONTHLY, or leave it out')
  }
  if (problems.length > 0) return problems.join('; ')
  return Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value !== undefined),
  ) as unknown as Recurrence
}

const known = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
  'WKST',
])

function whole(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** A whole number other than 0, with or without a sign. */
function signed(text: string, max: number): number | undefined {
  const value = whole(text.replace(/^[+-]/, ''), 1, max)
  return value !== undefined && text.startsWith('-') ? -value : value
}

function listOf<T>(text: string, reader: (one: string) => T | undefined): T[] | undefined {
  const values = text.split(',').map(reader)
  return values.includes(undefined) ? undefined : (values as T[])
}

function readWeekday(text: string, ordinals: number): Weekday | undefined {
  const day = weekdayCodes.indexOf(text.slice(-2))
  const nth = text.length > 2 ? signed(text.slice(0, -2), ordinals) : 0
  return day < 0 || nth === undefined ? undefined : { day, nth }
}

/** A date includes that whole day, in the rule's time zone. A time is in UTC if it ends in Z, else in that zone. */
function readUntil(text: string): string | Date | undefined {
  const [, year, month, day, time, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const shown = `${date}T${time ? time.replace(/(..)(..)(..)/, '$1:$2:$3') : '00:00:00'}`
  const at = new Date(`${shown}Z`)
  // JavaScript reads February 30 as March 2.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date)) return undefined
  if (!time) return date
  return utc ? at : shown
}
