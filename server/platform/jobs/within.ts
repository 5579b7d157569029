/** `late`: the time was over before; `stopped`: the signal came before. */
export type Ended<T> = { ms: number } & (
  | { how: 'came'; value: T }
  | { how: 'late'; value?: undefined }
  | { how: 'stopped'; value?: undefined }
)

/**
 * What a promise brings within a time, and how long that took, unless a signal ends the wait before. It is not stopped:
 * what it comes to afterwards is nobody's any more.
 */
export async function within<T>(
  promise: Promise<T>,
  limitMs: number,
  stop?: AbortSignal,
): Promise<Ended<T>> {
  const began = performance.now()
  promise.catch(() => {})
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
