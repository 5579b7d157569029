import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * A library that few requests need, loaded by the first that does: a start does not wait for it, and until then it takes
 * no memory.
 *
 * @param name of a package, as an import would have it.
 */
export function lazily<T>(name: string): () => T {
  let loaded: T | undefined
  return () => (loaded ??= load(name) as T)
}
