/** What browsers know about weeks, by the newer name and the older one. */
interface Weeks {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The first day of the week, from Monday, 1, to Sunday, 7; Monday if the browser does not know. */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Weeks
  return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1
}
