import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isReplayed,
  type Logged,
  needless,
  planRecovery,
  reachesOf,
  readMoment,
  segmentNumber,
  shownRange,
  uncopiedTimeline,
} from './recovery.rules.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)
const NOW = at(600)
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
/** The nth segment; it was closed at that minute of the afternoon. */
const segment = (n: number, timeline = 1) => hex(timeline) + hex(Math.floor(n / 256)) + hex(n % 256)
const logged = (from: number, to: number, timeline = 1): Logged[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    name: segment(from + i, timeline),
    writtenAt: at(from + i),
  }))
const copy = (n: number, timeline = 1) => ({
  path: `${timeline}-${n}`,
  firstSegment: segment(n, timeline),
  lastSegment: segment(n, timeline),
  takenAt: at(n),
})
const history = (timeline: number, minute: number): Logged => ({
  name: `${hex(timeline)}.history`,
  writtenAt: at(minute),
})
const plan = (copies: ReturnType<typeof copy>[], log: Logged[], when: Date | null) =>
  planRecovery('/archive', copies, log, when, NOW)

describe('a moment', () => {
  test('is restored from the newest copy before it, across the end of a number', () => {
    const log = logged(10, 300)
    expect(plan([copy(10), copy(200)], log, at(250))).toEqual({
      copy: copy(200),
      until: at(250),
      end: segment(300),
    })
    expect(plan([copy(10), copy(200)], log, at(199)).copy).toEqual(copy(10))
    expect(plan([copy(10), copy(200)], log, null)).toMatchObject({ copy: copy(200), until: null })
  })

  test.each([
    ['before the oldest copy', at(9), 'is before the oldest base copy in /archive'],
    ['after the last segment', at(20.5), 'is after what is in the archive'],
    ['in the future', at(601), 'is in the future'],
  ])('%s is refused, with what is possible', (_, when, message) => {
    const refused = () => plan([copy(10)], logged(10, 20), when)
    expect(refused).toThrow(message)
    expect(refused).toThrow(
      'The earliest possible time is 2026-11-26T12:10:00Z, the latest is 2026-11-26T12:19:59Z.',
    )
  })

  test('after a segment that is missing needs a copy after it', () => {
    const log = [...logged(10, 14), ...logged(16, 30)]
    expect(() => plan([copy(10)], log, at(20))).toThrow(
      `${segment(15)} is missing in /archive. With the base copy before it, the latest possible time is 2026-11-26T12:13:59Z.`,
    )
    expect(() => plan([copy(10)], log, null)).toThrow('--at latest cannot be restored')
    expect(plan([copy(10)], log, at(13)).end).toBe(segment(14))
    expect(plan([copy(10), copy(18)], log, at(20)).copy).toEqual(copy(18))
  })

  test('needs a copy whose own segments are there', () => {
    expect(() => plan([], [], at(1))).toThrow('There is no base copy in /archive')
    const half = { ...copy(10), lastSegment: segment(12) }
    expect(() => plan([half], logged(10, 11), at(11))).toThrow('No base copy in /archive can be')
    expect(reachesOf([half], logged(10, 12))).toHaveLength(1)
  })
})

test('a range of moments never ends before it begins', () => {
  const NOON_AT = (ms: number) => new Date(NOON + ms)
  expect(shownRange(NOON_AT(120), NOON_AT(61_900))).toEqual([
    '2026-11-26T12:00:01Z',
    '2026-11-26T12:01:01Z',
  ])
  expect(shownRange(NOON_AT(120), NOON_AT(340))).toEqual([
    '2026-11-26T12:00:00.120Z',
    '2026-11-26T12:00:00.340Z',
  ])
  const just = { ...copy(10), takenAt: NOON_AT(600_450) }
  expect(() => plan([just], logged(10, 10), at(11))).toThrow(
    'The earliest possible time is 2026-11-26T12:10:00.450Z, the latest is 2026-11-26T12:10:00.450Z.',
  )
})

