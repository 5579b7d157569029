// What crypto.ts and module.ts bring, as the server uses it.
import 'node:crypto'
import 'node:module'

declare module 'crypto' {
  function randomUUIDv7(): string
  function argon2(
    algorithm: 'argon2d' | 'argon2i' | 'argon2id',
    parameters: {
      message: NodeJS.ArrayBufferView | string
      nonce: NodeJS.ArrayBufferView | string
      parallelism: number
      tagLength: number
      memory: number
      passes: number
    },
    callback: (error: Error | null, derived: Buffer) => void,
  ): void
}

declare module 'module' {
  function getCompileCacheDir(): string | undefined
}
