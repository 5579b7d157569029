import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { allOperators, operators, takesNoValue } from '../../../../shared/filter-operators.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { type DefinitionView, noSuchColumn } from '../definitions/definition.rules.ts'
import type { Condition, FilterContext, Test } from './plan.rules.ts'
import { rowTarget, type Target, targetOf } from './targets.rules.ts'
import { readTest } from './values.rules.ts'

export const MAX_DEPTH = 8
export const MAX_TESTS = 100
/** Counts the values in all lists of a filter, each of which becomes a parameter or two. */
export const MAX_ITEMS = 5000

const MOST_ISSUES = 50

/** Collects everything that is wrong, to report it at once. */
export class Problems {
  readonly issues: Issue[] = []
  readonly unknown: Issue[] = []

  add(path: string, refused: Why): void {
    if (this.issues.length < MOST_ISSUES) this.issues.push(issueAt(path, refused))
  }

  /** A column that does not exist or that the caller cannot see: both get the same message. */
  addUnknown(path: string, name: string, view: DefinitionView): void {
    if (this.unknown.length < MOST_ISSUES)
      this.unknown.push(issueAt(path, noSuchColumn(view, name)))
  }

  /** @throws Refusal unknown_column before invalid_request, so that an issue with a value never reveals its column. */
  refuse(): void {
    if (this.unknown.length > 0) throw refusalWith('unknown_column', this.unknown)
    if (this.issues.length > 0) throw refusalWith('invalid_request', this.issues)
  }
}

/** What a name refers to: a column of the view, by key, id or name, or a field of the row. */
export function findTarget(view: DefinitionView, ref: string): Target | undefined {
  const field = rowTarget(ref)
  if (field) return field
  const column = view.find(ref)
  return column && targetOf(column)
}

/**
 * Reads a filter. Faults go to `problems`; if there are any, do not use the condition.
 *
 * @param path its place in the request, such as `query.filter`.
 */
export function readFilter(
  filter: unknown,
  context: FilterContext,
  path: string,
  problems: Problems,
): Condition {
  let tests = 0
  let items = 0
  return read(filter, path, 1)

  function read(node: unknown, at: string, depth: number): Condition {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) {
      problems.add(at, why('filter_not_an_object', {}))
      return NOTHING
    }
    if (depth > MAX_DEPTH) {
      problems.add(at, why('filter_too_deep', { most: MAX_DEPTH }))
      return NOTHING
    }
    const members = Object.keys(node)
    const [word] = members
    if (members.length === 1 && (word === 'and' || word === 'or')) {
      const of = (node as Record<string, unknown>)[word]
      if (!Array.isArray(of)) {
        problems.add(`${at}.${word}`, why('filter_not_a_list', {}))
        return NOTHING
      }
      if (of.length > MAX_TESTS) {
        const tooMany = why('filter_too_many', { count: of.length, most: MAX_TESTS })
        problems.add(`${at}.${word}`, tooMany)
        return NOTHING
      }
      const read_ = of.map((inner, i) => read(inner, `${at}.${word}[${i}]`, depth + 1))
      return { kind: word === 'and' ? 'all' : 'any', of: read_ }
    }
    if (members.length === 1 && word === 'not') {
      return { kind: 'not', of: read((node as { not: unknown }).not, `${at}.not`, depth + 1) }
    }
    if (++tests > MAX_TESTS) {
      if (tests === MAX_TESTS + 1)
        problems.add(path, why('filter_tests_too_many', { most: MAX_TESTS }))
      return NOTHING
    }
    return readLeaf(node as Record<string, unknown>, at)
  }

  function readLeaf(leaf: Record<string, unknown>, at: string): Condition {
    for (const member of Object.keys(leaf)) {
      if (!['column', 'op', 'value'].includes(member)) {
        problems.add(`${at}.${member.slice(0, 100)}`, why('filter_unknown_member', {}))
      }
    }
    const { column, op, value } = leaf
    if (typeof column !== 'string') {
      problems.add(`${at}.column`, why('filter_column', {}))
      return NOTHING
    }
    const target = findTarget(context.view, column)
    if (!target) {
      problems.addUnknown(`${at}.column`, column, context.view)
      return NOTHING
    }
    const fitting: readonly string[] = operators[target.nature]
    if (typeof op !== 'string' || !fitting.includes(op)) {
      const known = typeof op === 'string' && allOperators.includes(op)
      const takes = { operators: fitting.join(', ') }
      problems.add(
        `${at}.op`,
        known
          ? why('filter_other_operator', { sent: `"${op}"`, ...takes })
          : why('filter_no_operator', takes),
      )
      return NOTHING
    }
    if (takesNoValue(op)) {
      if (value !== undefined && value !== null)
        problems.add(`${at}.value`, why('filter_no_value', { operator: op }))
      if (op === 'is_unresolved') return test(target, { is: 'unresolved' }, false)
      return test(target, { is: 'empty' }, op === 'is_not_empty')
    }
    items += Array.isArray(value) ? value.length : 0
    if (items > MAX_ITEMS) {
      problems.add(`${at}.value`, why('filter_lists_too_long', { most: MAX_ITEMS }))
      return NOTHING
    }
    const found = readTest(target, op, value, context, (refused, inside = '') =>
      problems.add(`${at}.value${inside}`, refused),
    )
    if (!found) return NOTHING
    return found.length === 1
      ? test(target, found[0]!, op === 'ne')
      : negated({ kind: 'any', of: found.map((each) => test(target, each, false)) }, op === 'ne')
  }
}

const NOTHING: Condition = { kind: 'any', of: [] }

const test = (target: Target, asked: Test, negate: boolean): Condition =>
  negated({ kind: 'test', target, test: asked }, negate)

const negated = (condition: Condition, negate: boolean): Condition =>
  negate ? { kind: 'not', of: condition } : condition
