#!/usr/bin/env -S node --max-semi-space-size=8
// The command `sourcebook` of a release.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Sourcebook needs Node 20.19 or later; this is Node ${process.version}.`)
  process.exitCode = 1
} else {
  // What was compiled at an earlier start is not compiled again. Older versions of Node cannot do that.
  const cache = new URL('../../node_modules/.cache/compile', import.meta.url)
  module.enableCompileCache?.(fileURLToPath(cache))
  if (major < 24) await import('./older-node/language.ts')
  await import('../../server/main.ts')
}
