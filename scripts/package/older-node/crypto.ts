// node:crypto, with what a Node before 24.16 lacks of it.
import crypto from 'node:crypto'
import { v7 } from 'uuid'
import { startThread } from '../../../server/platform/jobs/threads.ts'

export * from 'node:crypto'

export const randomUUIDv7: typeof crypto.randomUUIDv7 = crypto.randomUUIDv7 ?? v7

export const argon2: typeof crypto.argon2 = crypto.argon2 ?? argon2InThread

const THREAD = new URL('./argon2-thread.ts', import.meta.url)
const HEAP_MIB = 64

/** Hashes in a thread of its own, because WebAssembly would hold up every request for a tenth of a second. */
function argon2InThread(
  algorithm: crypto.Argon2Algorithm,
  parameters: crypto.Argon2Parameters,
  callback: (error: Error | null, derived: Buffer) => void,
): void {
  const thread = startThread(THREAD, 'argon2', { algorithm, ...parameters }, HEAP_MIB)
  thread.once('message', (tag: Uint8Array) => callback(null, Buffer.from(tag)))
  thread.once('error', (error: Error) => callback(error, Buffer.alloc(0)))
}
