import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'

export const ZONE = 'America/New_York'
export const LABELS = ['New', 'Äußerst wichtig', 'done, later', "O'Brien"]

export const columns = [
  { name: 'text', type: 'text' },
  { name: 'notes', type: 'long_text' },
  { name: 'number', type: 'number' },
  { name: 'amount', type: 'currency', settings: { currency: 'USD' } },
  { name: 'share', type: 'percent' },
  { name: 'agreed', type: 'checkbox' },
  { name: 'due', type: 'date' },
  { name: 'called', type: 'datetime' },
  { name: 'status', type: 'select', settings: { options: LABELS.map((label) => ({ label })) } },
  { name: 'tags', type: 'multi_select', settings: { options: LABELS.map((label) => ({ label })) } },
  { name: 'email', type: 'email' },
  { name: 'agent', type: 'person' },
  { name: 'nr', type: 'auto_number' },
  { name: 'made', type: 'created_at' },
  { name: 'maker', type: 'created_by' },
  { name: 'papers', type: 'file' },
  // Some divide by 0: their cells hold the reason why there is no result.
  { name: 'inverse', type: 'formula', settings: { expression: '10 / number' } },
  {
    name: 'shout',
    type: 'formula',
    settings: { expression: 'IF(10 / number > 0, CONCAT(text, "!"), CONCAT(text, "!"))' },
  },
  { name: 'large', type: 'formula', settings: { expression: '10 / number > 1' } },
  { name: 'later', type: 'formula', settings: { expression: 'DATE_ADD(due, 1, "days")' } },
]
/** The types of the formulas' results. */
export const results = { inverse: 'number', shout: 'text', large: 'checkbox', later: 'date' }

export const LONG = 'long '.repeat(30)
export const texts = [
  'a',
  'A',
  'ab',
  'Äb',
  'zebra',
  'Zebra',
  '😀x',
  "o'b%_\\",
  'élan',
  'e\u0301lan',
  'elan',
  '10',
  '9',
  '[',
  '"',
  `${LONG}one`,
  `${LONG}two`,
  LONG.trim().slice(0, 99),
  LONG.slice(0, 100),
]
export const numbers = [0, -1, 1, 2.5, -2.5, 10, 9_007_199_254_740_000, 0.1, 0.30000000000000004]
export const amounts = [0, -1, 12.5, 99.99, 100, 0.1]
export const emails = ['rosa@harbor.example', 'ed@harbor.example', 'ümit@harbor.example']

export const today = () => Temporal.Now.plainDateISO(ZONE)
const days = fc.integer({ min: -400, max: 400 }).map((n) => today().add({ days: n }).toString())
const nearDays = fc.integer({ min: -9, max: 9 }).map((n) => today().add({ days: n }).toString())
export const day = fc.oneof(days, nearDays)
/** At and around the ends of days in the zone, where mistakes are likely. */
export const instants = fc
  .tuple(day, fc.constantFrom(0, 1, -1, 3_600_000, 43_200_000))
  .map(([text, ms]) =>
    Temporal.PlainDate.from(text)
      .toZonedDateTime(ZONE)
      .toInstant()
      .add({ milliseconds: ms })
      .toString({ fractionalSecondDigits: 3 }),
  )

const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined, freq: 4 })

/** What a board's cells and filters may name. */
export interface Known {
  /** Active seats, the one that asks first. */
  people: number[]
  /** Rows that links may lead to. */
  linked: string[]
}

/** Cells of a row; many alike, so that orders have ties. */
export const cells = ({ people, linked }: Known) =>
  fc.record({
    link: maybe(fc.uniqueArray(fc.constantFrom(...linked), { minLength: 1 })),
    text: maybe(fc.constantFrom(...texts)),
    notes: maybe(fc.constantFrom('first\nsecond', 'x', LONG)),
    number: maybe(fc.constantFrom(...numbers)),
    amount: maybe(fc.constantFrom(...amounts)),
    share: maybe(fc.constantFrom(12.5, 0, 100)),
    agreed: maybe(fc.boolean()),
    due: maybe(day),
    called: maybe(instants),
    status: maybe(fc.constantFrom(...LABELS)),
    tags: maybe(fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1 })),
    email: maybe(fc.constantFrom(...emails)),
    agent: maybe(fc.constantFrom(...people)),
  })
