import { unknownInCells } from '../../contract/refusals/cell-refusals.ts'
import { about, messageOf, type Why, why } from '../../contract/refusals/reasons.ts'
import {
  type RefusalCode,
  type RefusalReason,
  type RefusalValues,
  refusalText,
  statusOf,
} from '../../contract/refusals/refusals.ts'
import type { Values } from '../../shared/sentences.ts'
import type { Scope } from '../../shared/token-scopes.ts'

/** One problem of a request. The problem of a cell also has the reason, and the values for its message. */
export interface Issue extends Why {
  path: string
  message: string
}

export const issueAt = (path: string, refused: Why): Issue => ({
  path,
  message: messageOf(refused),
  ...refused,
})

/** One problem of a row of a write, as ingest answers it. Only a cell's has a reason and a column. */
export interface RowError extends Partial<Why> {
  index: number
  message: string
  column?: string
}

/** The code for problems of rows. It is `unknown_reference` if each of them is a cell that names something unknown. */
export const codeOfRows = (
  errors: readonly Pick<RowError, 'reason'>[],
): 'invalid_rows' | 'unknown_reference' =>
  errors.length > 0 && errors.every(({ reason = '' }) => unknownInCells.includes(reason))
    ? 'unknown_reference'
    : 'invalid_rows'

/** A row's problem with one cell. */
export interface CellError extends Why {
  index: number
  message: string
  column: string
}

export const rowError = (index: number, column: string, refused: Why): CellError => ({
  index,
  message: `${column}: ${messageOf(refused)}`,
  column,
  ...refused,
})

export interface RefusalDetails {
  issues?: Issue[]
  errors?: RowError[]
  /** With `insufficient_scope`: the scope that is missing. */
  scope?: Scope
  /** With `row_changed`: the row as the caller can see it. */
  current?: object
  /** Of a workbook that cannot be imported as it is. */
  sheets?: readonly string[]
  /** Whole seconds after which the same request may succeed. */
  retryAfter?: number
  headers?: Record<string, string>
}

/** The values of the reason, if its sentence names any; then the details and the cause. */
type Rest<V> = [keyof V] extends [never]
  ? [values?: Record<string, never>, details?: RefusalDetails, cause?: unknown]
  : [values: V, details?: RefusalDetails, cause?: unknown]

/**
 * A request that is refused on purpose. Use cases throw it; the HTTP layer writes it in the form of the route. What it
 * says is in contract/refusals/refusals.ts: `new Refusal('key_taken', 'key_taken', { key })`.
 */
export class Refusal<
  C extends RefusalCode = RefusalCode,
  R extends RefusalReason<C> = RefusalReason<C>,
> extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly reason: string | undefined
  readonly values: Values
  readonly details: RefusalDetails

  /**
   * Without a reason it says its first problem, or else what the code means.
   *
   * @param cause the error behind a 503; it is logged and never sent to the client.
   */
  constructor(code: C, details?: RefusalDetails, cause?: unknown)
  constructor(code: C, reason: R, ...rest: Rest<RefusalValues<C, R>>)
  constructor(code: C, ...rest: unknown[]) {
    const [reason, values = {}, details = {}, cause] = (
      typeof rest[0] === 'string' ? rest : [undefined, undefined, ...rest]
    ) as [reason?: string, values?: Values, details?: RefusalDetails, cause?: unknown]
    super((reason === undefined && firstOf(details)) || refusalText(code, reason, values), {
      cause,
    })
    this.code = code
    this.status = statusOf(code)
    this.reason = reason
    this.values = values
    this.details = details
  }
}

/** What the first problem says. */
function firstOf({ errors, issues }: RefusalDetails): string | undefined {
  if (errors?.[0]) return errors[0].message
  if (!issues?.[0]) return undefined
  const [{ path, reason, message }] = issues
  return `${about(path, reason, message)}.`
}

export const notFound = (): Refusal => new Refusal('not_found')

/** A refusal for these issues, of which there is at least one. Its message is the first. */
export const refusalWith = (code: RefusalCode, issues: readonly Issue[]): Refusal =>
  new Refusal(code, { issues: [...issues] })

/** A field of the body (or query) that names something this workspace does not have. */
export const unknownReference = (path: string, part: 'body' | 'query' = 'body'): Refusal =>
  unknownReferences([`${part}.${path}`])

/** @param paths such as `body.fileId`. */
export const unknownReferences = (paths: readonly string[]): Refusal =>
  new Refusal(
    'unknown_reference',
    'does_not_exist',
    { field: paths[0]!.slice(paths[0]!.indexOf('.') + 1) },
    { issues: paths.map((path) => issueAt(path, why('does_not_exist', {}))) },
  )

export const invalid = (path: string, refused: Why): Refusal =>
  refusalWith('invalid_request', [issueAt(path, refused)])
