import { about, messageOf, type Why, why } from '../../contract/reasons.ts'
import { type RefusalCode, refusals, statusOf } from '../../contract/refusals.ts'
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
  /** Whole seconds after which the same request may succeed. */
  retryAfter?: number
  headers?: Record<string, string>
}

/** A request that is refused on purpose. Use cases throw it; the HTTP layer writes it in the form of the route. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly details: RefusalDetails

  /** @param cause the error behind a 503; it is logged and never sent to the client. */
  constructor(code: RefusalCode, message?: string, details: RefusalDetails = {}, cause?: unknown) {
    super(message ?? refusals[code][1], { cause })
    this.code = code
    this.status = statusOf(code)
    this.details = details
  }
}

export const notFound = (): Refusal => new Refusal('not_found')

/** A refusal for these issues, of which there is at least one. Its message is the first. */
export function refusalWith(code: RefusalCode, issues: readonly Issue[]): Refusal {
  const { path, reason, message } = issues[0]!
  return new Refusal(code, `${about(path, reason, message)}.`, { issues: [...issues] })
}

/** A field of the body (or query) that names something this workspace does not have. */
export const unknownReference = (path: string, part: 'body' | 'query' = 'body'): Refusal =>
  unknownReferences([`${part}.${path}`])

/** @param paths such as `body.fileId`. */
export const unknownReferences = (paths: readonly string[]): Refusal =>
  new Refusal(
    'unknown_reference',
    `${paths[0]!.slice(paths[0]!.indexOf('.') + 1)} names something that does not exist here.`,
    { issues: paths.map((path) => issueAt(path, why('does_not_exist', {}))) },
  )

export const invalid = (path: string, refused: Why): Refusal =>
  refusalWith('invalid_request', [issueAt(path, refused)])
