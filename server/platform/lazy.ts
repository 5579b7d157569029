import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * Loads a library that few requests need when the first one needs it: a start does not wait for it, and until then it
 * takes no memory.
 *
 * @param name the package's name, as in an import.
 */
export function lazily<T>(name: string): () => T {
  let loaded: T | undefined
  return () => (loaded ??= load(name) as T)
}
