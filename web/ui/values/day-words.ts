import { type Day, dateOf } from './days.rules.ts'

const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const months = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** The language and country that days are written for. */
export const { locale } = days.resolvedOptions()

/** `Tue` */
export const weekdayText = (day: Day): string => weekdays.format(dateOf(day))

/** `November 2026`, for `2026-11`. */
export const monthText = (month: string): string => months.format(dateOf(`${month}-01`))

/** `Tuesday, November 24, 2026` */
export const dayText = (day: Day): string => days.format(dateOf(day))
