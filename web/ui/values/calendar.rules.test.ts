import { describe, expect, it } from 'vitest'
import { dayAfterKey, isMonth, monthOf, weeksOf } from './calendar.rules.ts'
import { firstDayOf } from './weeks.rules.ts'

describe('the weeks of a month', () => {
  it('start on Sunday or Monday, as the reader’s locale does', () => {
    expect(weeksOf('2026-11', 7)[0]?.[0]).toBe('2026-11-01')
    expect(weeksOf('2026-11', 1)[0]?.[0]).toBe('2026-10-26')
    expect(firstDayOf('en-US')).toBe(7)
    expect(firstDayOf('de-DE')).toBe(1)
  })

  it.each(['2026-02', '2026-11', '2027-01', '2028-02'])('hold every day of %s once', (month) => {
    const days = weeksOf(month, 7).flat()
    const [year, number] = month.split('-').map(Number)
    expect(days.filter((day) => day.startsWith(month))).toHaveLength(
      new Date(year!, number!, 0).getDate(),
    )
    expect(new Set(days).size).toBe(days.length)
    expect(days.length % 7).toBe(0)
  })
})

it('months continue across years', () => {
  expect(monthOf('2026-01-31', -1)).toBe('2025-12')
})

it('keys move by days, weeks and months, stopping at the last day of a shorter month', () => {
  expect(dayAfterKey('ArrowLeft', '2026-11-01')).toBe('2026-10-31')
  expect(dayAfterKey('ArrowDown', '2026-11-24')).toBe('2026-12-01')
  expect(dayAfterKey('PageDown', '2027-01-31')).toBe('2027-02-28')
  expect(dayAfterKey('PageUp', '2026-11-24')).toBe('2026-10-24')
  expect(dayAfterKey('a', '2026-11-24')).toBeUndefined()
})

it('an invalid month in a URL is ignored', () => {
  expect([isMonth('2026-13'), isMonth(undefined), isMonth('2026-11')]).toEqual([false, false, true])
})
