import { regionOf } from '../../../../shared/regions.ts'
import { DAY_MS, FIRST_MS, isStoredDate, isStoredInstant, LAST_MS, YEARS } from './calendar.ts'
import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion } from './column.ts'
import { type DateText, readDate } from './date-text.ts'
import { dayInWords, momentInWords } from './in-words.ts'
import { named } from './words.ts'
import { instantsOf, offsetText, startOfDay, wallOf } from './zones.ts'

/** 1973-03-03 in ms. A smaller number could also count seconds, or be a date without separators. */
const LEAST_EPOCH_MS = 1e11
/** Texts are only read as epoch ms if they have 13 digits: no date without separators has. */
const EPOCH_TEXT = /^\d{13}$/

const isoDate = (wall: number) => new Date(wall).toISOString().slice(0, 10)
const isoInstant = (ms: number) => new Date(ms).toISOString()

/** How a type stores what was read. */
type Target = {
  isStored(text: string): boolean
  /** The reason for refusing the wrong JSON type. */
  notOne: 'not_a_date' | 'not_a_time'
  /** Whether midnight means a day, whatever its offset. */
  midnightIsDay: boolean
  ofInstant(ms: number, sent: Sent, ctx: CellContext): Conversion
  ofText(read: DateText, sent: Sent, ctx: CellContext): Conversion
}

function converter({ isStored, notOne, midnightIsDay, ofInstant, ofText }: Target) {
  return (column: CellColumn, sent: Sent, ctx: CellContext): Conversion => {
    if (typeof sent === 'number') {
      if (Math.abs(sent) >= LEAST_EPOCH_MS) return ofInstant(Math.floor(sent), sent, ctx)
      return refused('maybe_seconds', { sent })
    }
    if (typeof sent !== 'string') return refused(notOne, { sent: named(sent) })
    if (isStored(sent)) return stored(sent, false)
    const text = sent.trim()
    if (text === '') return EMPTY
    if (EPOCH_TEXT.test(text)) return ofInstant(Number(text), sent, ctx)
    const notation = ctx.notations?.get(column.id)
    const read = readDate(text, regionOf(ctx.region).dateOrder, ctx.region, notation)
    if (typeof read === 'function') return read(named(text))
    if (read.time === undefined || read.offset === undefined) return ofText(read, sent, ctx)
    if (midnightIsDay && read.time === 0) return ofText(read, sent, ctx)
    return ofInstant(read.day + read.time - read.offset, sent, ctx)
  }
}

const isWithin = (ms: number) => ms >= FIRST_MS && ms <= LAST_MS
const outsideYears = (sent: Sent) => refused('outside_years', { sent: named(sent), years: YEARS })

function dateOf(ms: number, sent: Sent, ctx: CellContext): Conversion {
  // Far outside the range the zone makes no difference.
  const wall = Math.abs(ms) <= LAST_MS + DAY_MS ? wallOf(ms, ctx.timeZone) : ms
  return isWithin(wall) ? stored(isoDate(wall), true) : outsideYears(sent)
}

function instantOf(ms: number, sent: Sent): Conversion {
  return isWithin(ms) ? stored(isoInstant(ms), true) : outsideYears(sent)
}

/** A time without an offset is in the zone; a day without a time is the start of that day there. */
function localInstant({ day, time }: DateText, sent: Sent, { timeZone }: CellContext): Conversion {
  if (time === undefined) return instantOf(startOfDay(day, timeZone), sent)
  const wall = day + time
  const [instant, again] = instantsOf(wall, timeZone)
  if (instant === undefined) {
    const dayBefore = wall - DAY_MS
    const offset = offsetText(wallOf(dayBefore, timeZone), dayBefore)
    return refused('time_skipped', { sent: named(sent), zone: timeZone, offset })
  }
  if (again !== undefined) {
    return refused('time_twice', {
      sent: named(sent),
      zone: timeZone,
      first: offsetText(wall, instant),
      second: offsetText(wall, again),
    })
  }
  return instantOf(instant, sent)
}

const ORDERS = {
  mdy: '"11/20/2026" (month first)',
  dmy: '"20/11/2026" (day first)',
  ymd: '"11/20/2026" (only where day and month cannot be mixed up)',
}

const forms = (ctx: CellContext) =>
  `${ORDERS[regionOf(ctx.region).dateOrder]}, "20.11.2026", "20261120", "Nov 20 2026", "20 November 2026"; of two-digit years, 00 to 49 are in the 2000s and 50 to 99 in the 1900s`

/** Whether a text can be a day or a time: digits alone are rather a number. */
const isMoment = (text: string): boolean => /\D/.test(text) && text.length <= 40

/** How people read times, also those that the service fills in. */
export const ofMoments = {
  inWords: (value, _column, { locale }) => momentInWords(String(value), locale),
  sheet: { format: () => 'yyyy-mm-dd hh:mm:ss' },
} satisfies Partial<CellType>

export const date: CellType = {
  byValue: true,
  convert: converter({
    isStored: isStoredDate,
    notOne: 'not_a_date',
    // A program that has a day but no time writes midnight, most often in UTC.
    midnightIsDay: true,
    ofInstant: dateOf,
    ofText: ({ day }) => stored(isoDate(day), true),
  }),
  accepts: () => `a date as YYYY-MM-DD, in the years ${YEARS}`,
  converts: (_column, ctx) =>
    `${forms(ctx)}; of a time with an offset, or in epoch milliseconds, the date in ${ctx.timeZone}; of midnight with an offset, such as "2026-11-20T00:00:00.000Z", the date as written`,
  inWords: (value, _column, { locale }) => dayInWords(String(value), locale),
  sheet: { width: 12, format: () => 'yyyy-mm-dd' },
  guess: { looks: isMoment, kind: 'date', suggests: () => true },
  example: () => '2026-11-20',
}

export const datetime: CellType = {
  byValue: true,
  convert: converter({
    isStored: isStoredInstant,
    notOne: 'not_a_time',
    midnightIsDay: false,
    ofInstant: instantOf,
    ofText: localInstant,
  }),
  accepts: () => `a time in UTC as YYYY-MM-DDTHH:MM:SS.mmmZ, in the years ${YEARS}`,
  converts: (_column, ctx) =>
    `times with an offset, such as "2026-11-20T14:30:00-05:00", or with the letters of a time zone, such as "2026-11-20 14:30 UTC", if they mean only one in ${ctx.region}; times without one, such as "2026-11-20 2:30 PM", in ${ctx.timeZone}; dates written ${forms(ctx)}; a date alone is the start of that day; epoch milliseconds`,
  ...ofMoments,
  guess: {
    looks: isMoment,
    kind: 'date',
    suggests: (texts) => texts.some((text) => /\d:\d\d/.test(text)),
  },
  example: () => '2026-11-20T14:30:00.000Z',
}
