import type { DefinitionView } from '../definitions/definition.rules.ts'
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

/** When a filter runs, and the zone in which its days begin. */
export interface Clock {
  now: Date
  /** The board's IANA time zone. */
  timeZone: string
}

/** The reader of a list, and the moment, by which a filter is read. */
export interface FilterContext extends Clock {
  view: DefinitionView
  /** Who `me` is in filters; undefined if the caller is not a person. */
  me: { crmUserId: number } | undefined
}
