import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * Starts a thread with its own memory for what somebody sent, so that a bad file cannot harm this one. The code that starts
 * it also ends it.
 *
 * @param heapMib how much memory it may take; past that, it ends with the error ERR_WORKER_OUT_OF_MEMORY.
 */
export function startThread(file: URL, name: string, workerData: unknown, heapMib: number): Worker {
  // A thread uses no cache of compiled files by itself, and would compile them all each time.
  const compiled = getCompileCacheDir()
  const thread = new Worker(file, {
    name,
    workerData,
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
    resourceLimits: {
      maxOldGenerationSizeMb: heapMib,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  })
  thread.on('error', () => {}) // errors while it is being ended do not matter
  return thread
}
