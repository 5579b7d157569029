import { type CellRefusal, cellMessage } from '../../contract/cell-refusals.ts'
import { type RefusalCode, refusals, statusOf } from '../../contract/refusals.ts'

/** One problem of a request. The problem of a cell also has the reason, and the values for its message. */
export interface Issue extends Partial<CellRefusal> {
  path: string
  message: string
}

/** One problem of one row of a write, as ingest returns it. */
export interface RowError extends Partial<CellRefusal> {
  index: number
  message: string
  column?: string
}

export const rowError = (index: number, column: string, refusal: CellRefusal): RowError => ({
  index,
  message: `${column}: ${cellMessage(refusal)}`,
  column,
  ...refusal,
})

export interface RefusalDetails {
  issues?: Issue[]
  errors?: RowError[]
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

/** A field of the body (or query) that names something this workspace does not have. */
export const unknownReference = (path: string, part: 'body' | 'query' = 'body'): Refusal =>
  new Refusal('unknown_reference', `${path} names something that does not exist here.`, {
    issues: [{ path: `${part}.${path}`, message: 'does not exist in this workspace' }],
  })

export const invalid = (path: string, message: string): Refusal =>
  new Refusal('invalid_request', `${path} ${message}.`, { issues: [{ path, message }] })
