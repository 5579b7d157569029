import type { DefinitionView } from '../definitions/definition.rules.ts'
import type { Clock } from './days.rules.ts'
import type { Target } from './targets.rules.ts'

/** A test of a value; an empty value passes only `empty`. */
export type Test =
  | { is: 'empty' }
  /** Has names beside it that lead nowhere yet. */
  | { is: 'unresolved' }
  | { is: 'one of'; values: readonly (string | number)[] }
  /** From `from` (after it, if open) up to `to` (before it, if open). */
  | {
      is: 'between'
      from?: { value: string | number; open?: boolean } | undefined
      to?: { value: string | number; open?: boolean } | undefined
    }
  | { is: 'containing'; text: string }
  | { is: 'starting'; text: string }
  | { is: 'holding'; any: readonly string[] }
  | { is: 'set'; of: readonly string[] }

/** A filter whose columns are found and whose values are checked. */
export type Condition =
  | { kind: 'all' | 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'test'; target: Target; test: Test }

/** What reading a filter depends on. */
export interface FilterContext extends Clock {
  view: DefinitionView
  /** Who `me` is in filters; undefined if the caller is not a person. */
  me: { crmUserId: number } | undefined
}
