/** Half a second, doubling, with jitter, so that clients that were cut off together don't all come back at once. */
export const backoff = (attempt: number): number => 500 * 2 ** attempt * (0.75 + Math.random() / 2)

/** Waits; rejects when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', stopped, { once: true })
    function done() {
      signal?.removeEventListener('abort', stopped)
      resolve()
    }
    function stopped() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
