// What the server uses of node:module, with what a Node before 22 lacks.
import module from 'node:module'

export const { createRequire } = module
export const getCompileCacheDir: typeof module.getCompileCacheDir =
  module.getCompileCacheDir ?? (() => undefined)
