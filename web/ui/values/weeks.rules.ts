/** What browsers know of weeks, by the newer name and by the older one. */
interface Weeks {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day that weeks begin with there, from Monday, 1, to Sunday, 7; Monday where the browser does not know. */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Weeks
  return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1
}
