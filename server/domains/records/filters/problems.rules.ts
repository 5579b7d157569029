import type { Fault, Read } from '../../../platform/read.rules.ts'
import { issueAt, refusalWith } from '../../../platform/refusal.ts'
import { type DefinitionView, noSuchColumn } from '../definitions/definition.rules.ts'

/** A problem of a list's query, and its place in the request. */
export type Problem =
  | Fault
  /** The name of a column that does not exist or that the caller cannot see: both get the same message. */
  | { path: string; unknown: string }

export type ReadPart<T> = Read<T, Problem>

const MOST_ISSUES = 50

/** @throws Refusal unknown_column before invalid_request, so that an issue with a value never reveals its column. */
export function refuseProblems(view: DefinitionView, problems: readonly Problem[]): void {
  const unknown = problems.filter((problem) => 'unknown' in problem)
  const told = unknown.length > 0 ? unknown : problems
  if (told.length === 0) return
  const issues = told
    .slice(0, MOST_ISSUES)
    .map((problem) =>
      issueAt(
        problem.path,
        'unknown' in problem ? noSuchColumn(view, problem.unknown) : problem.why,
      ),
    )
  throw refusalWith(unknown.length > 0 ? 'unknown_column' : 'invalid_request', issues)
}
