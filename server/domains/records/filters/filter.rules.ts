import { why } from '../../../../contract/refusals/reasons.ts'
import { allOperators, operators, takesNoValue } from '../../../../shared/filter-operators.ts'
import { allRead, fine, inside, mapped, wrong } from '../../../platform/read.rules.ts'
import type { Condition, FilterContext, Test } from './plan.rules.ts'
import type { ReadPart } from './problems.rules.ts'
import { findTarget, type Target } from './targets.rules.ts'
import { readTest } from './values.rules.ts'

export const MAX_DEPTH = 8
export const MAX_TESTS = 100
/** Counts the values in all lists of a filter, each of which becomes a parameter or two. */
export const MAX_ITEMS = 5000

/** Fills the place of a filter that has problems. */
export const NOTHING: Condition = { kind: 'any', of: [] }

/** @param path its place in the request, such as `query.filter`. */
export function readFilter(
  filter: unknown,
  context: FilterContext,
  path: string,
): ReadPart<Condition> {
  let tests = 0
  let items = 0
  return read(filter, path, 1)

  function read(node: unknown, at: string, depth: number): ReadPart<Condition> {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) {
      return wrong(NOTHING, why('filter_not_an_object', {}), at)
    }
    if (depth > MAX_DEPTH) return wrong(NOTHING, why('filter_too_deep', { most: MAX_DEPTH }), at)
    const members = Object.keys(node)
    const [word] = members
    if (members.length === 1 && (word === 'and' || word === 'or')) {
      const of = (node as Record<string, unknown>)[word]
      const place = `${at}.${word}`
      if (!Array.isArray(of)) return wrong(NOTHING, why('filter_not_a_list', {}), place)
      if (of.length > MAX_TESTS) {
        const tooMany = why('filter_too_many', { count: of.length, most: MAX_TESTS })
        return wrong(NOTHING, tooMany, place)
      }
      const parts = of.map((inner, i) => read(inner, `${place}[${i}]`, depth + 1))
      return mapped(allRead(parts), (of) => ({ kind: word === 'and' ? 'all' : 'any', of }))
    }
    if (members.length === 1 && word === 'not') {
      const inner = read((node as { not: unknown }).not, `${at}.not`, depth + 1)
      return mapped(inner, (of) => ({ kind: 'not', of }))
    }
    tests++
    if (tests <= MAX_TESTS) return readLeaf(node as Record<string, unknown>, at)
    return tests === MAX_TESTS + 1
      ? wrong(NOTHING, why('filter_tests_too_many', { most: MAX_TESTS }), path)
      : fine(NOTHING)
  }

  function readLeaf(leaf: Record<string, unknown>, at: string): ReadPart<Condition> {
    const strays = Object.keys(leaf)
      .filter((member) => !['column', 'op', 'value'].includes(member))
      .map((member) => ({
        path: `${at}.${member.slice(0, 100)}`,
        why: why('filter_unknown_member', {}),
      }))
    const { value, problems } = readMembers(leaf, at)
    return { value, problems: [...strays, ...problems] }
  }

  function readMembers(
    { column, op, value }: Record<string, unknown>,
    at: string,
  ): ReadPart<Condition> {
    if (typeof column !== 'string') return wrong(NOTHING, why('filter_column', {}), `${at}.column`)
    const target = findTarget(context.view, column)
    if (!target) {
      return { value: NOTHING, problems: [{ path: `${at}.column`, unknown: column }] }
    }
    const fitting: readonly string[] = operators[target.nature]
    if (typeof op !== 'string' || !fitting.includes(op)) {
      const known = typeof op === 'string' && allOperators.includes(op)
      const takes = { operators: fitting.join(', ') }
      const unfit = known
        ? why('filter_other_operator', { sent: `"${op}"`, ...takes })
        : why('filter_no_operator', takes)
      return wrong(NOTHING, unfit, `${at}.op`)
    }
    if (takesNoValue(op)) {
      const asked = test(target, { is: op === 'is_unresolved' ? 'unresolved' : 'empty' })
      const condition = negated(asked, op === 'is_not_empty')
      return value === undefined || value === null
        ? fine(condition)
        : wrong(condition, why('filter_no_value', { operator: op }), `${at}.value`)
    }
    items += Array.isArray(value) ? value.length : 0
    if (items > MAX_ITEMS) {
      return wrong(NOTHING, why('filter_lists_too_long', { most: MAX_ITEMS }), `${at}.value`)
    }
    const read = inside(`${at}.value`, readTest(target, op, value, context))
    return mapped(read, (found) => negated(anyOf(target, found), op === 'ne'))
  }
}

const anyOf = (target: Target, asked: readonly Test[]): Condition =>
  asked.length === 1
    ? test(target, asked[0]!)
    : { kind: 'any', of: asked.map((each) => test(target, each)) }

const test = (target: Target, asked: Test): Condition => ({ kind: 'test', target, test: asked })

const negated = (condition: Condition, negate: boolean): Condition =>
  negate ? { kind: 'not', of: condition } : condition
