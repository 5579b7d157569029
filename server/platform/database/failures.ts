import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { type DiskFault, diskFaultOf } from '../system-fault.rules.ts'
import { constraintOf, isLostNode, isPassing } from './cluster/failures.rules.ts'

const RETRYABLE = new Set(['40001', '40P01'])

/** Whether the same transaction can simply be run again. */
export const isWorthAgain = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (RETRYABLE.has(error.code ?? '') || isPassing(error))

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** Whether the named constraint (or unique index) caused the error. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && constraintOf(error) === constraint

export const overloaded = (cause?: unknown) => new Refusal('overloaded', { retryAfter: 1 }, cause)

/** Until the operator has seen to the disk, trying again soon helps nobody. */
const DISK_S = 30

export const refuseForDisk = (fault: DiskFault, cause: unknown): Refusal =>
  new Refusal('overloaded', fault, {}, { retryAfter: DISK_S }, cause)

const TOOK_TOO_LONG = '57014'

/** Whether PostgreSQL ended a statement that took too long. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof Refusal && sqlState(error.cause) === TOOK_TOO_LONG

/**
 * 57P0x: the server stops or starts; 53xxx: out of connections, memory or disk; 08xxx: connection lost;
 * 25P03, 25P04: the idle transaction or the whole transaction took too long; 25006: the server
 * has become a read-only replica.
 */
const UNAVAILABLE = /^(57P0|53|08|25P03|25P04|25006)/
/** The driver's own errors, which have no code. */
const LOST =
  /Connection terminated|connection error|not queryable|Client was closed|timeout expired|timeout exceeded|read timeout/i

/**
 * Whether a server let nobody in: nothing listens at its address, or it starts, stops or recovers (57P03). A server that only
 * says nothing may be at work for others.
 */
export function isTakenByNobody(error: unknown): boolean {
  // A name with several addresses, all of which were tried.
  if (error instanceof AggregateError) return error.errors.every(isTakenByNobody)
  const { code } = (error ?? {}) as { code?: string }
  return code === 'ECONNREFUSED' || code === 'ENOENT' || sqlState(error) === '57P03'
}

/** A lost or refused connection is our problem, not the caller's: 503, and worth another try. */
export function unavailable(error: unknown): Refusal | undefined {
  const fault = diskFaultOf(error)
  if (fault) return refuseForDisk(fault, error)
  const state = sqlState(error)
  if (state === TOOK_TOO_LONG)
    return new Refusal('overloaded', 'too_slow', {}, { retryAfter: 10 }, error)
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (state) {
    return UNAVAILABLE.test(state) || isLostNode(state, message) ? overloaded(error) : undefined
  }
  const lost =
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    LOST.test(message)
  return lost ? overloaded(error) : undefined
}
