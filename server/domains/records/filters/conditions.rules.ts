import type { Condition, Test } from './filter.rules.ts'
import type { Parameters } from './statement.rules.ts'
import { type Comparison, KEY_CHARS, startOf, type Target } from './targets.rules.ts'

/**
 * The SQL of a condition on a row of `rows`, made of fixed words and the targets' texts; every value is a parameter.
 * It may be null if the condition does not hold. Under `not`, null counts as false, so that every row matches either a
 * filter or its opposite.
 */
export function conditionSql(condition: Condition, parameters: Parameters): string {
  switch (condition.kind) {
    case 'all':
      return joined(condition.of, ' AND ', 'true', parameters)
    case 'any':
      return joined(condition.of, ' OR ', 'false', parameters)
    case 'not':
      return `((${conditionSql(condition.of, parameters)}) IS NOT TRUE)`
    case 'test':
      return testSql(condition.target, condition.test, parameters)
  }
}

const joined = (
  of: readonly Condition[],
  word: string,
  none: string,
  parameters: Parameters,
): string =>
  of.length === 0 ? none : `(${of.map((each) => conditionSql(each, parameters)).join(word)})`

export const parameterType = {
  text: 'text',
  bytes: 'text',
  number: 'float8',
  position: 'float8',
  time: 'timestamptz',
} as const satisfies Record<Comparison, string>

function testSql(target: Target, test: Test, parameters: Parameters): string {
  const { value, key = value, always } = target
  const type = parameterType[target.comparison]
  switch (test.is) {
    case 'empty':
      // The key, because indexes are on it.
      return always ? 'false' : `(${key} IS NULL)`
    case 'one of':
      return oneOfSql(target, test.values, parameters)
    case 'between': {
      const { from, to } = test
      const bounds = [
        from && `${key} ${from.open ? '>' : '>='} ${parameters.add(from.value, type)}`,
        to && `${key} ${to.open ? '<' : '<='} ${parameters.add(to.value, type)}`,
      ].filter((bound) => bound !== undefined)
      return bounds.length > 0 ? `(${bounds.join(' AND ')})` : `(${key} IS NOT NULL)`
    }
    case 'containing':
      return `(strpos(${lowered(value)}, ${lowered(parameters.add(test.text, 'text'))}) > 0)`
    case 'starting':
      return `starts_with(${lowered(value)}, ${lowered(parameters.add(test.text, 'text'))})`
    case 'holding':
      return `(${value} ?| ${parameters.add(test.any, 'text[]')})`
    case 'set': {
      const list = parameters.add(JSON.stringify(test.of), 'jsonb')
      return `(${value} @> ${list} AND ${value} <@ ${list})`
    }
  }
}

/** Ignores case by the rules of Unicode, whatever the database's own rules are. */
export const lowered = (text: string): string => `lower((${text}) COLLATE people)`

function oneOfSql(
  { value, key = value, cut, comparison }: Target,
  values: readonly (string | number)[],
  parameters: Parameters,
): string {
  const type = parameterType[comparison]
  const equal = (expression: string, wanted: readonly (string | number)[]) =>
    wanted.length === 1
      ? `${expression} = ${parameters.add(wanted[0], type)}`
      : `${expression} = ANY (${parameters.add(wanted, `${type}[]`)})`
  if (!cut) return `(${equal(key, values)})`
  const starts = values.map((text) => startOf(String(text)))
  // If a value is as long as a key, longer values with the same start have the same key.
  const whole = starts.some((text) => charsOf(text) === KEY_CHARS)
  return whole ? `(${equal(key, starts)} AND ${equal(value, values)})` : `(${equal(key, starts)})`
}

const charsOf = (text: string): number => [...text].length
