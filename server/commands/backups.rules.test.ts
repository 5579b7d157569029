import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationMs, leftovers, nameAt, surplus, timeOf, waitMs } from './backups.rules.ts'

const NOON = new Date('2026-11-22T12:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => nameAt(new Date(NOON.getTime() + hours * HOUR))

test('a name has its time, and names sort by it', () => {
  expect(nameAt(NOON)).toBe('sourcebook-2026-11-22T12-00-00Z.backup')
  const times = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(times, times, (a, b) => {
      expect(Math.abs(timeOf(nameAt(a))!.getTime() - a.getTime())).toBeLessThan(1_000)
      if (a.getTime() + 1_000 <= b.getTime()) expect(nameAt(a) < nameAt(b)).toBe(true)
    }),
  )
})

test('the newest stay, and nothing else is touched', () => {
  const others = [
    'notes.txt',
    'sourcebook-2026-13-99T12-00-00Z.backup',
    `${at(1)}.part`,
    'x.backup',
  ]
  expect(surplus([at(2), ...others, at(0), at(1)], 2)).toEqual([at(0)])
  expect(surplus([at(0), ...others], 3)).toEqual([])
})

test('what was begun and not ended goes after a day', () => {
  const names = [`${at(-25)}.part`, `${at(-1)}.part`, at(-25), 'x.part']
  expect(leftovers(names, NOON)).toEqual([`${at(-25)}.part`])
})

test.each([
  ['no backup: at once', [], 0, 0],
  ['one of an hour ago: the rest of the day', [at(-1)], 24, 23],
  ['one of two days ago: at once', [at(-48)], 24, 0],
  ['the newest counts', [at(-48), at(-1)], 24, 23],
  ['one from the future, after a clock was set back: a day, not a year', [at(9_000)], 24, 24],
])('%s', (_, names, every, wait) => {
  expect(waitMs(names, every * HOUR, NOON)).toBe(wait * HOUR)
})

test.each([
  ['30m', HOUR / 2],
  ['24h', 24 * HOUR],
  ['7d', 168 * HOUR],
  ['0h', undefined],
  ['24', undefined],
  ['1.5h', undefined],
  ['-1h', undefined],
  ['99999d', undefined],
])('%s', (text, expected) => {
  expect(durationMs(text)).toBe(expected)
})
