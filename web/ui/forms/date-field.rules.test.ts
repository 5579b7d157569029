import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, localTime } from '../values/days.rules.ts'
import { picked, shownIn, typedIn } from './date-field.rules.ts'

const where = { today: '2026-11-21', order: 'mdy' } as const
const day = (text: string) => typedIn(text, where, false)
const moment = (text: string) => typedIn(text, where, '17:00')

describe('a typed day', () => {
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['Nov 30', '2026-11-30'],
    ['nov 30, 2027', '2027-11-30'],
    ['30 November', '2026-11-30'],
    ['11/30', '2026-11-30'],
    ['11/30/2026', '2026-11-30'],
    ['Jan 5', '2027-01-05'],
    ['Sep 1', '2026-09-01'],
    ['tomorrow', '2026-11-22'],
    ['fri', '2026-11-27'],
  ])('%s is %s', (text, read) => {
    expect(day(text)).toBe(read)
  })

  it.each(['', '30', 'soon', 'Nov', '2026-11-40', 'Nov 30 5 pm', '13/45'])('%j is none', (text) => {
    expect(day(text)).toBeNull()
  })
})

describe('a typed day and time', () => {
  it.each([
    ['Nov 30', '2026-11-30T17:00'],
    ['Nov 30 9 am', '2026-11-30T09:00'],
    ['Nov 30, 2026, 12:30 PM', '2026-11-30T12:30'],
    ['Nov 30 at 12am', '2026-11-30T00:00'],
    ['2026-11-30T08:05', '2026-11-30T08:05'],
    ['2026-11-30 23:59', '2026-11-30T23:59'],
    ['11/30 5:15pm', '2026-11-30T17:15'],
  ])('%s is %s', (text, read) => {
    expect(moment(text)).toBe(read)
  })

  it.each(['5 pm', 'Nov 30 25:00', 'Nov 30 13 pm', 'Nov 30 0 am', 'Nov 30 9:75'])(
    '%j is none',
    (text) => {
      expect(moment(text)).toBeNull()
    },
  )
})

it('what the field shows can be typed again', () => {
  const times = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(times, fc.constantFrom('mdy', 'dmy', 'ymd'), (at, order) => {
      const [value, time] = [dayOf(at), localTime(at.toISOString())]
      const there = { today: '2026-11-21', order }
      expect(typedIn(shownIn(value, order, false), there, false)).toBe(value)
      expect(typedIn(shownIn(time, order, true), there, '17:00')).toBe(time)
    }),
  )
  expect(shownIn('', 'mdy', true)).toBe('')
})

it('a day that is picked keeps the time, which is the usual one at first', () => {
  expect(picked('2026-11-30', '', '17:00')).toBe('2026-11-30T17:00')
  expect(typedIn('Nov 30', where, '09:00')).toBe('2026-11-30T09:00')
  expect(picked('2026-11-30', '2026-11-24T09:30', '17:00')).toBe('2026-11-30T09:30')
  expect(picked('2026-11-30', '2026-11-24', false)).toBe('2026-11-30')
})
