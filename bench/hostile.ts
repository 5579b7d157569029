/**
 * `node bench/hostile.ts`: input that is written to take long, compared with ordinary input of the same size. The ratio
 * shows whether the time still depends on the size alone.
 */
import { cleanHtml } from '../server/domains/comms/threads/sanitize.rules.ts'
import { nextDue } from '../shared/recurrence.ts'
import { median, printTable } from './report.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CHARACTERS = 500_000
const of = (piece: string): string => piece.repeat(Math.ceil(CHARACTERS / piece.length))

const plain = of('<p>Dear Ann, <b>your</b> funds are <a href="https://example.com/">out</a>.</p>\n')
const html: [string, string][] = [
  ['one tag in the other, none closed', of('<div>')],
  ['others closed', of('<div></x>')],
  ['tags that end one another', of('<p><b><td>')],
  ['tags without an end', of('<x ')],
  ['quotes without an end', of('<a href="')],
]
const start = new Date('1996-01-01T09:00Z')
const rules: [string, string][] = [
  ['every day, for twenty years', 'FREQ=DAILY'],
  ['the same, counted', 'FREQ=DAILY;COUNT=9999'],
  ['never again', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=2'],
  ['never on that day', 'FREQ=DAILY;INTERVAL=7;BYDAY=SU'],
]

const ms = (work: () => void): number =>
  median(
    Array.from({ length: ROUNDS }, () => {
      const since = performance.now()
      work()
      return performance.now() - since
    }),
  )

const clean = (text: string) => ms(() => cleanHtml(text))
const next = (rule: string) =>
  ms(() => nextDue(rule, start, new Date('2016-01-01T09:00Z'), 'America/New_York'))
const [mail, monthly] = [clean(plain), next('FREQ=MONTHLY')]
const line = (name: string, took: number, floor: number): string[] => [
  name,
  `${took.toFixed(1)} ms`,
  (took / floor).toFixed(1),
]
printTable(
  ['', 'took', 'of what is usual'],
  [
    line('HTML of an email, 500,000 characters', mail, mail),
    ...html.map(([name, text]) => line(name, clean(text), mail)),
    line('the next time of a monthly rule, twenty years on', monthly, monthly),
    ...rules.map(([name, rule]) => line(name, next(rule), monthly)),
  ],
)