describe('of a database that was restored', () => {
  // It was taken back at 30 to what it was at 20, in segment 20.
  const log = [...logged(10, 30), history(2, 30), ...logged(20, 22, 2)].map((file) =>
    file.name.startsWith('00000002') && file.name.length === 24
      ? { ...file, writtenAt: new Date(file.writtenAt.getTime() + 15 * 60_000) }
      : file,
  )
  const second = { ...copy(20, 2), takenAt: at(31) }

  test('what was before is still there, and what came after is its own', () => {
    expect(plan([copy(10), second], log, at(28))).toMatchObject({
      copy: copy(10),
      end: segment(30),
    })
    expect(plan([copy(10), second], log, at(36)).copy).toEqual(second)
    expect(uncopiedTimeline([copy(10), second], log)).toBeUndefined()
  })

  test('there is nothing between the end of the old one and the copy of the new one', () => {
    const late = { ...second, takenAt: at(33) }
    expect(() => plan([copy(10), late], log, at(31))).toThrow(
      'Nothing was archived at 2026-11-26T12:31:00Z, between two databases: one reaches to 2026-11-26T12:29:59Z, the next from 2026-11-26T12:33:00Z on.',
    )
  })

  test('what it wrote is not restored without a copy of it', () => {
    expect(uncopiedTimeline([copy(10)], log)).toEqual({ timeline: hex(2), since: at(30) })
    expect(() => plan([copy(10)], log, at(35))).toThrow('there is no base copy of it')
    expect(() => plan([copy(10)], log, null)).toThrow('A database was restored at 2026-11-26T12:30')
    expect(plan([copy(10)], log, at(28)).copy).toEqual(copy(10))
  })
})

test('what no copy needs is old, or on a timeline that was left', () => {
  const names = [
    segment(9),
    `${segment(9)}.00000028.backup`,
    segment(10),
    segment(11),
    segment(9, 2),
    segment(12, 3),
    '00000002.history',
    'notes',
  ]
  expect(needless([copy(10)], names)).toEqual(names.slice(0, 2))
  expect(needless([copy(11, 2)], names)).toEqual(names.slice(0, 5))
  expect(needless([], names)).toEqual([])
  expect(needless([copy(10), copy(9, 2)], names)).toEqual(names.slice(0, 2))
})

test('what was needed for a moment is needed after the log is pruned', () => {
  const minutes = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(fc.array(minutes, { minLength: 1, maxLength: 5 }), minutes, (firsts, when) => {
      const copies = firsts.map((n) => copy(n))
      const log = logged(1, 32)
      const old = new Set(
        needless(
          copies,
          log.map(({ name }) => name),
        ),
      )
      const left = log.filter(({ name }) => !old.has(name))
      if (firsts.every((first) => first > when)) return
      expect(plan(copies, left, at(when))).toEqual(plan(copies, log, at(when)))
    }),
  )
})

test('the end is replayed where the next segment begins, and not where the one before ends', () => {
  expect(isReplayed('1/B000000', segment(256 + 10))).toBe(true)
  expect(isReplayed('1/A000028', segment(256 + 10))).toBe(true)
  expect(isReplayed('1/A000000', segment(256 + 10))).toBe(false)
  expect(segmentNumber(segment(700, 3))).toBe(700)
})

describe('--at', () => {
  test.each([
    ['2026-11-26T14:03:00Z', '2026-11-26T14:03:00.000Z'],
    ['2026-11-26 09:03-05:00', '2026-11-26T14:03:00.000Z'],
    ['2026-11-26t14:03:00.5z', '2026-11-26T14:03:00.500Z'],
  ])('%s is a moment', (text, moment) => {
    expect(readMoment(text)?.toISOString()).toBe(moment)
  })
  test.each([
    ['2026-11-26T14:03:00', 'has no time zone: end it with Z'],
    ['2026-11-26', 'must be a time such as 2026-11-26T14:03:00Z, or "latest"'],
    ['2026-02-30T10:00Z', 'must be a time'],
    ['2026-11-26T25:00Z', 'must be a time'],
    ['yesterday', 'must be a time'],
  ])('%s is refused', (text, message) => {
    expect(() => readMoment(text)).toThrow(message)
  })
  test('latest is the end of the archive', () => expect(readMoment('latest')).toBeNull())
})
