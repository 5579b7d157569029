type Waiting<T> = PromiseWithResolvers<T | null>

/**
 * Combines requests for single things: those made at the same time, such as by all lines of a list, become one request.
 * A key that is not in the answer gets `null`.
 */
export function batched<T>(most: number, ask: (keys: string[]) => Promise<Map<string, T>>) {
  let waiting = new Map<string, Waiting<T>>()

  async function send(part: [string, Waiting<T>][]): Promise<void> {
    try {
      const found = await ask(part.map(([key]) => key))
      for (const [key, { resolve }] of part) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, { reject }] of part) reject(error)
    }
  }

  function sendAll(): void {
    const all = [...waiting]
    waiting = new Map()
    for (let from = 0; from < all.length; from += most) void send(all.slice(from, from + most))
  }

  return function want(key: string): Promise<T | null> {
    if (waiting.size === 0) setTimeout(sendAll)
    const answer = waiting.get(key) ?? Promise.withResolvers<T | null>()
    waiting.set(key, answer)
    return answer.promise
  }
}
