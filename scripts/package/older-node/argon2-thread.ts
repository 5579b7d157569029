// The thread that hashes one password where Node cannot, and ends.
import type { Argon2Algorithm, Argon2Parameters } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { argon2d, argon2i, argon2id } from 'hash-wasm'

const { algorithm, message, nonce, ...cost } = workerData as Argon2Parameters & {
  algorithm: Argon2Algorithm
  message: string
  nonce: Uint8Array
}
const hash = { argon2d, argon2i, argon2id }[algorithm]
const tag = await hash({
  password: message,
  salt: nonce,
  parallelism: cost.parallelism,
  iterations: cost.passes,
  memorySize: cost.memory,
  hashLength: cost.tagLength,
  outputType: 'binary',
})
parentPort!.postMessage(tag)
