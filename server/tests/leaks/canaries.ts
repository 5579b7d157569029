import {
  type ColumnType,
  columnTypes,
  type Input,
  inputOf,
  isFormula,
  isPlainNumber,
} from '../../../shared/column-types.ts'

// Hidden columns, and values in them that exist nowhere else: wherever one turns up, it leaked.

/** Part of every hidden name and text. It is long, so that no random id has it by chance. */
export const MARK = 'zq7xkv9w'

export interface Canary {
  name: string
  key: string
  type: string
  description?: string
  settings?: object
  /** The value of the nth row, from 0 to 4. */
  value?: (nth: number) => unknown
  /** How a value reads in an answer, if it does not contain the mark. */
  signs?: (nth: number) => string[]
  /** Whether it is hidden because of its inputs, and not by a policy of its own. */
  byItsInputs?: true
}

/** How many rows hold canaries. */
export const ROWS = 5
const nths = Array.from({ length: ROWS }, (_, nth) => nth)

/** The two worlds differ only in these values and their order. */
export type Variant = 'a' | 'b'

export function canariesOf(variant: Variant): Canary[] {
  const rank = (nth: number) => (variant === 'a' ? nth : ROWS - 1 - nth)
  const text = (kind: string) => (nth: number) => `${MARK}${kind}${variant}${rank(nth)}`
  /** Other numbers for each type; those that are not plain have a fraction. */
  const numbersOf = (type: ColumnType) => (nth: number) => {
    const base =
      982_451_653 + 7_340_033 * (columnTypes.indexOf(type) - columnTypes.indexOf('number'))
    const fraction = isPlainNumber(type) ? 0 : 0.5
    return base + (variant === 'a' ? 0 : 40_000) + 11 * rank(nth) + fraction
  }
  const digits = (value: (nth: number) => number) => ({
    value,
    signs: (nth: number) => [String(value(nth)).replace(/\.0+$/, '')],
  })
  const options = (kind: string) => ({
    options: nths.map((nth) => ({ label: text(kind)(nth) })).sort(byLabel),
  })
  const year = variant === 'a' ? 2391 : 2457
  /** Values of columns of a type, by how they are entered. */
  const entered: Record<Input, (type: ColumnType) => Partial<Canary>> = {
    line: (type) => ({ value: text(type) }),
    lines: (type) => ({ value: text(type) }),
    number: (type) => digits(numbersOf(type)),
    tick: () => ({ value: (nth) => rank(nth) % 2 === 0 }),
    day: () => ({
      value: (nth) => `${year}-07-1${rank(nth)}`,
      signs: (nth) => [`${year}-07-1${rank(nth)}`],
    }),
    time: () => ({
      value: (nth) => `${year}-08-1${rank(nth)}T05:06:07.000Z`,
      signs: (nth) => [`${year}-08-1${rank(nth)}`],
    }),
    option: (type) => ({ settings: options(type), value: text(type) }),
    options: (type) => ({
      settings: options(type),
      value: (nth) => [text(type)(nth), text(type)((nth + 1) % ROWS)],
    }),
    email: () => ({ value: (nth) => `${text('mail')(nth)}@leak.example` }),
    phone: () => ({
      value: (nth) => `+1202555${variant === 'a' ? 17 : 18}${rank(nth)}3`,
      signs: (nth) => [`202555${variant === 'a' ? 17 : 18}${rank(nth)}3`],
    }),
    url: () => ({ value: (nth) => `https://${text('url')(nth)}.example/` }),
    // The world sets the values of these.
    person: () => ({}),
    rows: () => ({}),
    files: () => ({}),
    // Columns that the service fills are in the answer to every write.
    none: (type) => (isFormula(type) ? formula : {}),
  }
  /** Its own policy lets everybody see it: it is hidden because of the column that it reads. */
  const formula: Partial<Canary> = {
    settings: { expression: `${MARK}_number + 1` },
    signs: (nth) => [String(numbersOf('number')(nth) + 1)],
    byItsInputs: true,
  }
  return columnTypes.map((type) => ({
    name: `${MARK} ${type}`,
    key: `${MARK}_${type}`,
    description: `${MARK} described ${type}`,
    type,
    ...entered[inputOf(type)](type),
  }))
}

const byLabel = (a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1)

/** What no answer may contain: the mark, and values without the mark. */
export const signsOf = (variant: Variant): string[] => [
  MARK,
  ...canariesOf(variant).flatMap(({ signs }) => nths.flatMap((nth) => signs?.(nth) ?? [])),
]

/** The cells of the nth row. */
export const canaryCells = (variant: Variant, nth: number): Record<string, unknown> =>
  Object.fromEntries(
    canariesOf(variant).flatMap(({ key, value }) => (value ? [[key, value(nth)]] : [])),
  )
