import { AsyncLocalStorage } from 'node:async_hooks'

// What the service notes for traces, without the packages that send them. `metrics/otlp-traces.ts` brings those, if a
// collector is configured; otherwise nothing here does anything.

export type Attributes = Record<string, string | number | boolean>

/** A piece of work, from its start to its end. */
export interface Span {
  end(outcome?: { attributes?: Attributes; failed?: boolean }): void
}

/** The trace that a caller is part of, as it sent it. */
export interface CallerTrace {
  traceparent?: string | undefined
  tracestate?: string | undefined
}

export interface Tracer {
  start(
    name: string,
    kind: 'request' | 'job' | 'database',
    parent: Span | CallerTrace | undefined,
    attributes: Attributes,
  ): Span
}

/** What the code that runs now belongs to. */
interface Work {
  /** The span of the work, which is started when it is first asked for. */
  begin(): Span
  hasBegun: boolean
  /** Code that goes on after the end, such as the next turn of a lane, belongs to nothing. */
  hasEnded: boolean
}

export type TracedRequest = { within(fn: () => void): void } & Span

let tracer: Tracer | undefined
const around = new AsyncLocalStorage<Work>()

export const setTracer = (next: Tracer | undefined): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** Starts the span of a request. What runs `within` it belongs to it, until it ends. */
export function traceRequest(
  name: string,
  caller: CallerTrace,
  attributes: Attributes,
): TracedRequest {
  const span = tracer!.start(name, 'request', caller, attributes)
  const work: Work = { begin: () => span, hasBegun: true, hasEnded: false }
  return {
    within: (fn) => around.run(work, fn),
    end(outcome) {
      work.hasEnded = true
      span.end(outcome)
    },
  }
}

/**
 * Runs a piece of background work. It has a span from its first transaction in a workspace on, so that a turn that finds
 * nothing to do leaves none.
 */
export async function traceJob<T>(name: string, fn: () => Promise<T>): Promise<T> {
  const using = tracer
  if (!using) return fn()
  let span: Span | undefined
  const work: Work = {
    begin: () => {
      work.hasBegun = true
      span ??= using.start(name, 'job', undefined, {})
      return span
    },
    hasBegun: false,
    hasEnded: false,
  }
  let failed = true
  try {
    const result = await around.run(work, fn)
    failed = false
    return result
  } finally {
    work.hasEnded = true
    span?.end({ failed })
  }
}

/** Runs a transaction, as a part of the request or the job that asks for it. */
export function traceTransaction<T>(inWorkspace: boolean, fn: () => Promise<T>): Promise<T> {
  const work = tracer && around.getStore()
  const belongs = work && !work.hasEnded && (work.hasBegun || inWorkspace)
  return belongs ? within(work, fn) : fn()
}

async function within<T>(work: Work, fn: () => Promise<T>): Promise<T> {
  const span = tracer!.start('transaction', 'database', work.begin(), {
    'db.system.name': 'postgresql',
  })
  let committed = false
  try {
    const result = await fn()
    committed = true
    return result
  } finally {
    span.end({ attributes: { 'sourcebook.committed': committed } })
  }
}
