/**
 * What a promise brings within a time, and how long that took; nothing where it takes longer. It is not stopped: what it
 * comes to afterwards is nobody's any more.
 */
export async function within<T>(
  promise: Promise<T>,
  limitMs: number,
): Promise<{ value: T | undefined; ms: number }> {
  const began = performance.now()
  promise.catch(() => {})
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, limitMs, undefined)
  try {
    const value = await Promise.race([promise, over])
    return { value, ms: Math.round(performance.now() - began) }
  } finally {
    clearTimeout(timer)
  }
}
