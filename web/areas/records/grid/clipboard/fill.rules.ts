const DAY_MS = 86_400_000
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const dayOf = (value: string): number => Date.parse(`${value}T00:00:00Z`) / DAY_MS
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * The values that continue a column when it is filled from given cells: numbers and days in equal steps continue in
 * those steps, and everything else is repeated.
 *
 * @param back whether the column is filled upwards, from the first of the given cells.
 */
export function continued(given: readonly unknown[], count: number, back = false): unknown[] {
  if (given.length === 0) return Array(count).fill(null)
  const from = back ? given.toReversed() : given
  const days = from.every(isDay)
  const numbers = days
    ? from.map((value) => dayOf(value as string))
    : from.every((value) => typeof value === 'number')
      ? (from as number[])
      : undefined
  const step = numbers && stepOf(numbers)
  return Array.from({ length: count }, (_, i) => {
    if (!numbers || step === undefined) return from[i % from.length]
    const next = numbers.at(-1)! + step * (i + 1)
    return days ? textOf(next) : exact(next)
  })
}

/** The step between values, if it is always the same. A single value has no step. */
function stepOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const step = exact(values[1]! - values[0]!)
  return values.every((value, i) => i === 0 || exact(value - values[i - 1]!) === step)
    ? step
    : undefined
}

/** Without the rounding errors of binary fractions: 0.1 + 0.2 is 0.3. */
const exact = (value: number): number => Number(value.toPrecision(14))
