// node:module, with what a Node before 22 lacks of it.
import module from 'node:module'

export * from 'node:module'
export const getCompileCacheDir: typeof module.getCompileCacheDir =
  module.getCompileCacheDir ?? (() => undefined)
