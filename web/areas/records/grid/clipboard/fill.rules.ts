const DAY_MS = 86_400_000
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const dayOf = (value: string): number => Date.parse(`${value}T00:00:00Z`) / DAY_MS
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * What a column goes on with when it is filled from cells that are there: numbers and days in equal steps go on in
 * steps, all else is repeated.
 *
 * @param back whether it is filled upwards, from the first of the cells on.
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

/** The step between values, where it is always the same; one value alone has none. */
function stepOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const step = exact(values[1]! - values[0]!)
  return values.every((value, i) => i === 0 || exact(value - values[i - 1]!) === step)
    ? step
    : undefined
}

/** Without the dust that binary fractions leave: 0.1 + 0.2 is 0.3. */
const exact = (value: number): number => Number(value.toPrecision(14))
