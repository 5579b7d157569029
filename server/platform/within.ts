/** `late`: the time ran out first; `stopped`: the signal came first. */
export type Ended<T> = { ms: number } & (
  | { how: 'came'; value: T }
  | { how: 'late'; value?: undefined }
  | { how: 'stopped'; value?: undefined }
)

/**
 * Waits for a promise until a time limit or a signal, and says which came first and how long it took. The work itself
 * is not stopped, but nobody gets a late result. Without time left, no result is in time.
 */
export async function within<T>(
  promise: Promise<T>,
  limitMs: number,
  stop?: AbortSignal,
): Promise<Ended<T>> {
  const began = performance.now()
  promise.catch(() => {})
  if (limitMs <= 0) return { how: 'late', ms: 0 }
  const { promise: over, resolve } = Promise.withResolvers<{ how: 'late' } | { how: 'stopped' }>()
  const stopped = () => resolve({ how: 'stopped' })
  const timer = setTimeout(resolve, limitMs, { how: 'late' })
  if (stop?.aborted) stopped()
  stop?.addEventListener('abort', stopped)
  try {
    const coming = promise.then((value) => ({ how: 'came' as const, value }))
    const ended = await Promise.race([coming, over])
    return { ...ended, ms: Math.round(performance.now() - began) }
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopped)
  }
}
