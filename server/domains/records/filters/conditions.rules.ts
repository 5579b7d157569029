import { plainText } from '../../../../shared/plain-text.ts'
import type { Condition, Test } from './plan.rules.ts'
import { patternOf } from './search-pattern.rules.ts'
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
  const { value, key = value, always, content = always ? undefined : key } = target
  const type = parameterType[target.comparison]
  switch (test.is) {
    case 'empty':
      // The key if it can be, because indexes are on it.
      return content ? `(${content} IS NULL)` : 'false'
    case 'unresolved': {
      const column = parameters.add(target.column!.id, 'uuid')
      return `(EXISTS (SELECT FROM unresolved_cells u WHERE u.workspace_id = rows.workspace_id
        AND u.column_id = ${column} AND u.row_id = rows.id))`
    }
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
      return containsSql(value, plainText(test.text), parameters)
    case 'starting':
      return `starts_with(plain_text(${value}), ${parameters.add(plainText(test.text), 'text')})`
    case 'holding':
      return `(${value} ?| ${parameters.add(test.any, 'text[]')})`
    case 'set': {
      const list = parameters.add(JSON.stringify(test.of), 'jsonb')
      return `(${value} @> ${list} AND ${value} <@ ${list})`
    }
  }
}

/** Whether a text has a plain text in it, as searches compare them. */
export const containsSql = (text: string, plain: string, parameters: Parameters): string =>
  `contains_text(${text}, ${parameters.add(plain, 'text')}, ${parameters.add(patternOf(plain), 'text')})`

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
  const texts = values.map(String)
  if (texts.every((text) => charsOf(text.normalize('NFD')) < KEY_CHARS)) {
    return `(${equal(key, texts)})`
  }
  // Longer values with the same start have the same key. A text in parts is longer than composed, and its key ends elsewhere.
  const whole = equal(`(${value}) COLLATE alike`, texts)
  return texts.every(isAscii) ? `(${equal(key, texts.map(startOf))} AND ${whole})` : `(${whole})`
}

const isAscii = (text: string): boolean => /^[ -~\s]*$/.test(text)

const charsOf = (text: string): number => [...text].length
